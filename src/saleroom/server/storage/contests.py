"""Stored data of contests: daily deals, results and challenges. The number of people with each score is also stored, so
that pages load fast.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, func, literal, select

from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX
from saleroom.server.storage.columns import (
    bots,
    challenges,
    contest_results,
    contest_scores,
    daily_deals,
    house_results,
    passkeys,
    server_secrets,
    tables,
)
from saleroom.server.storage.database import Database, insert_once, insert_or
from saleroom.server.storage.leases import is_edition
from saleroom.server.storage.people import holders, identity
from saleroom.server.storage.series import SeriesStore
from saleroom.server.storage.tournaments import TournamentStore

Row = TypeVar("Row", bound=tuple[Any, ...])


class ContestResult(NamedTuple):
    """Result of a person's only attempt at a contest."""

    contest: str
    identity: str
    table_id: str
    name: str
    account: bool
    """Whether the person has an account; only accounts are ranked by name."""
    score: int
    at: float


class ContestField(NamedTuple):
    """Results of a contest for one person's page: the person's own result, the number of people with each score, and
    the best results.
    """

    own: ContestResult | None
    """The person's own result."""
    scores: dict[int, int]
    """Number of people with each score, the lowest score first."""
    best: list[ContestResult]
    """List with only the best result, which is the earliest of several equal ones; empty if there are no results."""
    ranked: list[ContestResult]
    """The best results of accounts."""
    house: dict[str, int]
    """Score of each bot level."""


class DailyDeal(NamedTuple):
    """A daily deal as published."""

    contest: str
    source: str
    """Source of the seed: ``secret`` or ``date``."""
    commit: str
    """SHA-256 of the seed, in hex."""
    published_at: float


class LevelDifference(NamedTuple):
    """Difference between the scores of a bot account and of a bot level in the same contest."""

    bot: str
    """Id of the bot account."""
    name: str
    score: int
    """Score of the bot account minus the score of the level."""


class ContestChallenge(NamedTuple):
    """Request to other people to play the same cards from the same seat as a person did."""

    id: str
    table_id: str
    seat: int
    identity: str
    made_at: float


class ContestStore:
    """The contests in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tournaments = TournamentStore(database)
        self.series = SeriesStore(database)

    async def secret(self, name: str) -> bytes:
        """Return the server's 32-byte secret called `name`. The secret is created at its first use and never sent to
        clients.
        """
        return await self._database.write(partial(_secret, name=name))

    # People

    async def identity_of(self, holder: str) -> str:
        """Return the identity of a person, given any of their devices."""
        return await self._database.read(partial(identity, holder=holder))

    async def who_is(self, holder: str) -> tuple[str, bool]:
        """Return the identity of a device's person, and whether that person has an account."""
        return await self._database.read(partial(_who_is, holder=holder))

    async def attempt(self, contest: str, holder: str) -> str | None:
        """Return the table of a person's attempt at a contest, even if the person began it on a device that they linked
        later.
        """
        return await self._database.read(partial(_attempt, contest=contest, holder=holder))

    # Daily deals

    async def publish(self, deals: Sequence[DailyDeal]) -> None:
        """Publish daily deals; deals that are already published stay unchanged."""
        await self._insert(daily_deals, [deal._asdict() for deal in deals])

    async def daily_deals(self, contests: Sequence[str]) -> dict[str, DailyDeal]:
        """Return the daily deals of those contests in `contests` that are published, by contest."""
        query = select(daily_deals).where(daily_deals.c.contest.in_(contests))
        return {deal.contest: deal for deal in await self._all(query, DailyDeal._make)}

    # Results

    async def add_result(self, result: ContestResult, edition: int) -> None:
        """Store a result, unless the person already has a result in the contest or the edition of the table has
        changed.
        """
        await self._database.write(partial(_add_result, result=result, edition=edition))

    async def result(self, contest: str, identity: str | None) -> ContestResult | None:
        """Return a person's result in a contest."""
        return await self._database.read(partial(_result, contest=contest, identity=identity))

    async def results(self, contest: str, limit: int = 100) -> list[ContestResult]:
        """Return the results of a contest, the earliest first."""
        query = select(contest_results).where(contest_results.c.contest == contest)
        return await self._all(query.order_by(contest_results.c.at).limit(limit), ContestResult._make)

    async def results_of(self, identity: str, contests: Sequence[str] | None = None) -> list[ContestResult]:
        """Return a person's results, the earliest first. If `contests` is given, return only results in these
        contests.
        """
        query = select(contest_results).where(contest_results.c.identity == identity)
        if contests is not None:
            query = query.where(contest_results.c.contest.in_(contests))
        return await self._all(query.order_by(contest_results.c.at), ContestResult._make)

    async def field(self, contest: str, identity: str | None, ranked: int) -> ContestField:
        """Return the results of a contest for one person's page; the ranking names at most `ranked` accounts."""
        return await self._database.read(partial(_field, contest=contest, identity=identity, ranked=ranked))

    async def counts(self, contests: Sequence[str]) -> dict[str, int]:
        """Return how many people have finished each contest in `contests`; leave out contests without results."""
        query = select(contest_scores.c.contest, func.sum(contest_scores.c.count))
        chosen = query.where(contest_scores.c.contest.in_(contests)).group_by(contest_scores.c.contest)
        return dict(await self._all(chosen, tuple))

    async def add_house_score(self, contest: str, level: str, score: int) -> None:
        """Store the score of a bot level in a contest."""
        values = {"contest": contest, "level": level, "score": score}
        await self._insert(house_results, [values])

    # Ladder of bots

    async def finished(self, identity: str, begins: str) -> int:
        """Return the number of contests that a person has finished, among contests whose names begin with `begins`."""
        own = select(func.count()).select_from(contest_results).where(contest_results.c.identity == identity)
        query = own.where(_begins(contest_results.c.contest, begins))
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def differences(self, begins: str, level: str) -> list[LevelDifference]:
        """Return the score differences between bot accounts and a bot level, in contests whose names begin with
        `begins`.
        """
        house = contest_results.join(house_results, house_results.c.contest == contest_results.c.contest)
        known = house.join(bots, contest_results.c.identity == literal(BOT_ACCOUNT_PREFIX) + bots.c.id)
        better = contest_results.c.score - house_results.c.score
        query = select(bots.c.id, bots.c.name, better).select_from(known).where(house_results.c.level == level)
        return await self._all(query.where(_begins(contest_results.c.contest, begins)), LevelDifference._make)

    # Challenges

    async def add_challenge(self, challenge: ContestChallenge) -> None:
        """Store a challenge, unless the store already has a challenge for the same seat of the match."""
        await self._insert(challenges, [challenge._asdict()])

    async def challenge(self, challenge_id: str) -> ContestChallenge | None:
        """Return a challenge by its id."""
        rows = await self._all(select(challenges).where(challenges.c.id == challenge_id), ContestChallenge._make)
        return rows[0] if rows else None

    async def challenges_of(self, table_id: str) -> list[ContestChallenge]:
        """Return the challenges to play the cards of a table."""
        return await self._all(select(challenges).where(challenges.c.table_id == table_id), ContestChallenge._make)

    async def _all(self, query: Any, make: Callable[[Any], Row]) -> list[Row]:
        return await self._database.read(lambda connection: [make(row) for row in connection.execute(query)])

    async def _insert(self, table: Any, values: Sequence[Mapping[str, Any]]) -> None:
        """Insert the rows whose keys are not in the table yet."""
        await self._database.write(partial(insert_once, table=table, values=values))


