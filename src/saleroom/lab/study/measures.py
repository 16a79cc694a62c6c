"""Columns that a study stores for each match, and measures computed from these columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.study.match_statistics import MatchStatistics, from_seat

Columns = Mapping[str, NDArray[np.float64]]

MATCH_COLUMNS = ("deals", "decisions", "full", "tied", "leads", "late", "sales", "paid", "made", "gained")
COMPARED = ("better", "shared", "spread")
"""Columns of a table that compares two players. `better` is the better player's share of wins.

A seat's excess is its share of the win minus 1 / seats. `shared` is the mean product of a seat's excesses in two
matches with the same cards. `spread` is the mean square of a seat's excess.
"""


def columns(seats: int, compares_players: bool) -> tuple[str, ...]:
    """Return the names of a block's columns."""
    if compares_players:
        return COMPARED
    by_seat = [f"{what}_{seat}" for what in ("won_seat", "won_place", "sum_seat", "sum_place") for seat in range(seats)]
    return (*MATCH_COLUMNS, "lowest", *by_seat)


def rows(notes: MatchStatistics, lowest: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a row for each match between identical players.

    `lowest` has the lowest chance of each match's winner, or NaN.
    """
    by_match = np.stack([getattr(notes, name) for name in MATCH_COLUMNS], 1)
    won_by_place = from_seat(notes.won, notes.dealer)
    return np.concatenate([by_match, lowest[:, None], notes.won, won_by_place, notes.scored, notes.scored_by_place], 1)


def compared(line_ups: Sequence[MatchStatistics]) -> NDArray[np.float64]:
    """Return a row for each set of cards, which was played with several line-ups.

    In line-up i, the better player has seat i.
    """
    seats = len(line_ups)
    won = np.stack([notes.won for notes in line_ups], 1)  # dimensions: matches, line-ups, seats
    better = won[:, np.arange(seats), np.arange(seats)].mean(1)
    beyond = won - 1 / seats
    squares = (beyond**2).sum(1)  # dimensions: matches, seats
    products = (beyond.sum(1) ** 2 - squares) / (seats * (seats - 1))
    return np.stack([better, products.mean(1), squares.mean(1) / seats], 1)


@dataclass(frozen=True)
class Measure:
    """Statistic of matches: the mean of a column, or the ratio of the sums of two columns."""

    name: str
    """Name in the data; `narration.py` has the name for texts."""
    column: str
    per: str | None = None
    """Column to divide by. If it is `deals`, the measure is the mean over all deals of all matches."""
    place: int | None = None
    """Number of a seat, or its distance from the dealer."""

    def values(self, columns: Columns) -> NDArray[np.float64]:
        """Return a number for each match in which the column is known; the mean of these numbers is the measure.

        If `per` is set, the measure is a ratio of two sums, which is linearised (Cochran, "Sampling Techniques", 1977,
        6.4).
        """
        total = columns[self.column]
        known = ~np.isnan(total)
        if self.per is None:
            return total[known]
        total, number = total[known], columns[self.per][known]
        if not number.sum():
            return np.zeros(0)
        mean = total.sum() / number.sum()
        return mean + (total - mean * number) / number.mean()


MATCHES = (
    Measure("deals", "deals"),
    Measure("decisions", "decisions"),
    Measure("full", "full"),
    Measure("tied", "tied"),
    Measure("leads", "leads"),
    Measure("late", "late"),
    Measure("drama", "lowest"),
    Measure("sold", "sales", "deals"),
    Measure("price", "paid", "sales"),
    Measure("made", "made", "sales"),
    Measure("gain", "gained", "sales"),
)
LUCK = Measure("luck", "shared", "spread")
SKILL = Measure("skill", "better")


def measures(seats: int, compares_players: bool) -> tuple[Measure, ...]:
    """Return the measures of a table.

    Each measure is one of the differences that are tested when a variant is compared with the base.
    """
    if compares_players:
        return SKILL, LUCK
    by_seat = [
        measure
        for place in range(seats)
        for measure in (
            Measure(f"win_place_{place}", f"won_place_{place}", place=place),
            Measure(f"score_place_{place}", f"sum_place_{place}", "deals", place),
            Measure(f"win_seat_{place}", f"won_seat_{place}", place=place),
            Measure(f"score_seat_{place}", f"sum_seat_{place}", "deals", place),
        )
    ]
    return (*MATCHES, *by_seat)
