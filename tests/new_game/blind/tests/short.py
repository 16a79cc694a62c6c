"""Short matches of Auction Blind, whose deals are over when each has spoken."""

import random

OPTIONS = {"deals": 12}


def lively(seats: int, rng: random.Random) -> dict[str, int]:
    """Return an option for more deals."""
    return {"deals": 40}
