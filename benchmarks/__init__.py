"""Saleroom measured side by side with others: `make bench`, or `python -m benchmarks --help`."""
