"""How strong the players are: the table of `docs/bots.md`, measured anew by `make strength`."""
