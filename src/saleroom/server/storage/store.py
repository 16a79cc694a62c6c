"""Storage of tables and their events in one database.

An event is durable when `append` returns. Several processes may use the same database. Only the process that owns a
table (`leases.py`) writes the table's events, and no event number is written twice. If another process has taken over
the table, a write raises `StaleEpoch`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from time import perf_counter
from typing import Any

from sqlalchemy import Connection, exists, func, or_, select
from sqlalchemy.exc import IntegrityError

from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.ops import metrics
from saleroom.server.ops.settings import DataPlace
from saleroom.server.storage.administration import Administration, is_closed
from saleroom.server.storage.archive_store import ArchiveStore
from saleroom.server.storage.avoidance import Avoidance
from saleroom.server.storage.bot_challenges import BotChallengeStore
from saleroom.server.storage.bots import BotStore
from saleroom.server.storage.classrooms import ClassroomStore
from saleroom.server.storage.columns import is_listed, table_summaries, tables
from saleroom.server.storage.contests import ContestStore
from saleroom.server.storage.database import Database, migrate, open_database, refuse_newer_rules
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.erasure import Erasure
from saleroom.server.storage.leases import Leases
from saleroom.server.storage.notifications import NotificationStore
from saleroom.server.storage.outage import SlowWrites
from saleroom.server.storage.own_tables import OwnTables, on_list_of, with_devices
from saleroom.server.storage.people import People
from saleroom.server.storage.probe import WriteProbe
from saleroom.server.storage.push import PushStore
from saleroom.server.storage.removals import removed_earlier
from saleroom.server.storage.results import Results
from saleroom.server.storage.table_transactions import (
    StaleEpoch,
    Values,
    event_values,
    events_after,
    header_of,
    insert_events,
    insert_one_by_one,
    insert_table,
    load_table,
    summary_of,
)
from saleroom.server.storage.writer import QueuedRow, Writer

Listing = tuple[TableHeader, TableSummary]
FIRST_EPOCH = 1


class Store:
    """The tables of one database. `Store.open` creates the object."""

    def __init__(self, database: Database, machine: str = "") -> None:
        self.database = database
        self.contests = ContestStore(database)
        self.people = People(database)
        self.results = Results(database)
        self.erasure = Erasure(database)
        self.leases = Leases(database, machine)
        self.administration = Administration(database)
        self.bots = BotStore(database)
        self.bot_challenges = BotChallengeStore(database)
        self.push = PushStore(database)
        self.notifications = NotificationStore(database)
        self.own_tables = OwnTables(database)
        self.avoidance = Avoidance(database)
        self.classrooms = ClassroomStore(database)
        self.probe = WriteProbe(database)
        self.archives = ArchiveStore(database)
        self._writer = Writer(self._commit)
        self._slow_writes = SlowWrites()

    @classmethod
    async def open(cls, place: DataPlace, machine: str = "") -> Store:
        """Open the database at `place`; create and migrate it if necessary. `machine` is the name of this machine for
        the reverse proxy. Raise `StoreTrouble` if the database is unusable.
        """
        database = await asyncio.to_thread(open_database, place)
        try:
            await database.write(migrate, serial=False)
            await database.read(partial(refuse_newer_rules, place=str(place)))
        except BaseException:
            await database.close()
            raise
        return cls(database, machine)

    async def close(self) -> None:
        """Write the queued rows, and close the database."""
        await self._writer.close()
        await self.probe.close()
        await self.database.close()

    # Writing

    async def create(
        self,
        header: TableHeader,
        first: Sequence[TableEvent],
        summary: TableSummary,
        also: Callable[[Connection], object] = lambda connection: None,
    ) -> None:
        """Create a table with its first events. This process then owns the table, in epoch `FIRST_EPOCH`.

        The function `also` writes related rows in the same transaction; if `also` raises an error, nothing is stored.
        """
        row = {"table_id": header.id, **asdict(summary)}
        lease = {"table_id": header.id, "epoch": FIRST_EPOCH, "owner": self.leases.process, "edition": 0}
        events = [event_values(header.id, event) for event in first]

        def transaction(connection: Connection) -> None:
            insert_table(connection, header=asdict(header), summary=row, lease=lease, events=events)
            also(connection)

        try:
            await self.database.write(transaction)
        except IntegrityError:
            raise StoreTrouble(f"there is a table {header.id} already") from None

    async def append(self, table_id: str, event: TableEvent, epoch: int) -> None:
        """Add an event, and return when it is durable. Raise `StaleEpoch` if `epoch` is no longer current,
        `OutcomeUnknown` if the event can have been stored, or another `StoreTrouble` if it has not been stored.
        """
        began = perf_counter()
        await self._writer.append({**event_values(table_id, event), "epoch": epoch})
        seconds = perf_counter() - began
        metrics.APPEND.observe(seconds)
        self._slow_writes.note(seconds, table=table_id, version=event.number)

    def note_summary(self, table_id: str, summary: TableSummary, edition: int, epoch: int | None = None) -> None:
        """Queue a table's summary. The summary is written together with the next events if `epoch` is still current.

        If the table's edition has changed, the summary is not written, because it could name an erased person.
        """
        self._writer.note(table_id, {"key": table_id, "edition": edition, "epoch": epoch, **asdict(summary)})

    async def _commit(self, entries: Sequence[QueuedRow], notes: Sequence[Values]) -> None:
        """Write all entries in one transaction; after a conflict, write each of them in its own savepoint."""
        values = [entry.values for entry in entries]
        try:
            try:
                await self.database.write(partial(insert_events, events=values, notes=notes), serial=False)
                late = []
            except (IntegrityError, StaleEpoch):
                late = await self.database.write(partial(insert_one_by_one, events=values, notes=notes), serial=False)
        except Exception as error:
            trouble = error if isinstance(error, StoreTrouble) else StoreTrouble(f"cannot be used: {error}")
            for entry in entries:
                entry.complete(trouble)
        else:
            for number, entry in enumerate(entries):
                entry.complete(StaleEpoch() if number in late else None)

    # Reading

    async def load(self, table_id: str) -> tuple[TableHeader, list[TableEvent]] | None:
        """Return a table and all its events; None if there is no such table."""
        return await self.database.read(partial(load_table, table_id=table_id))

    async def events_after(self, table_id: str, number: int) -> list[TableEvent]:
        """Return a table's events after event `number`."""
        return await self.database.read(partial(events_after, table_id=table_id, number=number))

    async def bots_due(self, since: float) -> list[str]:
        """Return the tables with people at which a bot has to act and whose last event is newer than `since`.

        The most recently active table comes first.
        """
        query = select(table_summaries.c.table_id, table_summaries.c.holders).where(
            table_summaries.c.status == "playing", table_summaries.c.bots_due, table_summaries.c.last_at >= since
        )
        rows = await self.database.read(
            lambda connection: connection.execute(query.order_by(table_summaries.c.last_at.desc())).all()
        )
        return [table_id for table_id, holders in rows if holders]

    async def overdue(self, now: float) -> list[str]:
        """Return the correspondence tables at which the server has to move now, for a bot or a late person."""
        query = select(table_summaries.c.table_id).where(
            table_summaries.c.due_at <= now, table_summaries.c.status == "playing"
        )
        return list(await self.database.read(lambda connection: connection.execute(query).scalars().all()))

    async def count_unfinished(self, holder: str, since: float) -> int:
        """Return the number of unfinished tables that a device or bot account has created after the time `since`."""
        query = select(func.count()).select_from(
            tables.join(table_summaries, table_summaries.c.table_id == tables.c.id)
        )
        query = query.where(tables.c.owner == holder, tables.c.made_at >= since, table_summaries.c.status != "over")
        return await self.database.read(lambda connection: connection.execute(query).scalar_one())

    async def tables_of(self, *holders: str, limit: int = 100) -> list[Listing]:
        """Return the tables that the given devices created or at which they have taken seats, the latest table
        first.
        """
        return await self._summaries(with_devices(holders), limit)

    async def own_list(self, identity: str, holders: Sequence[str], limit: int = 100) -> list[Listing]:
        """Return the tables of the person `identity`, who has the devices `holders`, without those that the person has
        removed from the list.

        Unfinished tables come first, and within both groups the latest.
        """
        return await self._summaries(
            with_devices(holders) & on_list_of(identity), limit, first=table_summaries.c.status == "over"
        )

    async def in_play(self, identity: str, holders: Sequence[str], limit: int = 100) -> list[Listing]:
        """Return the tables of `own_list` whose match is in progress."""
        playing = table_summaries.c.status == "playing"
        return await self._summaries(with_devices(holders) & on_list_of(identity) & playing, limit)

    async def has_seat(self, holder: str) -> bool:
        """Return whether a device has a seat at one of its 100 latest tables that is not over."""
        return any(holder in each.holders and each.status != "over" for _, each in await self.tables_of(holder))

    async def evening(self, first: str, limit: int = 100) -> list[Listing]:
        """Return the tables of the evening that began at the table `first`, the latest first."""
        return await self._summaries((tables.c.id == first) | (tables.c.evening == first), limit)

    async def removed_earlier(self, header: TableHeader) -> set[str]:
        """Return the devices and bot accounts that were removed from earlier tables of a table's evening."""
        return await self.database.read(partial(removed_earlier, header=header)) if header.evening else set()

    async def listed(self, since: float, limit: int = 100) -> list[Listing]:
        """Return the unfinished public tables with an event after the time `since`, the latest table first."""
        return await self._summaries(
            is_listed & or_(table_summaries.c.status == "gathering", table_summaries.c.status == "playing"),
            limit,
            since,
        )

    async def summary(self, table_id: str) -> Listing | None:
        """Return the header and summary of a table; None if the table does not exist or is closed."""
        return next(iter(await self._summaries(tables.c.id == table_id, 1)), None)

    async def summaries(self, table_ids: Sequence[str]) -> list[Listing]:
        """Return the headers and summaries of the tables `table_ids`, the latest table first; leave out closed
        tables.
        """
        return await self._summaries(tables.c.id.in_(table_ids), len(table_ids)) if table_ids else []

    async def _summaries(self, which: Any, limit: int, since: float = 0, first: Any = None) -> list[Listing]:
        query = select(tables, table_summaries).join(table_summaries, table_summaries.c.table_id == tables.c.id)
        query = (
            query.where(which, table_summaries.c.last_at >= since, ~exists().where(is_closed(tables.c.id)))
            .order_by(*([] if first is None else [first]), table_summaries.c.last_at.desc())
            .limit(limit)
        )
        rows = await self.database.read(lambda connection: connection.execute(query).all())
        return [(header_of(row), summary_of(row)) for row in rows]
