"""Short matches of Auction Draw."""

from __future__ import annotations

import random

from saleroom.kernel.tiles import tiles_in

SEATS = 3
OPTIONS = {"deals": 3}


def lively(seats: int, rng: random.Random) -> dict[str, int | str]:
    """Return random options.

    In half of the matches, the boneyard (undealt tiles) is so small that an auction takes place.
    """
    most = 6 if seats <= 4 else 9
    few = {"set": most, "hand": (tiles_in(most) - 4) // seats, "chips": 30, "last_two": "auction"}
    return few if rng.random() < 0.5 else {}
