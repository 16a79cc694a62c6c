"""For `player/` of a game: common parts of heuristics and game models. Its code is compiled."""
