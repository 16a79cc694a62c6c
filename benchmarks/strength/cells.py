"""Cells: everything that is played for the table, one line-up at one table each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from saleroom import games
from saleroom.games import FOLDERS
from saleroom.lab.arena import Plan

SEED = sha256(b"how strong").digest()
"""One seed for all: whatever is played at tables of one size is played with the same cards."""
CALIBRATED = ("auction-pitch", "auction-hearts")
BUDGETS = (50, 200)
"""The simulations for each decision with which the search meets IS-MCTS."""


@dataclass(frozen=True)
class Row:
    """A measure, taken in every game at every table."""

    name: str
    title: str
    one: str
    """Who is measured, in one seat; in every seat in turn."""
    others: str
    """Who sits in all other seats."""
    matches: bool = False
    turned: bool = False
    """Whether the others are those whose strength is shown, because `one` is slower."""
    early: bool = True
    """Whether it is enough to know who is better."""


ROWS = (
    Row("deals", "one `hard` among `house`", "hard", "house", early=False),
    Row("matches", "one `hard` among `house`", "hard", "house", matches=True),
    Row("medium", "one `medium` among `easy`", "medium", "easy", matches=True),
    Row("hard", "one `hard` among `medium`", "hard", "medium", matches=True),
    Row("clairvoyant", "one clairvoyant among `house`", "clairvoyant", "house", early=False),
    *(
        Row(
            f"ismcts-{n}",
            f"`search:{n}` over IS-MCTS, {n} simulations",
            f"ismcts:{n}",
            f"search:{n}",
            turned=True,
        )
        for n in BUDGETS
    ),
)


@dataclass(frozen=True)
class Cell:
    """One measure in one game at one table."""

    row: Row
    game: str
    seats: int
    most: int
    """Clusters at most: each the same cards, with seats taken by `one` in turn."""

    @property
    def key(self) -> str:
        """Its name among the results."""
        return f"{self.row.name}-{FOLDERS[self.game]}-{self.seats}"

    @cached_property
    def plan(self) -> Plan:
        """What the arena is to play."""
        line_up = (self.row.one, self.row.others)
        return Plan(self.game, {}, self.seats, line_up, self.most, SEED, self.row.matches)

    @property
    def notes_bids(self) -> bool:
        """Whether the bids of `one` are kept."""
        return self.row.name == "deals" and self.game in CALIBRATED


def tables() -> list[tuple[str, int]]:
    """Every game at its smallest, middle and largest number of seats."""
    found = []
    for name in games.NAMES:
        seats = games.load(name).seats
        found += [(name, count) for count in sorted({seats[0], seats[len(seats) // 2], seats[-1]})]
    return found


def cells(asked: Sequence[str], names: Sequence[str], most: int) -> list[Cell]:
    """The cells of the rows that were asked for, in the games of these names."""
    return [
        Cell(row, name, seats, most)
        for row in ROWS
        for name, seats in tables()
        if name in names and _is_needed(row, name, asked)
    ]


def _is_needed(row: Row, game: str, asked: Sequence[str]) -> bool:
    """Shares and calibration come from the deals of `hard`."""
    if row.name == "deals" and ("clairvoyant" in asked or ("calibration" in asked and game in CALIBRATED)):
        return True
    return row.name in asked
