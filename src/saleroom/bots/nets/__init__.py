"""Trained nets: their weights, on disk and in memory, and the bot that plays by them."""