def _begins(column: Any, text: str) -> Any:
    """Return the SQL condition that a column begins with a text; unlike a condition with LIKE, it can use an index."""
    return (column >= text) & (column < text[:-1] + chr(ord(text[-1]) + 1))


def _who_is(connection: Connection, holder: str) -> tuple[str, bool]:
    who = identity(connection, holder)
    return who, connection.execute(select(passkeys.c.id).where(passkeys.c.person == who).limit(1)).first() is not None


def _attempt(connection: Connection, contest: str, holder: str) -> str | None:
    devices = holders(connection, identity(connection, holder))
    begun = select(tables.c.id).where(tables.c.contest == contest, tables.c.owner.in_(devices))
    return connection.execute(begun.order_by(tables.c.made_at).limit(1)).scalar()


def _secret(connection: Connection, name: str) -> bytes:
    new = {"name": name, "value": secrets.token_bytes(32)}
    connection.execute(insert_or(connection, server_secrets).on_conflict_do_nothing(), new)
    return connection.execute(select(server_secrets.c.value).where(server_secrets.c.name == name)).scalar_one()


def _result(connection: Connection, contest: str, identity: str | None) -> ContestResult | None:
    own = (contest_results.c.contest == contest) & (contest_results.c.identity == identity)
    row = connection.execute(select(contest_results).where(own)).first()
    return None if row is None else ContestResult._make(row)


def _field(connection: Connection, contest: str, identity: str | None, ranked: int) -> ContestField:
    results, house = contest_results.c, house_results.c
    every = select(contest_results).where(results.contest == contest).order_by(results.score.desc(), results.at)
    scores = select(contest_scores.c.score, contest_scores.c.count).where(contest_scores.c.contest == contest)
    levels = select(house.level, house.score).where(house.contest == contest)
    return ContestField(
        _result(connection, contest, identity),
        dict(_pairs(connection, scores.order_by(contest_scores.c.score))),
        [ContestResult._make(row) for row in connection.execute(every.limit(1))],
        [ContestResult._make(row) for row in connection.execute(every.where(results.account).limit(ranked))],
        dict(_pairs(connection, levels)),
    )


def _pairs(connection: Connection, query: Any) -> Iterator[tuple[Any, ...]]:
    return (tuple(row) for row in connection.execute(query))


def _add_result(connection: Connection, result: ContestResult, edition: int) -> None:
    if not is_edition(connection, result.table_id, edition):
        return
    added = connection.execute(insert_or(connection, contest_results).on_conflict_do_nothing(), result._asdict())
    if added.rowcount > 0:
        count = insert_or(connection, contest_scores).values(contest=result.contest, score=result.score, count=1)
        more = {"count": contest_scores.c.count + 1}
        connection.execute(count.on_conflict_do_update(index_elements=["contest", "score"], set_=more))
