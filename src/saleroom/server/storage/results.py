"""Stored results, which are written once per match, and statistics of each person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, and_, func, literal_column, select, text, update

from saleroom.server.core.project.results import PersonResult
from saleroom.server.storage.columns import (
    RESULTS_DUE,
    hinted_seats,
    ratings,
    results,
    reviewed_seats,
    table_events,
    table_summaries,
)
from saleroom.server.storage.database import Database, insert_once
from saleroom.server.storage.leases import is_edition
from saleroom.server.storage.people import identity
from saleroom.server.storage.ratings import RatedPlayer, Strength, rate

UNKNOWN = -1
"""Seat number in `hinted` that marks tables from before hints were stored."""


@dataclass(frozen=True)
class MatchStatistics:
    """Statistics of an identity in one game."""

    game: str
    matches: int
    won: int
    bids_made: int
    bids_set: int


@dataclass(frozen=True)
class LevelResults:
    """Results of an identity against one bot level, from complete matches in which all opponents had that level."""

    game: str
    level: str
    matches: int
    won: int
    fair: float
    """Expected number of wins for a player as strong as the bots: the sum of 1 / seats over the matches."""


@dataclass(frozen=True)
class ReviewedLoss:
    """Result of the review of one match."""

    game: str
    table_id: str
    over_at: float
    decisions: int
    cost: float


LATEST = 50
"""Maximum number of matches that say whether a person finishes what they begin: the latest ones."""


@dataclass(frozen=True)
class Finishing:
    """How many of their latest matches with other people an identity has finished."""

    matches: int
    finished: int


class Results:
    """The results of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Writing

    async def keep(self, table_id: str, person_results: Sequence[PersonResult], edition: int) -> bool:
        """Write the results of a finished match, and add the match to the ratings; a second call changes nothing.

        If the table's edition has changed because a person was erased, write nothing and return False.
        """
        return await self._database.write(
            partial(_keep, table_id=table_id, person_results=person_results, edition=edition)
        )

    async def note_hint(self, table_id: str, seat: int) -> None:
        """Store that a seat has had a hint."""
        await self._database.write(
            partial(insert_once, table=hinted_seats, values=[{"table_id": table_id, "seat": seat}])
        )

    async def note_review(self, table_id: str, seat: int, decisions: int, cost: float, now: float) -> None:
        """Store the result of a review of a seat, unless the store already has one; all reviews of a seat give the same
        result.
        """
        row = {"table_id": table_id, "seat": seat, "decisions": decisions, "cost": cost, "at": now}
        await self._database.write(partial(insert_once, table=reviewed_seats, values=[row]))

    # Results that are still to be written

    async def are_kept(self, table_id: str) -> bool:
        """Return whether a match's results have been written."""
        query = select(table_summaries.c.results_kept).where(table_summaries.c.table_id == table_id)
        return bool(await self._database.read(lambda connection: connection.execute(query).scalar()))

    async def due(self) -> list[str]:
        """Return the tables whose results may be missing.

        The results may be missing for finished tables without stored results, and for tables whose summary is older
        than their last event. A server that was killed after the last move leaves such an old summary.
        """
        return await self._database.read(_due)

    # Reading

    async def standings(self, who: str) -> list[MatchStatistics]:
        """Return the statistics of an identity, by game."""
        counted = select(
            results.c.game,
            func.count(),
            func.count().filter(results.c.won),
            func.sum(results.c.bids_made),
            func.sum(results.c.bids_set),
        )
        query = counted.where(results.c.identity == who).group_by(results.c.game)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [MatchStatistics(*row) for row in rows]

    async def ladder(self, who: str) -> list[LevelResults]:
        """Return the results of an identity against each bot level."""
        alone = and_(results.c.identity == who, results.c.whole, results.c.people == 1)
        one_level = and_(results.c.level != "", ~results.c.level.contains(","))
        counted = select(
            results.c.game,
            results.c.level,
            func.count(),
            func.count().filter(results.c.won),
            func.sum(1.0 / results.c.seats),
        )
        query = counted.where(alone, one_level).group_by(results.c.game, results.c.level)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [LevelResults(game, level, matches, won, float(fair)) for game, level, matches, won, fair in rows]

    async def ratings(self, who: str) -> dict[str, tuple[Strength, int]]:
        """Return an identity's strength in each rated game, and the number of rated matches from which it was
        computed.
        """
        rows = await self._database.read(
            lambda connection: connection.execute(select(ratings).where(ratings.c.identity == who)).all()
        )
        return {row.game: (Strength(row.mu, row.sigma), row.matches) for row in rows}

    async def finishing(self, who: str) -> Finishing:
        """Return how many of their latest `LATEST` matches with other people an identity has finished."""
        query = latest_finished(who)
        latest = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return Finishing(matches=len(latest), finished=sum(map(bool, latest)))

    async def matches(
        self, who: str, game: str | None = None, level: str | None = None, skip: int = 0, limit: int = 20
    ) -> list[Any]:
        """Return an identity's results, the latest first. Each result includes the names, devices and scores of all
        players at the table.
        """
        query = (
            select(
                results,
                table_summaries.c.names,
                table_summaries.c.scores,
                table_summaries.c.holders,
                reviewed_seats.c.decisions,
                reviewed_seats.c.cost,
            )
            .join(table_summaries, table_summaries.c.table_id == results.c.table_id)
            .outerjoin(reviewed_seats, _same_seat())
            .where(results.c.identity == who)
        )
        if game is not None:
            query = query.where(results.c.game == game)
        if level is not None:
            query = query.where(results.c.people > 1 if level == "people" else results.c.level == level)
        query = query.order_by(results.c.over_at.desc(), results.c.table_id).offset(skip).limit(limit)
        return list(await self._database.read(lambda connection: connection.execute(query).all()))

    async def losses(self, who: str, limit: int = 500) -> list[ReviewedLoss]:
        """Return the results of reviews of an identity's latest matches, the oldest review first."""
        query = (
            select(
                results.c.game, results.c.table_id, results.c.over_at, reviewed_seats.c.decisions, reviewed_seats.c.cost
            )
            .join(reviewed_seats, _same_seat())
            .where(results.c.identity == who, results.c.whole, reviewed_seats.c.decisions > 0)
            .order_by(results.c.over_at.desc())
            .limit(limit)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [ReviewedLoss(*row) for row in reversed(rows)]


def latest_finished(who: str) -> Select[Any]:
    """Return the query for whether an identity has finished each of its latest matches that count for that."""
    counts = select(results.c.finished).where(results.c.identity == who, results.c.finished.is_not(None))
    return counts.order_by(results.c.over_at.desc()).limit(LATEST)


def _same_seat() -> Any:
    return and_(reviewed_seats.c.table_id == results.c.table_id, reviewed_seats.c.seat == results.c.seat)


# Transactions


def _keep(connection: Connection, table_id: str, person_results: Sequence[PersonResult], edition: int) -> bool:
    if not is_edition(connection, table_id, edition):
        return False
    query = select(table_summaries.c.results_kept).where(table_summaries.c.table_id == table_id)
    if connection.execute(query).scalar() is not False:
        return True
    seats = set(connection.execute(select(hinted_seats.c.seat).where(hinted_seats.c.table_id == table_id)).scalars())
    values = [_values(connection, table_id, result, seats) for result in person_results]
    if values:
        insert_once(connection, results, values)
    rated = [row for row in values if row["rated"]]
    parts = [RatedPlayer(table_id, row["seat"], row["identity"], row["place"], row["stayed"], None) for row in rated]
    if parts:
        rate(connection, rated[0]["game"], table_id, parts)
    connection.execute(update(table_summaries).where(table_summaries.c.table_id == table_id).values(results_kept=True))
    return True


def _values(connection: Connection, table_id: str, result: PersonResult, seats: set[int]) -> dict[str, Any]:
    row = asdict(result)
    who = identity(connection, row.pop("holder"))
    hints = None if UNKNOWN in seats and result.seat not in seats else result.seat in seats
    return {"table_id": table_id, "identity": who, "hints": hints, **row}


def _due(connection: Connection) -> list[str]:
    summaries = table_summaries.name
    if connection.dialect.name == "sqlite":  # without statistics, SQLite prefers the index of the status
        summaries += " INDEXED BY briefs_results_due"
    over = select(literal_column(table_summaries.c.table_id.name)).select_from(text(summaries)).where(RESULTS_DUE)
    last = (
        select(table_events.c.at)
        .where(table_events.c.table_id == table_summaries.c.table_id)
        .order_by(table_events.c.number.desc())
        .limit(1)
    )
    lagging = select(table_summaries.c.table_id).where(
        table_summaries.c.status == "playing", table_summaries.c.last_at < last.scalar_subquery()
    )
    return [*connection.execute(over).scalars(), *connection.execute(lagging).scalars()]
