"""A player's knowledge of the game beyond its rules."""
