"""Display of the game. The game has no display parts of its own and uses the generic parts."""
