"""For `player/` of a game: what heuristics and game models share. Its code becomes machine code."""
