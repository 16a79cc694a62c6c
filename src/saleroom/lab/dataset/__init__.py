"""Dataset of matches between bots of every level, with a description in Croissant."""
