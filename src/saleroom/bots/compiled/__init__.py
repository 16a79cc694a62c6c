"""What is compiled of the players: the loops that call games' heuristics and game models."""
