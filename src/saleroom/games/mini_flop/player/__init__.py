"""Heuristics and game model; without parts of its own, the generic ones are used."""
