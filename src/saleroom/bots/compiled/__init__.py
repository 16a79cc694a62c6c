"""The compiled parts of bots: loops that call games' heuristics and game models."""
