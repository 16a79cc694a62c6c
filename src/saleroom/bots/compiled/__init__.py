"""Compiled parts of bots: loops that call the games' heuristics, models and net features."""
