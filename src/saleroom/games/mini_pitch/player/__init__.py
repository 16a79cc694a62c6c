"""Heuristics and game model. This game defines no parts, so the generic parts are used."""
