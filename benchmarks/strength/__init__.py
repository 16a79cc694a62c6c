"""Strength of the bots, which `make strength` measures for the table in `docs/research/strength.md`."""
