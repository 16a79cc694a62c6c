"""Types of scenes, reasons and lessons, and helpers for the `display/` of a game."""
