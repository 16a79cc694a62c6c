"""Builds a release, tries it where nothing else is installed, and writes its digests: `make release`."""
