"""Positions to practise: what would you do? From your own reviews, and a few new ones every day for all players."""
