"""Duplicate scoring: each player is compared with the other players who had the same seat and cards in a deal.

Match points follow duplicate bridge (Laws of Duplicate Bridge 2017, Law 78 A). A player gets one point for each other
player with a lower score, and half a point for each with an equal score. The difference is the player's score minus the
mean score of the other players. Butler scoring also uses a difference from a mean, but converts it to international
match points; for these games, no such conversion table exists.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from saleroom.server.core.state.table import Substitution

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
    """Number of the first person at each seat; None for a bot."""
    scores: tuple[tuple[int, ...], ...]
    """Score changes of each finished deal; shape (deals, seats)."""
    over: bool
    substitutes: tuple[Substitution, ...] = ()

    def person_at(self, seat: int, deal: int) -> int | None:
        """Return the person to whom a deal belongs: the person at the seat when it ended. Deals count from 0."""
        later = [person for at, person, deals in self.substitutes if at == seat and deals <= deal]
        return later[-1] if later else self.people[seat]

    @property
    def seated(self) -> tuple[int | None, ...]:
        """Number of the person who now is at each seat, or who was there at the end."""
        if not self.substitutes:
            return self.people
        return tuple(self.person_at(seat, len(self.scores)) for seat in range(len(self.people)))


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
    ordered, total, others = sorted(scores), sum(scores), len(scores) - 1
    if not others:
        return [DuplicateComparison(Fraction(), 0, Fraction())]
    return [DuplicateComparison(_points(own, ordered), others, own - Fraction(total - own, others)) for own in scores]


def _points(own: int, ordered: Sequence[int]) -> Fraction:
    """Return the match points of the score `own`, one of the scores in `ordered`, the lowest first."""
    lower = bisect_left(ordered, own)
    equal = bisect_right(ordered, own) - lower - 1
    return lower + HALF * equal


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
            yield DuplicateLine(deal + 1, number, seat, table.person_at(seat, deal), score, compared)


@lru_cache(KEPT)
def standings(people: tuple[int, ...], rounds: tuple[Round, ...]) -> tuple[DuplicateStanding, ...]:
    """Return the standings of all people, the best first.

    People who have played at least half of the deals come before all others. Among them, people are ranked by their
    share of the points, and then by their difference; the rank of equals is the same.
    """
    totals = [_totals(tables) for tables in rounds]
    least = HALF * sum(len({line.deal for line in deal_lines(tables)}) for tables in rounds)
    own = [_standing(person, [total[person] for total in totals if person in total]) for person in people]
    ordered = sorted(own, key=lambda one: (_order(one, least), -one.person), reverse=True)
    ranked: list[DuplicateStanding] = []
    for place, one in enumerate(ordered, 1):
        ties = bool(ranked) and _order(ranked[-1], least) == _order(one, least)
        ranked.append(one._replace(rank=ranked[-1].rank if ties else place))
    return tuple(ranked)


class _Total(NamedTuple):
    """A person's totals over the deals of a round."""

    deals: int
    points: Fraction
    possible: int
    difference: Fraction


@lru_cache(KEPT)
def _totals(tables: Round) -> dict[int | None, _Total]:
    """Return the totals of each person in a round."""
    own: dict[int | None, list[DuplicateComparison]] = defaultdict(list)
    for line in deal_lines(tables):
        own[line.person].append(line.compared)
    return {
        person: _Total(
            len(compared),
            sum((one.points for one in compared), Fraction()),
            sum(one.possible for one in compared),
            sum((one.difference for one in compared), Fraction()),
        )
        for person, compared in own.items()
    }


def _standing(person: int, totals: Sequence[_Total]) -> DuplicateStanding:
    points = sum((total.points for total in totals), Fraction())
    difference = sum((total.difference for total in totals), Fraction())
    deals, possible = sum(total.deals for total in totals), sum(total.possible for total in totals)
    return DuplicateStanding(person, 0, deals, points, possible, difference)


def _order(standing: DuplicateStanding, least: Fraction) -> tuple[bool, Fraction, Fraction]:
    """Return the key by which people are ranked; `least` is the number of deals that people have to play."""
    share = standing.share
    return standing.deals >= least, Fraction(-1) if share is None else share, standing.difference
