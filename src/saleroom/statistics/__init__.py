"""Means with intervals: for a fixed number of clusters, valid at any time, and of rare events."""
