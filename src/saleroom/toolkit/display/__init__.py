"""For `display/` of a game: the types of scenes, reasons and lessons, and helpers for them."""
