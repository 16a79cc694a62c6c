"""Practice: people choose actions in positions from reviews of their own matches, and in a few daily positions, which
are the same for all.
"""
