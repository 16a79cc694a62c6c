"""The parts of `cfr.py`."""
