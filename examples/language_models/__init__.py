"""Modules that `ask_a_model.py` uses."""
