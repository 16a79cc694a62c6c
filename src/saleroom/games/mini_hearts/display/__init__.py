"""Presentation of the game; without parts of its own, the generic ones are used."""
