"""Comparison of Saleroom's environments with those that researchers use today, each in its fastest valid use."""
