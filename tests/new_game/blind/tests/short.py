"""Short matches of Auction Blind, in which a deal is over when each seat has spoken."""

import random

OPTIONS = {"deals": 12}


def lively(seats: int, rng: random.Random) -> dict[str, int]:
    """Return a random number of deals as an option."""
    return {"deals": 40}
