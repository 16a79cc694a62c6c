"""Modules that `cfr.py` uses."""
