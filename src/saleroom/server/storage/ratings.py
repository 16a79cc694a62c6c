"""Ratings. Ratings depend only on the ranks of players in rated matches, and on the order in which the results were
stored.

All ratings can therefore be recomputed at any time. A player who left a match counts as last. Each stored match of an
erased player contains the player's strength before that match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from saleroom.server.storage.columns import rated_matches, ratings, results
from saleroom.server.storage.database import Database

ERASED = "erased-"
"""Prefix of the identities of erased people; an erased person has a different identity in each match."""

ATTEMPTS = 20


class Strength(NamedTuple):
    """Normal distribution that describes a player's strength."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class RatedPlayer:
    """A player in a rated match."""

    table_id: str
    seat: int
    identity: str
    place: int
    stayed: bool
    before: Strength | None
    """Player's strength before the match, as last stored; None if it was not stored."""


@dataclass(frozen=True)
class RecomputedRatings:
    """All recomputed ratings of a game."""

    last: int | None
    """Number of the last included rated match; None if there are none."""
    now: dict[str, tuple[Strength, int]]
    """Strength of each identity, with the number of rated matches from which it was computed."""
    before: list[tuple[RatedPlayer, Strength]]
    """Each player of each match, with the recomputed strength before that match."""


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


@cache
def newcomer() -> Strength:
    """Return the strength of a player without rated matches."""
    rating = _model().rating()
    return Strength(rating.mu, rating.sigma)


def after(parts: Sequence[RatedPlayer], before: Sequence[Strength]) -> list[Strength]:
    """Return the strengths after a match. If the match had only one player, or a player had two seats, the strengths do
    not change.
    """
    if len(parts) < 2 or len({part.identity for part in parts}) < len(parts):
        return list(before)
    model = _model()
    ranks = [float(part.place if part.stayed else len(parts) + 100) for part in parts]
    rated = model.rate([[model.rating(*strength)] for strength in before], ranks=ranks)
    return [Strength(one.mu, one.sigma) for (one,) in rated]


def teaches(parts: Sequence[RatedPlayer]) -> bool:
    """Return whether a match counts for ratings, because it has at least two players and no person has two seats."""
    return len({part.identity for part in parts}) == len(parts) > 1


# Adding one match


def rate(connection: Connection, game: str, table_id: str, parts: Sequence[RatedPlayer]) -> None:
    """Add a match to the ratings, in the transaction that has just written its results."""
    if not teaches(parts):
        return
    connection.execute(insert(rated_matches), {"table_id": table_id, "game": game})
    known = {part.identity: _known(connection, part.identity, game) for part in parts}
    before = [known[part.identity][0] for part in parts]
    for part, strength, learnt in zip(parts, before, after(parts, before), strict=True):
        _came_with(connection, part, strength)
        _set(connection, part.identity, game, learnt, known[part.identity][1] + 1)


def _known(connection: Connection, who: str, game: str) -> tuple[Strength, int]:
    row = connection.execute(select(ratings).where(ratings.c.identity == who, ratings.c.game == game)).first()
    return (newcomer(), 0) if row is None else (Strength(row.mu, row.sigma), row.matches)


def _came_with(connection: Connection, part: RatedPlayer, strength: Strength) -> None:
    connection.execute(
        update(results)
        .where(results.c.table_id == part.table_id, results.c.seat == part.seat, results.c.identity == part.identity)
        .values(mu=strength.mu, sigma=strength.sigma)
    )


def _set(connection: Connection, who: str, game: str, strength: Strength, matches: int) -> None:
    connection.execute(delete(ratings).where(ratings.c.identity == who, ratings.c.game == game))
    row = {"identity": who, "game": game, "mu": strength.mu, "sigma": strength.sigma, "matches": matches}
    connection.execute(insert(ratings), row)


# Recomputing all


async def recompute(database: Database, game: str) -> None:
    """Recompute all ratings of a game in a reading transaction, and then write them; start again if a match was added
    meanwhile.
    """
    for _ in range(ATTEMPTS):
        recomputed = await database.read(partial(fold, game=game))
        if await database.write(partial(_replace, game=game, recomputed=recomputed)):
            return


def fold(connection: Connection, game: str) -> RecomputedRatings:
    """Return the ratings computed from the stored results of a game."""
    now: dict[str, tuple[Strength, int]] = {}
    before: list[tuple[RatedPlayer, Strength]] = []
    last = _last(connection, game)
    for _, group in groupby(_rows(connection, game), key=lambda row: row.number):
        parts = [_part(row) for row in group]
        came = [_strength_before(part, now) for part in parts]
        before += zip(parts, came, strict=True)
        if teaches(parts):
            for part, learnt in zip(parts, after(parts, came), strict=True):
                if not part.identity.startswith(ERASED):
                    now[part.identity] = (learnt, now.get(part.identity, (learnt, 0))[1] + 1)
    return RecomputedRatings(last, now, before)


def _rows(connection: Connection, game: str) -> list[Any]:
    query = (
        select(rated_matches.c.number, results)
        .join(results, results.c.table_id == rated_matches.c.table_id)
        .where(rated_matches.c.game == game, results.c.rated)
        .order_by(rated_matches.c.number, results.c.seat)
    )
    return list(connection.execute(query).all())


def _part(row: Any) -> RatedPlayer:
    before = None if row.mu is None else Strength(row.mu, row.sigma)
    return RatedPlayer(row.table_id, row.seat, row.identity, row.place, row.stayed, before)


def _strength_before(part: RatedPlayer, now: dict[str, tuple[Strength, int]]) -> Strength:
    if part.identity.startswith(ERASED) and part.before is not None:
        return part.before
    return now.get(part.identity, (newcomer(), 0))[0]


def _last(connection: Connection, game: str) -> int | None:
    return connection.execute(select(func.max(rated_matches.c.number)).where(rated_matches.c.game == game)).scalar()


def _replace(connection: Connection, game: str, recomputed: RecomputedRatings) -> bool:
    """Write recomputed ratings and return True; if another match has been added meanwhile, return False."""
    if _last(connection, game) != recomputed.last:
        return False
    connection.execute(delete(ratings).where(ratings.c.game == game))
    for who, (strength, matches) in recomputed.now.items():
        _set(connection, who, game, strength, matches)
    for part, strength in recomputed.before:
        if part.before != strength:
            _came_with(connection, part, strength)
    return True
