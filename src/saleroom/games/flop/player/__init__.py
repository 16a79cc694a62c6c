"""Heuristics, game model and net features of the game."""
