"""The slow, obvious twins of the games (`tests/games/<game>/twin.py`), and what judges records with them."""
