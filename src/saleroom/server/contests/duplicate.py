"""Duplicate scoring: compares each player with all others who had the same seat and cards in a deal.

Match points are those of duplicate bridge (Laws of Duplicate Bridge 2017, Law 78 A): a point for each lower score among
the others, half a point for each equal one. The difference is the score less the mean of the others' scores. Butler
scoring also compares with such a datum, but converts to international match points; these games have no such scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

HALF = Fraction(1, 2)
KEPT = 200
"""Number of cached rounds and standings: many people request the same."""


class DuplicateComparison(NamedTuple):
    """Result of comparing a score with those of the others."""

    points: Fraction
    possible: int
    """Maximum points: one for each of the others."""
    difference: Fraction


class TableScores(NamedTuple):
    """Scores of a table of a round so far."""

    people: tuple[int | None, ...]
    """Number of the person at each seat; None for a house player."""
    scores: tuple[tuple[int, ...], ...]
    """Score changes of each finished deal; shape (deals, seats)."""
    over: bool


Round: TypeAlias = tuple[TableScores, ...]


class DuplicateLine(NamedTuple):
    """A seat at a table in a deal, compared."""

    deal: int
    """From 1."""
    table: int
    """From 0."""
    seat: int
    person: int | None
    score: int
    compared: DuplicateComparison


class DuplicateStanding(NamedTuple):
    """Sum of all deals of a person."""

    person: int
    rank: int
    """1 plus the number of people with a better result."""
    deals: int
    points: Fraction
    possible: int
    difference: Fraction

    @property
    def share(self) -> Fraction | None:
        """Share of the possible points, 0 to 1; None if there was no other player to compare with."""
        return Fraction(self.points, self.possible) if self.possible else None


def compare(scores: Sequence[int]) -> list[DuplicateComparison]:
    """Return each score of a seat in a deal compared with the others."""
    return [_compare(score, [*scores[:index], *scores[index + 1 :]]) for index, score in enumerate(scores)]


def _compare(own: int, others: Sequence[int]) -> DuplicateComparison:
    if not others:
        return DuplicateComparison(Fraction(), 0, Fraction())
    points = sum((_point(own, each) for each in others), Fraction())
    return DuplicateComparison(points, len(others), own - Fraction(sum(others), len(others)))


def _point(own: int, other_score: int) -> Fraction:
    return Fraction(own > other_score) + HALF * (own == other_score)


@lru_cache(KEPT)
def deal_lines(tables: Round) -> tuple[DuplicateLine, ...]:
    """Return the seats of a round's tables, in every deal that no table has yet to finish.

    If matches have different lengths, a deal is compared among the tables that have played it.
    """
    deals = range(max((len(table.scores) for table in tables), default=0))
    return tuple(line for deal in deals if _is_open(deal, tables) for line in _lines_of(deal, tables))


def _is_open(deal: int, tables: Round) -> bool:
    return all(table.over or len(table.scores) > deal for table in tables)


def _lines_of(deal: int, tables: Round) -> Iterator[DuplicateLine]:
    played = [(number, table) for number, table in enumerate(tables) if len(table.scores) > deal]
    for seat in range(len(played[0][1].people)):
        scores = [table.scores[deal][seat] for _, table in played]
        for (number, table), score, compared in zip(played, scores, compare(scores), strict=True):
            yield DuplicateLine(deal + 1, number, seat, table.people[seat], score, compared)


@lru_cache(KEPT)
def standings(people: tuple[int, ...], rounds: tuple[Round, ...]) -> tuple[DuplicateStanding, ...]:
    """Return all people ranked by their share of the points, then by their difference; the best first."""
    own: dict[int | None, list[DuplicateLine]] = defaultdict(list)
    for line in (line for tables in rounds for line in deal_lines(tables)):
        own[line.person].append(line)
    totals = [_total(person, own[person]) for person in people]
    ranks = {total.person: 1 + sum(_order(each) > _order(total) for each in totals) for total in totals}
    ranked = [total._replace(rank=ranks[total.person]) for total in totals]
    return tuple(sorted(ranked, key=lambda standing: (standing.rank, standing.person)))


def _total(person: int, lines: Sequence[DuplicateLine]) -> DuplicateStanding:
    compared = [line.compared for line in lines]
    points = sum((one.points for one in compared), Fraction())
    difference = sum((one.difference for one in compared), Fraction())
    return DuplicateStanding(person, 0, len(lines), points, sum(one.possible for one in compared), difference)


def _order(standing: DuplicateStanding) -> tuple[Fraction, Fraction]:
    share = standing.share
    return Fraction(-1) if share is None else share, standing.difference
