"""Contests of a server: daily deals, challenges, and who may see their tables."""
