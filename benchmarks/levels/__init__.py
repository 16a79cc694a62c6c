"""Differences between the levels, with numbers of deals that are fixed in advance; `python -m benchmarks.levels`."""
