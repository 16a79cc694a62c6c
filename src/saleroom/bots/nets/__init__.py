"""Trained nets: their weights on disk and in memory, and the bots that use them."""
