"""The protocol: which players meet at which tables, on which cards, in how many deals.

The number of deals of each cell is in `sizes.json`. It follows from a pilot on cards of its own, and is fixed before
the first deal of the report. No result of the report can change it, so no stopping rule biases the means.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any

from saleroom import games
from saleroom.games import FOLDERS
from saleroom.lab.arena import Plan

SIZES = Path(__file__).with_name("sizes.json")
YARDSTICK = ("trained", "house")
"""Pair whose difference is the unit for the precision of all pairs at the same table."""
ORDER = (("house", "easy"), ("medium", "house"))
"""Pairs that place the fixed rules of thumb between the two weakest levels."""
PAIRS = (YARDSTICK, *ORDER, ("hard", "trained"), ("master", "trained"), ("master", "hard"))
"""Pairs that are measured at the usual number of seats: one player among others that are alike."""
PAIRS_ELSEWHERE = (YARDSTICK, ("hard", "trained"))
SEATS_ELSEWHERE = (2, 5, 8)
"""Other numbers of seats at which `PAIRS_ELSEWHERE` are measured, in games for that number of people."""


class Cards(Enum):
    """Purposes of cards. Different purposes have different seeds, so that no figure is reported on cards that served
    to choose its player or its number of deals.
    """

    PILOT = b"the sizes of the levels' cells"
    CHOICE = b"the choice between candidates"
    REPORT = b"the report on the levels"

    def seed(self, game: str, seats: int) -> bytes:
        """Return the seed of a table. All pairs at a table play the same cards."""
        return sha256(b"%b, %b, %d" % (self.value, game.encode(), seats)).digest()


@dataclass(frozen=True)
class Cell:
    """One player among others that are alike, in one game with one number of seats."""

    game: str
    seats: int
    one: str
    others: str

    @property
    def key(self) -> str:
        """Name of the cell in the results, such as ``pitch-4-hard-trained``."""
        return f"{FOLDERS[self.game]}-{self.seats}-{self.one}-{self.others}".replace("/", "_")

    def plan(self, cards: Cards, deals: int, control: Mapping[str, Any] | None = None) -> Plan:
        """Return the arena's plan. In each cluster, the player has every seat in turn on the same cards.

        `control` is the pilot's result for control variates; None means that they are not used.
        """
        seed, pilot = cards.seed(self.game, self.seats), {"control": control} if control else {}
        return Plan(self.game, {}, self.seats, (self.one, self.others), deals, seed, pilot=pilot)


@dataclass(frozen=True)
class Size:
    """Number of clusters of a cell, and what it follows from."""

    clusters: int
    within: float
    """Target for the half-width of the 95 % interval, in points or chips a deal: a quarter of the yardstick."""
    deviation: float
    """Standard deviation of a cluster in the pilot, after control variates."""
    seconds: float
    """Processor seconds of a cluster in the pilot."""
    control: Mapping[str, Any]
    """Result of the pilot for control variates."""

    @property
    def hours(self) -> float:
        """Core-hours of the cell."""
        return self.clusters * self.seconds / 3600


def cells(names: Sequence[str] = games.NAMES) -> Iterator[Cell]:
    """Yield all cells of the given games, pair by pair."""
    for name in names:
        game = games.load(name)
        for one, others in PAIRS:
            yield Cell(name, game.usual_seats, one, others)
        for seats in SEATS_ELSEWHERE:
            if seats in game.seats and seats != game.usual_seats:
                for one, others in PAIRS_ELSEWHERE:
                    yield Cell(name, seats, one, others)


def sizes(path: Path = SIZES) -> dict[str, Size]:
    """Return the sizes of all cells whose pilot has been played, by key."""
    if not path.exists():
        return {}
    return {key: Size(**size) for key, size in json.loads(path.read_text())["cells"].items()}
