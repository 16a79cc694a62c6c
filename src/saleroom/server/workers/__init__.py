"""Slow work in threads: moves of bots, hints, reviews and cached results."""
