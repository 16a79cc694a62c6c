"""Compiled code shared by the heuristics and game models in the games' `player/` folders."""
