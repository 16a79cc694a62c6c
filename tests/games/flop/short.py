"""Short matches of Auction Flop Poker."""

from __future__ import annotations

import random

OPTIONS = {"deals": 3, "chips": 30}
FEW = {"chips": 12}


def lively(seats: int, rng: random.Random) -> dict[str, int]:
    """Return options with few chips, so that a player runs out of them."""
    return {"deals": rng.randint(2, 3), "chips": rng.randint(10, 40)}
