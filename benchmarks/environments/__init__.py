"""Comparison of Saleroom's environments with those that researchers use today, each used in its fastest valid way."""
