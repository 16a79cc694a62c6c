"""Build a release, test it in environments without other packages, and write its digests: `make release`."""
