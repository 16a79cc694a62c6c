"""Benchmarks that compare Saleroom with other libraries: `make bench`, or `python -m benchmarks --help`."""
