"""Means with confidence intervals: for a fixed number of clusters, for any stopping time, and for rare events."""
