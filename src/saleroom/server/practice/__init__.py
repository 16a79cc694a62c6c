"""Practice: choose actions in positions from reviews of your own matches, and in a few daily positions for all
people.
"""
