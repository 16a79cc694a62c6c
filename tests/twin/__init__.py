"""Independent referee. It uses the independent implementations of the games, called twins
(`tests/games/<game>/twin.py`).
"""
