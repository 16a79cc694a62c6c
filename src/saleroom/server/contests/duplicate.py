"""Duplicate scoring: each player is compared with the other players who had the same seat and cards in a deal.

Match points follow duplicate bridge (Laws of Duplicate Bridge 2017, Law 78 A). A player gets one point for each other
player with a lower score, and half a point for each with an equal score. The difference is the player's score minus the
mean score of the other players. Butler scoring also uses a difference from a mean, but converts it to international
match points; for these games, no such conversion table exists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

HALF = Fraction(1, 2)
KEPT = 200
"""Number of rounds, and of standings, to keep in a cache; many people request the same rounds and standings."""


class DuplicateComparison(NamedTuple):
    """Result of comparing a player's score with the scores of the other players."""

    points: Fraction
    possible: int
    """Maximum number of points, which is the number of other players."""
    difference: Fraction


class TableScores(NamedTuple):
    """Scores so far at one table of a round."""

    people: tuple[int | None, ...]
    """Number of the person at each seat; None for a bot."""
    scores: tuple[tuple[int, ...], ...]
    """Score changes of each finished deal; shape (deals, seats)."""
    over: bool


Round: TypeAlias = tuple[TableScores, ...]


class DuplicateLine(NamedTuple):
    """Score of one seat in one deal, compared with the same seat at the other tables."""

    deal: int
    """Number of the deal, counted from 1."""
    table: int
    """Index of the table, counted from 0."""
    seat: int
    person: int | None
    score: int
    compared: DuplicateComparison


class DuplicateStanding(NamedTuple):
    """A person's totals over all deals."""

    person: int
    rank: int
    """Rank of the person: 1 plus the number of people with a better result."""
    deals: int
    points: Fraction
    possible: int
    difference: Fraction

    @property
    def share(self) -> Fraction | None:
        """Share of the possible points that the person won, from 0 to 1; None if no other player had the same seat."""
        return Fraction(self.points, self.possible) if self.possible else None


def compare(scores: Sequence[int]) -> list[DuplicateComparison]:
    """Return, for each score, its comparison with all other scores; all scores are for the same seat and deal."""
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
    """Return the compared scores of all seats in a round, deal by deal. Leave out deals that a table still has to play.

    If a match ended before a deal, scores of that deal are compared only among the tables that played it.
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
    """Return the standings of all people, the best first. People are ranked by their share of the points, and then by
    their difference.
    """
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
