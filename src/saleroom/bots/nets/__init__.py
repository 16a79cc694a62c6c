"""Trained nets: their weights, on disk and in memory, and the player that plays by them."""
