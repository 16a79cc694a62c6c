"""Positions to practise: what would you do? From one's own reviews, and a few new ones every day for everybody."""
