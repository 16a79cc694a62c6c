"""Heuristics and game model. The game has no parts of its own and uses the generic parts."""
