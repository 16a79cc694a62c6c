"""Comparison of our environments with those that researchers use today, each used in its fastest valid way."""
