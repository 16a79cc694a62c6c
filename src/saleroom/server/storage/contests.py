"""What is stored of contests: daily deals, results, challenges. Counts by score keep every page quick."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, func, literal, select

from saleroom.server.core.state.table import PROGRAM
from saleroom.server.storage.columns import (
    challenges,
    contest_results,
    contest_scores,
    daily_deals,
    house_results,
    passkeys,
    programs,
    secrets,
    tables,
)
from saleroom.server.storage.database import Database, insert_once, insert_or
from saleroom.server.storage.leases import is_edition
from saleroom.server.storage.people import holders, identity
from saleroom.server.storage.tournaments import EventStore

Row = TypeVar("Row", bound=tuple[Any, ...])


class Result(NamedTuple):
    """How somebody's only attempt at a contest ended."""

    contest: str
    identity: str
    table_id: str
    name: str
    account: bool
    """Whether they have an account: only those are ranked by name."""
    score: int
    at: float


class Field(NamedTuple):
    """What everybody made of a contest."""

    own: Result | None
    """The asker's result."""
    scores: dict[int, int]
    """How many people had each score, the lowest first."""
    best: list[Result]
    """The best result, of equal ones the earliest; empty where there is none."""
    ranked: list[Result]
    """The best results of accounts."""
    house: dict[str, int]
    """What the house's players made of it, by level."""


class DailyDeal(NamedTuple):
    """A daily deal as it was published."""

    contest: str
    source: str
    """What the cards come from: ``secret`` or ``date``."""
    commit: str
    """The SHA-256 of the seed, in hex."""
    published_at: float


class Difference(NamedTuple):
    """What a program made of a contest beside a level of the house."""

    program: str
    """Its id."""
    name: str
    score: int
    """Its score less the level's."""


class Challenge(NamedTuple):
    """Somebody asks others to play what they played, from the same seat."""

    id: str
    table_id: str
    seat: int
    identity: str
    made_at: float


class ContestStore:
    """Contests in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.events = EventStore(database)

    async def secret(self, name: str) -> bytes:
        """32 bytes that this server never tells anybody, made when they are first asked for."""
        return await self._database.write(partial(_secret, name=name))

    # People

    async def identity_of(self, holder: str) -> str:
        """Who somebody is, whichever of their devices they use."""
        return await self._database.read(partial(identity, holder=holder))

    async def who_is(self, holder: str) -> tuple[str, bool]:
        """The same, and whether they have an account."""
        return await self._database.read(partial(_who_is, holder=holder))

    async def attempt(self, contest: str, holder: str) -> str | None:
        """The table where somebody plays a contest, begun with whichever device, also before it was theirs."""
        return await self._database.read(partial(_attempt, contest=contest, holder=holder))

    # Daily deals

    async def publish(self, deals: Sequence[DailyDeal]) -> None:
        """Publish daily deals; those that have been published stay as they are."""
        await self._insert(daily_deals, [deal._asdict() for deal in deals])

    async def daily_deals(self, contests: Sequence[str]) -> dict[str, DailyDeal]:
        """Those of these daily deals that have been published, by their contest."""
        query = select(daily_deals).where(daily_deals.c.contest.in_(contests))
        return {deal.contest: deal for deal in await self._all(query, DailyDeal._make)}

    # Results

    async def add_result(self, result: Result, edition: int) -> None:
        """Store a result; nothing where there is one of that person, or its table is of another edition by now."""
        await self._database.write(partial(_add_result, result=result, edition=edition))

    async def result(self, contest: str, identity: str | None) -> Result | None:
        """Somebody's result."""
        return await self._database.read(partial(_result, contest=contest, identity=identity))

    async def results(self, contest: str, most: int = 100) -> list[Result]:
        """The results of a contest, the earliest first."""
        query = select(contest_results).where(contest_results.c.contest == contest)
        return await self._all(query.order_by(contest_results.c.at).limit(most), Result._make)

    async def results_of(self, identity: str, contests: Sequence[str] | None = None) -> list[Result]:
        """The results of somebody, all or those in some contests, the earliest first."""
        query = select(contest_results).where(contest_results.c.identity == identity)
        if contests is not None:
            query = query.where(contest_results.c.contest.in_(contests))
        return await self._all(query.order_by(contest_results.c.at), Result._make)

    async def field(self, contest: str, identity: str | None, ranked: int) -> Field:
        """What everybody made of a contest, with at most so many accounts."""
        return await self._database.read(partial(_field, contest=contest, identity=identity, ranked=ranked))

    async def counts(self, contests: Sequence[str]) -> dict[str, int]:
        """How many people have finished each of these contests; those that nobody has are left out."""
        query = select(contest_scores.c.contest, func.sum(contest_scores.c.count))
        chosen = query.where(contest_scores.c.contest.in_(contests)).group_by(contest_scores.c.contest)
        return dict(await self._all(chosen, tuple))

    async def add_house_score(self, contest: str, level: str, score: int) -> None:
        """Store what a level made of a contest."""
        values = {"contest": contest, "level": level, "score": score}
        await self._insert(house_results, [values])

    # The ladder of programs

    async def finished(self, identity: str, begins: str) -> int:
        """How many contests somebody has finished whose names begin so."""
        own = select(func.count()).select_from(contest_results).where(contest_results.c.identity == identity)
        chosen = own.where(_begins(contest_results.c.contest, begins))
        return await self._database.read(lambda connection: connection.execute(chosen).scalar_one())

    async def differences(self, begins: str, level: str) -> list[Difference]:
        """By how much programs did better than a level with the same cards, in contests whose names begin so."""
        house = contest_results.join(house_results, house_results.c.contest == contest_results.c.contest)
        known = house.join(programs, contest_results.c.identity == literal(PROGRAM) + programs.c.id)
        better = contest_results.c.score - house_results.c.score
        chosen = select(programs.c.id, programs.c.name, better).select_from(known).where(house_results.c.level == level)
        return await self._all(chosen.where(_begins(contest_results.c.contest, begins)), Difference._make)

    # Challenges

    async def add_challenge(self, challenge: Challenge) -> None:
        """Store a challenge; there is one for each seat of a match."""
        await self._insert(challenges, [challenge._asdict()])

    async def challenge(self, challenge_id: str) -> Challenge | None:
        """A challenge by its id."""
        found = await self._all(select(challenges).where(challenges.c.id == challenge_id), Challenge._make)
        return found[0] if found else None

    async def challenges_of(self, table_id: str) -> list[Challenge]:
        """The challenges to play what was played at a table."""
        return await self._all(select(challenges).where(challenges.c.table_id == table_id), Challenge._make)

    async def _all(self, query: Any, make: Callable[[Any], Row]) -> list[Row]:
        return await self._database.read(lambda connection: [make(row) for row in connection.execute(query)])

    async def _insert(self, table: Any, values: Sequence[Mapping[str, Any]]) -> None:
        """Insert those that are not there yet."""
        await self._database.write(partial(insert_once, table=table, values=values))


