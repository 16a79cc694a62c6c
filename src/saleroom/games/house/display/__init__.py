"""Presentation of the game."""
