"""Cells of the strength table. Each cell is one line-up of bots in one game with one number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256

import numpy as np

from saleroom import games
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import digest
from saleroom.games import FOLDERS
from saleroom.kernel.options import Value
from saleroom.lab.arena import Plan
from saleroom.lab.training.dealing import Terms, drawn

SEED = sha256(b"how strong").digest()
"""Seed of all cells, so that all cells at tables of the same size use the same cards."""
CALIBRATED = ("auction-pitch", "auction-hearts", "auction-house")
BUDGETS = (50, 200)
"""Numbers of simulations per decision with which our search plays against IS-MCTS."""
SHARED = ("deals", "deals-master")
"""Rows whose leads are also shown as shares of the clairvoyant's lead.

The clairvoyant is a search that sees all hands.
"""
ENOUGH = 640
"""Maximum number of clusters for rows in which not only the winner matters, but also the size of the lead."""
SETS = 20
"""Number of random sets of options for each game."""
SEVERAL = 0
"""Placeholder for the number of seats in cells where each set of options has its own number."""

THREE, USUAL, SETS_OF_OPTIONS = "three", "usual", "sets"
"""Kinds of tables for a row: three numbers of seats, the usual number, or sets of options."""


@dataclass(frozen=True)
class Row:
    """A comparison of two players that is made in every game."""

    name: str
    title: str
    one: str
    """The measured player. It has one seat, and plays in every seat in turn."""
    others: str
    """The player in all other seats."""
    matches: bool = False
    turned: bool = False
    """Whether the table shows the lead of `others` over `one`, because `one` is the slower player."""
    early: bool = True
    """Whether play stops once the winner is known."""
    equal_time: bool = False
    """Whether `others`, a search, gets as many simulations as it can make in the time that `one` takes."""
    tables: str = THREE


def _pair(name: str, one: str, others: str, equal_time: bool = False) -> tuple[Row, Row]:
    """Return two rows for one line-up: single deals at three numbers of seats, and matches at the usual number."""
    title = f"`{one}` among `{others}`" if not equal_time else f"`{one}` among `search:…/house`, equal time"
    return (
        Row(name, title, one, others, equal_time=equal_time),
        Row(f"{name}-matches", title, one, others, matches=True, equal_time=equal_time, tables=USUAL),
    )


ROWS = (
    Row("trained", "`trained` among `house`", "trained", "house", early=False),
    *_pair("search", "search:400", "search:400/house"),
    *_pair("search-time", "search:400", "search:400/house", equal_time=True),
    *_pair("master", "master", "hard"),
    *_pair("hard", "hard", "medium"),
    *_pair("medium", "medium", "easy"),
    Row("deals", "`hard` among `house`", "hard", "house", early=False),
    Row("deals-master", "`master` among `house`", "master", "house", early=False),
    Row("clairvoyant", "clairvoyant among `house`", "clairvoyant", "house", early=False),
    Row("matches", "`hard` among `house`", "hard", "house", matches=True, tables=USUAL),
    *(
        Row(f"ismcts-{n}", f"`search:{n}` over IS-MCTS, {n} simulations", f"ismcts:{n}", f"search:{n}", turned=True)
        for n in BUDGETS
    ),
    Row(
        "ismcts-time",
        "search over IS-MCTS, 50 simulations, equal time",
        "ismcts:50",
        "search:50",
        turned=True,
        equal_time=True,
    ),
    Row("options", "`hard` among `house`", "hard", "house", early=False, tables=SETS_OF_OPTIONS),
)


@dataclass(frozen=True)
class Cell:
    """One row in one game with one number of seats, or with several sets of options."""

    row: Row
    game: str
    seats: int
    most: int
    """Maximum number of clusters. In a cluster, the same cards are played with `one` in each seat in turn."""
    others: str = ""
    """The player in all other seats, if it differs from the row's `others`."""

    @property
    def key(self) -> str:
        """Name of the cell in the results."""
        return f"{self.row.name}-{FOLDERS[self.game]}" + (f"-{self.seats}" if self.seats != SEVERAL else "")

    @property
    def file(self) -> str:
        """Name of the cell's file. It contains the net's id, because a new net gives new results."""
        return f"{self.key}-{net_of(self.game)}" if net_of(self.game) else self.key

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """Arena plans of the cell, one for each set of options."""
        return tuple(
            Plan(self.game, options, seats, self.line_up, self.most, SEED, self.row.matches)
            for options, seats in self._terms()
        )

    def plan_of(self, number: int) -> Plan:
        """Return the plan for a cluster; the sets of options take turns."""
        return self.plans[number % len(self.plans)]

    @property
    def line_up(self) -> tuple[str, str]:
        """The measured player, and the player in all other seats."""
        return self.row.one, self.others or self.row.others

    @property
    def notes_bids(self) -> bool:
        """Whether the bids of the measured player are stored."""
        return self.row.name == "deals" and self.game in CALIBRATED

    def _terms(self) -> Sequence[tuple[dict[str, Value], int]]:
        return sets(self.game) if self.row.tables == SETS_OF_OPTIONS else [({}, self.seats)]


@cache
def net_of(game: str) -> str:
    """Return the id of a game's net; empty if it has none."""
    learned = shipped(games.load(game).name)
    return digest(learned.weights)[:8] if learned else ""


@cache
def sets(game: str) -> list[tuple[dict[str, Value], int]]:
    """Return random sets of options with numbers of seats. They are drawn as in training, are reproducible and
    distinct, and do not include the default.
    """
    chance, terms = np.random.default_rng(int.from_bytes(SEED[:8], "big")), Terms(games.load(game), {})
    usual = terms.game.settle_options({}, terms.game.usual_seats)
    drawn_sets = [(usual, terms.game.usual_seats)]
    while len(drawn_sets) <= SETS:
        one = drawn(terms, chance)
        if one not in drawn_sets:
            drawn_sets.append(one)
    return drawn_sets[1:]


def tables(kind: str = THREE) -> list[tuple[str, int]]:
    """Return the tables for a kind of row, as pairs of game and number of seats."""
    return [(name, seats) for name in games.NAMES for seats in _sizes(name, kind)]


def _sizes(name: str, kind: str) -> Iterator[int]:
    game = games.load(name)
    if kind == SETS_OF_OPTIONS:
        yield SEVERAL
    elif kind == USUAL:
        yield game.usual_seats
    else:
        yield from sorted({game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]})


def cells(asked: Sequence[str], names: Sequence[str], most: int) -> list[Cell]:
    """Return the cells of the requested rows, in the games with the given names."""
    return [
        Cell(row, name, seats, most if row.early else min(most, ENOUGH))
        for row in ROWS
        for name, seats in tables(row.tables)
        if name in names and _is_needed(row, name, asked)
    ]


def _is_needed(row: Row, game: str, asked: Sequence[str]) -> bool:
    """Return whether a row is needed. Shares, times of `hard` and calibration need the rows with deals of `hard`."""
    if row.name in SHARED and "clairvoyant" in asked:
        return True
    if row.name == "deals" and ("trained" in asked or ("calibration" in asked and game in CALIBRATED)):
        return True
    return row.name in asked
