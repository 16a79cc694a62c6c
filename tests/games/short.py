"""Short matches of every game; `short.py` among the tests of a game has its particulars.

It may have any of these:

- `SEATS`, the number of seats if a game is played at one table only;
- `OPTIONS`, under which a match is short;
- `FEW`, options besides the number of deals that make it short for the fewest seats;
- `WHOLE`, options under which it has several deals;
- `lively(seats, rng)`, random options under which much happens: auctions, empty purses.
"""

from __future__ import annotations

import random
from typing import Any

from saleroom.games import load
from tests.contract.chance import LENGTHS
from tests.games import part_or


def deals(name: str, count: int) -> dict[str, Any]:
    """Return the option for `count` deals, under the game's name for it."""
    return {option.name: count for option in load(name).options if option.name in LENGTHS}


def seats(name: str) -> int:
    """Return the number of seats at the one table of a game."""
    return part_or(name, "short", "SEATS", load(name).usual_seats)


def options(name: str) -> dict[str, Any]:
    """Return options under which a match is short."""
    return part_or(name, "short", "OPTIONS", None) or deals(name, 2)


def few(name: str) -> dict[str, Any]:
    """Return the fewest seats, and options under which a match is short with them."""
    return {"seats": load(name).seats[0], **deals(name, 2), **part_or(name, "short", "FEW", {})}


def whole(name: str) -> dict[str, Any]:
    """Return options under which a match is not over after its first deal."""
    return part_or(name, "short", "WHOLE", None) or deals(name, 3)


def lively(name: str, seats: int, rng: random.Random) -> dict[str, Any]:
    """Return options under which much happens."""
    return part_or(name, "short", "lively", lambda seats, rng: {})(seats, rng)
