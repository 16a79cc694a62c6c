"""Standings of a series, computed from the results of its finished evenings.

An evening gives a member their percentage of the match points, from 0 to 100, and an absence gives 0, as do fewer
than half of the deals. The total is the
sum over all evenings, or over each member's best ones. Leaderboards of bridge clubs, such as Cheltenham Bridge Club's,
also use a percentage for each session and drop the lowest ones. Ties are broken as in the Racing Rules of Sailing
2025-2028, Appendix A8: first by the counted evenings, from each member's best to the worst, then by all evenings, from
the latest to the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple


class SeriesStanding(NamedTuple):
    """Standing of a member."""

    member: int
    rank: int
    """1 plus the number of members with a better result."""
    total: Fraction
    """Sum of the counted percentages."""
    points: tuple[Fraction | None, ...]
    """Percentage of each evening; None if the member did not play."""
    counted: tuple[int, ...]
    """Indices of the evenings that count, the best first."""


Evening = Mapping[int, Fraction]
"""Percentage of each member who played."""


def series_standings(members: Sequence[int], evenings: Sequence[Evening], counted: int | None) -> list[SeriesStanding]:
    """Return the standings of `members` after `evenings`, the best first; `counted` is the number of each member's
    evenings that count, or None for all.
    """
    totals = [_total(member, evenings, counted) for member in members]
    ordered = sorted(totals, key=lambda one: (_order(one), -one.member), reverse=True)
    ranked: list[SeriesStanding] = []
    for place, one in enumerate(ordered, 1):
        ties = bool(ranked) and _order(ranked[-1]) == _order(one)
        ranked.append(one._replace(rank=ranked[-1].rank if ties else place))
    return ranked


def _total(member: int, evenings: Sequence[Evening], counted: int | None) -> SeriesStanding:
    points = tuple(evening.get(member) for evening in evenings)
    played = [index for index, point in enumerate(points) if point is not None]
    best = sorted(played, key=lambda index: (-(points[index] or 0), index))[:counted]
    return SeriesStanding(member, 0, _sum(points, best), points, tuple(best))


def _sum(points: Sequence[Fraction | None], indices: Sequence[int]) -> Fraction:
    return sum((points[index] or Fraction() for index in indices), Fraction())


def _order(standing: SeriesStanding) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Return the total and the tie-breaks; a better result is greater."""
    all_points = [point or Fraction() for point in standing.points]
    best = [all_points[index] for index in standing.counted]
    padded = best + [Fraction()] * (len(all_points) - len(best))
    return standing.total, padded, all_points[::-1]
