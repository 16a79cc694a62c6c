"""Presentation of the game. This game defines no parts, so the generic parts are used."""
