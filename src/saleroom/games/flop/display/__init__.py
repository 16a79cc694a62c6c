"""Display of the game: its scene, hints, lesson and terminal display."""
