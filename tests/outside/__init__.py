"""Tests of third-party libraries with Saleroom's environments. `make outside` installs the libraries and runs the
tests.
"""
