"""Tests of third-party programs on Saleroom's environments. `make outside` installs the programs and runs the tests."""
