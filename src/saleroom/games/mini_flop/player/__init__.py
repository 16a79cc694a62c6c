"""Heuristics and the game model for the search; the generic ones serve until there are others."""
