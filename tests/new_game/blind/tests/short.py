"""Short matches of Auction Blind, whose deals are over after one bid or pass of each seat."""

import random

OPTIONS = {"deals": 12}


def lively(seats: int, rng: random.Random) -> dict[str, int]:
    """Return the options for a lively match: many deals."""
    return {"deals": 40}
