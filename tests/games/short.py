"""Options for short matches of every game.

The tests of a game can have a `short.py` that defines any of these:

- `SEATS`, the number of seats to use if a test plays the game at one table only;
- `OPTIONS`, options that make a match short;
- `FEW`, options besides the number of deals that make it short for the fewest seats;
- `WHOLE`, options that give a match several deals;
- `lively(seats, rng)`, which returns random options that make auctions and players without chips likely.
"""

from __future__ import annotations

import random
from typing import Any

from saleroom.games import load
from tests.contract.chance import LENGTHS
from tests.games import part_or


def deals(name: str, count: int) -> dict[str, Any]:
    """Return the option that sets the number of deals to `count`. The name of the option depends on the game."""
    return {option.name: count for option in load(name).options if option.name in LENGTHS}


def seats(name: str) -> int:
    """Return the number of seats that a test uses if it does not play the game with several numbers of seats."""
    return part_or(name, "short", "SEATS", load(name).usual_seats)


def options(name: str) -> dict[str, Any]:
    """Return options that make a match of the given game short."""
    return part_or(name, "short", "OPTIONS", None) or deals(name, 2)


def few(name: str) -> dict[str, Any]:
    """Return the game's smallest number of seats as `seats`, and options that make a match with that number of seats
    short.
    """
    return {"seats": load(name).seats[0], **deals(name, 2), **part_or(name, "short", "FEW", {})}


def whole(name: str) -> dict[str, Any]:
    """Return options with which a match of the given game has more than one deal."""
    return part_or(name, "short", "WHOLE", None) or deals(name, 3)


def lively(name: str, seats: int, rng: random.Random) -> dict[str, Any]:
    """Return random options that make rare situations likely, such as players without chips."""
    return part_or(name, "short", "lively", lambda seats, rng: {})(seats, rng)
