"""The slow, obvious twins of the five games, and what judges records with them."""

from __future__ import annotations

from .common import Fault, Twin
from .draw import Draw
from .flop import FlopPoker
from .hearts import Hearts
from .house import House
from .pitch import Pitch

TWINS: dict[str, type[Twin]] = {
    "auction-house": House,
    "auction-hearts": Hearts,
    "auction-pitch": Pitch,
    "auction-draw": Draw,
    "auction-flop-poker": FlopPoker,
}

__all__ = ["TWINS", "Draw", "Fault", "FlopPoker", "Hearts", "House", "Pitch", "Twin"]
