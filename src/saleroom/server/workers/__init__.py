"""Slow work in threads: moves of bots, hints, reviews, cached results."""
