"""Strength of the players: the table of `docs/bots.md`, measured by `make strength`."""
