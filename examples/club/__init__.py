"""Modules that `club_evening.py` uses."""
