"""Independent referee, which uses the slow and obvious twins of the games (`tests/games/<game>/twin.py`)."""
