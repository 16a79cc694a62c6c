"""Slow work in threads: bots' moves, hints, reviews, cached results."""
