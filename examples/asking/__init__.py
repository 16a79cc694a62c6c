"""The parts of `ask_a_model.py`."""
