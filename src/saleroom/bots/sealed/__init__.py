"""Sealed players: third-party code in a process of its own, which gets the views of its seat and nothing else."""
