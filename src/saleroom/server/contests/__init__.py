"""Contests of a server: daily deals, challenges, and access to their tables."""