def _begins(column: Any, text: str) -> Any:
    """Whether a column's text begins so; an index serves this, unlike LIKE."""
    return (column >= text) & (column < text[:-1] + chr(ord(text[-1]) + 1))


def _who_is(connection: Connection, holder: str) -> tuple[str, bool]:
    who = identity(connection, holder)
    return who, connection.execute(select(passkeys.c.id).where(passkeys.c.person == who).limit(1)).first() is not None


def _attempt(connection: Connection, contest: str, holder: str) -> str | None:
    devices = holders(connection, identity(connection, holder))
    begun = select(tables.c.id).where(tables.c.contest == contest, tables.c.owner.in_(devices))
    return connection.execute(begun.order_by(tables.c.made_at).limit(1)).scalar()


def _secret(connection: Connection, name: str) -> bytes:
    new = {"name": name, "value": chance.token_bytes(32)}
    connection.execute(insert_or(connection, secrets).on_conflict_do_nothing(), new)
    return connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar_one()


def _result(connection: Connection, contest: str, identity: str | None) -> Result | None:
    own = (contest_results.c.contest == contest) & (contest_results.c.identity == identity)
    found = connection.execute(select(contest_results).where(own)).first()
    return None if found is None else Result._make(found)


def _field(connection: Connection, contest: str, identity: str | None, ranked: int) -> Field:
    results, house = contest_results.c, house_results.c
    every = select(contest_results).where(results.contest == contest).order_by(results.score.desc(), results.at)
    scores = select(contest_scores.c.score, contest_scores.c.count).where(contest_scores.c.contest == contest)
    levels = select(house.level, house.score).where(house.contest == contest)
    return Field(
        _result(connection, contest, identity),
        dict(_pairs(connection, scores.order_by(contest_scores.c.score))),
        [Result._make(row) for row in connection.execute(every.limit(1))],
        [Result._make(row) for row in connection.execute(every.where(results.account).limit(ranked))],
        dict(_pairs(connection, levels)),
    )


def _pairs(connection: Connection, query: Any) -> Iterator[tuple[Any, ...]]:
    return (tuple(row) for row in connection.execute(query))


def _add_result(connection: Connection, result: Result, edition: int) -> None:
    if not is_edition(connection, result.table_id, edition):
        return
    added = connection.execute(insert_or(connection, contest_results).on_conflict_do_nothing(), result._asdict())
    if added.rowcount > 0:
        count = insert_or(connection, contest_scores).values(contest=result.contest, score=result.score, count=1)
        more = {"count": contest_scores.c.count + 1}
        connection.execute(count.on_conflict_do_update(index_elements=["contest", "score"], set_=more))
