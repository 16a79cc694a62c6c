"""Slow, obvious twins of the games (`tests/games/<game>/twin.py`), and the referee that uses them."""
