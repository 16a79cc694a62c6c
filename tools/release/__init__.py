"""Build a release, test it where nothing else is installed, and write its digests: `make release`."""
