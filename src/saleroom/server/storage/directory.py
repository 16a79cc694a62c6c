"""Directory of people, tables and seats for the operator. It shows no cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, exists, func, select

from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX
from saleroom.server.storage.administration import CLOSE, is_closed
from saleroom.server.storage.columns import (
    devices,
    is_listed,
    leases,
    passkeys,
    processes,
    restrictions,
    table_summaries,
    tables,
)
from saleroom.server.storage.database import Database
from saleroom.server.storage.sittings import SITTINGS
from saleroom.server.storage.table_transactions import events_after

WHO = func.coalesce(devices.c.person, SITTINGS.c.holder)
"""Identity of the person who sat down."""
SEATED = SITTINGS.outerjoin(devices, devices.c.holder == SITTINGS.c.holder)
IS_PERSON = ~SITTINGS.c.holder.startswith(BOT_ACCOUNT_PREFIX)


@dataclass(frozen=True)
class PersonLine:
    """A person who has sat at a table."""

    identity: str
    names: list[str]
    """Names that the person has used, the latest first."""
    tables: int
    devices: int
    passkeys: int
    last_at: float
    restrictions: list[str]


@dataclass(frozen=True)
class TableLine:
    """A table in the operator's directory."""

    id: str
    game: str
    status: str
    names: list[str]
    scores: list[int]
    made_at: float
    last_at: float
    listed: bool
    contest: str | None
    process: str | None
    """Process that owns the table; None if no registered process owns it."""
    closed: bool


@dataclass(frozen=True)
class ChatLine:
    """Line of a table's chat log: a player who sat down, or a chat message."""

    number: int
    seat: int | None
    identity: str
    kind: str
    text: str
    at: float


class Directory:
    """The people and tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def identities(self, begins: str) -> list[str]:
        """Return people whose id, or the id of one of their devices, begins with `begins`. If more than two people
        match, return only some of them.
        """
        return await self._database.read(partial(_identities, begins=begins))

    async def people(self, name: str | None, limit: int) -> list[PersonLine]:
        """Return the people who sat down most recently. If `name` is given, return only people whose name contains
        it.
        """
        return await self._database.read(partial(_people, name=name, limit=limit))

    async def tables(self, among: Iterable[str] | None, status: str | None, limit: int) -> list[TableLine]:
        """Return the tables with the latest events. `among` and `status`, if given, limit the selection; `status` can
        also be ``closed``.
        """
        return await self._database.read(partial(_tables, among=among, status=status, limit=limit))

    async def chat(self, table_id: str) -> list[ChatLine]:
        """Return a table's chat and the players who sat down there, in the order of the events."""
        return await self._database.read(partial(_chat, table_id=table_id))

    async def unfinished(self, holders: Iterable[str]) -> list[str]:
        """Return the unfinished tables at which one of the devices `holders` has a seat."""
        sat = select(SITTINGS.c.table_id).where(SITTINGS.c.holder.in_(list(holders)), IS_PERSON)
        query = select(table_summaries.c.table_id).where(
            table_summaries.c.table_id.in_(sat), table_summaries.c.status != "over"
        )
        return sorted(await self._database.read(lambda connection: connection.execute(query).scalars().all()))


def _identities(connection: Connection, begins: str) -> list[str]:
    people = select(devices.c.person).where(devices.c.person.startswith(begins)).distinct().limit(2)
    sat = select(WHO).select_from(SEATED).where(IS_PERSON, SITTINGS.c.holder.startswith(begins)).distinct().limit(2)
    linked = select(devices.c.person).where(devices.c.holder.startswith(begins)).distinct().limit(2)
    created = select(func.coalesce(devices.c.person, tables.c.owner)).outerjoin_from(
        tables, devices, devices.c.holder == tables.c.owner
    )
    created = created.where(tables.c.owner.startswith(begins)).distinct().limit(2)
    return sorted({who for query in (people, sat, linked, created) for who in connection.execute(query).scalars()})


def _people(connection: Connection, name: str | None, limit: int) -> list[PersonLine]:
    last = func.max(SITTINGS.c.at)
    query = select(WHO, last).select_from(SEATED).where(IS_PERSON).group_by(WHO).order_by(last.desc()).limit(limit)
    if name is not None:
        query = query.where(SITTINGS.c.name.icontains(name, autoescape=True))
    rows = connection.execute(query).all()
    who = [identity for identity, _ in rows]
    names, tables_of = _sat(connection, who)
    held, keys, restricted = _counts(connection, devices, who), _counts(connection, passkeys, who), _kinds(connection)
    return [
        PersonLine(
            identity,
            names[identity],
            len(tables_of[identity]),
            held.get(identity, 1),
            keys.get(identity, 0),
            at,
            restricted[identity],
        )
        for identity, at in rows
    ]


def _sat(connection: Connection, who: list[str]) -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Return the names that each person used, the latest first, and the tables where they sat."""
    names, tables_of = defaultdict[str, list[str]](list), defaultdict[str, set[str]](set)
    query = select(WHO, SITTINGS.c.table_id, SITTINGS.c.name).select_from(SEATED).where(IS_PERSON, WHO.in_(who))
    for identity, table_id, name in connection.execute(query.order_by(SITTINGS.c.at.desc())):
        tables_of[identity].add(table_id)
        if name is not None and name not in names[identity]:
            names[identity].append(name)
    return names, tables_of


def _counts(connection: Connection, table: Any, who: list[str]) -> dict[str, int]:
    query = select(table.c.person, func.count()).where(table.c.person.in_(who)).group_by(table.c.person)
    return {row.person: row[1] for row in connection.execute(query)}


def _kinds(connection: Connection) -> dict[str, list[str]]:
    """Return the kinds of restrictions on each person, by identity."""
    by_subject = defaultdict[str, list[str]](list)
    query = select(restrictions.c.subject, restrictions.c.kind).where(restrictions.c.kind != CLOSE)
    for subject, kind in connection.execute(query.order_by(restrictions.c.kind)):
        by_subject[subject].append(kind)
    return by_subject


def _tables(connection: Connection, among: Iterable[str] | None, status: str | None, limit: int) -> list[TableLine]:
    closed = exists().where(is_closed(tables.c.id))
    joined = tables.join(table_summaries, table_summaries.c.table_id == tables.c.id).outerjoin(
        leases, leases.c.table_id == tables.c.id
    )
    owner = joined.outerjoin(processes, processes.c.id == leases.c.owner)
    columns = (
        tables.c.id,
        tables.c.game,
        table_summaries.c.status,
        table_summaries.c.names,
        table_summaries.c.scores,
        tables.c.made_at,
    )
    more = (table_summaries.c.last_at, is_listed, tables.c.contest, processes.c.id, closed)
    query = select(*columns, *more).select_from(owner).order_by(table_summaries.c.last_at.desc()).limit(limit)
    if among is not None:
        query = query.where(tables.c.id.in_(list(among)))
    if status is not None:
        query = query.where(closed if status == "closed" else table_summaries.c.status == status)
    return [TableLine(*row) for row in connection.execute(query)]


def _chat(connection: Connection, table_id: str) -> list[ChatLine]:
    events = [event for event in events_after(connection, table_id, 0) if event.kind in ("sit", "say")]
    query = select(devices.c.holder, devices.c.person).where(devices.c.holder.in_({event.holder for event in events}))
    people = {row.holder: row.person for row in connection.execute(query)}
    return [
        ChatLine(
            *(event.number, event.seat, people.get(event.holder, event.holder or ""), event.kind),
            *(event.data["name" if event.kind == "sit" else "text"], event.at),
        )
        for event in events
    ]
