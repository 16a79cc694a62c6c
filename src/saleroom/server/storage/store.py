"""What is stored: tables and their events, in one SQLite file.

An event is durable when `append` returns. A number is written once: two processes may use the same file, and whoever
writes number n of a table first has acted first; the other gets `NumberTaken`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import bindparam, func, insert, or_, select, union, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.ops import metrics
from saleroom.server.storage.columns import briefs, rows, tables
from saleroom.server.storage.datafile import StoreTrouble, describe_error, prepare_file
from saleroom.server.storage.engine import create_engine, migrate, refuse_newer_rules
from saleroom.server.storage.writer import Entry, Writer


class NumberTaken(Exception):
    """Another process has written this event's number, or has carried out its command."""


class Store:
    """The tables of one database. `Store.open` makes one."""

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self.where = where
        self._engine = engine
        self._writer = Writer(self._commit)
        self._writing: AsyncConnection | None = None
        self._reading = asyncio.Semaphore(5)  # as many as the engine keeps connections: the next waits its turn

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The database at `path`, made where there is none and brought up to date; `StoreTrouble` when it cannot be."""
        await asyncio.to_thread(prepare_file, path)
        store = cls(create_engine(path), str(path))
        try:
            async with store._transaction() as connection:
                await connection.run_sync(migrate)
                await connection.run_sync(refuse_newer_rules, path)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what waits, and let go of the file."""
        await self._writer.close()
        if self._writing is not None:
            await self._writing.close()
            self._writing = None
        await self._engine.dispose()

    # Writing

    async def create(self, header: TableHeader, first: Sequence[TableEvent], summary: TableSummary) -> None:
        """A new table with its first rows."""
        async with self._transaction() as connection:
            await connection.execute(insert(tables), asdict(header))
            await connection.execute(insert(briefs), {"table_id": header.id, **asdict(summary)})
            if first:
                await connection.execute(insert(rows), [_values(header.id, event) for event in first])

    async def append(self, table_id: str, event: TableEvent) -> None:
        """Add an event, durable when this returns; `NumberTaken` if another process was first, or `StoreTrouble`."""
        began = perf_counter()
        await self._writer.append(_values(table_id, event))
        metrics.APPEND.observe(perf_counter() - began)

    def note_summary(self, table_id: str, summary: TableSummary) -> None:
        """Have the lobby's lines of a table written with the next rows."""
        self._writer.note(table_id, {"key": table_id, **asdict(summary)})

    async def _commit(self, entries: Sequence[Entry], notes: Sequence[dict[str, Any]]) -> None:
        """All in one transaction; where one of them cannot be, each by itself."""
        try:
            try:
                await self._insert(entries, notes)
            except IntegrityError:
                await self._insert_one_by_one(entries, notes)
        except Exception as error:
            await self._forget_connection()
            self._resolve(entries, StoreTrouble(describe_error(error, self.where)))
        else:
            self._resolve(entries, None)

    async def _insert(self, entries: Sequence[Entry], notes: Sequence[dict[str, Any]]) -> None:
        connection = await self._writing_connection()
        async with connection.begin():
            if entries:
                await connection.execute(_INSERT_EVENTS, [entry.values for entry in entries])
            if notes:
                await connection.execute(_UPDATE_SUMMARY, list(notes))

    async def _insert_one_by_one(self, entries: Sequence[Entry], notes: Sequence[dict[str, Any]]) -> None:
        connection = await self._writing_connection()
        taken = []
        async with connection.begin():
            for entry in entries:
                try:
                    async with connection.begin_nested():
                        await connection.execute(_INSERT_EVENTS, [entry.values])
                except IntegrityError:
                    taken.append(entry)
            if notes:
                await connection.execute(_UPDATE_SUMMARY, list(notes))
        self._resolve(taken, NumberTaken())

    @staticmethod
    def _resolve(entries: Sequence[Entry], error: Exception | None) -> None:
        for entry in entries:
            if entry.done.done():
                continue
            if error is None:
                entry.done.set_result(None)
            else:
                entry.done.set_exception(error)

    async def _writing_connection(self) -> AsyncConnection:
        if self._writing is None:
            self._writing = await self._engine.connect()
            await self._writing.execution_options(writes=True)
        return self._writing

    async def _forget_connection(self) -> None:
        """After trouble the next transaction gets a connection of its own."""
        connection, self._writing = self._writing, None
        if connection is not None:
            try:
                await connection.invalidate()
                await connection.close()
            except Exception:
                pass

    # Reading

    async def load(self, table_id: str) -> tuple[TableHeader, list[TableEvent]] | None:
        """A table and all its rows; None where there is no such table."""
        async with self._transaction(writes=False) as connection:
            found = (await connection.execute(select(tables).where(tables.c.id == table_id))).first()
            if found is None:
                return None
            return _header(found), await _events_after(connection, table_id, 0)

    async def events_after(self, table_id: str, number: int) -> list[TableEvent]:
        """The events that came after event `number`."""
        async with self._transaction(writes=False) as connection:
            return await _events_after(connection, table_id, number)

    async def unfinished(self, since: float) -> list[str]:
        """The tables where people play a match and something happened since then, the latest first."""
        chosen = select(briefs.c.table_id, briefs.c.holders).where(
            briefs.c.status == "playing", briefs.c.last_at >= since
        )
        async with self._transaction(writes=False) as connection:
            found = await connection.execute(chosen.order_by(briefs.c.last_at.desc()))
            return [table_id for table_id, holders in found if holders]

    async def count_unfinished(self, holder: str, since: float) -> int:
        """How many tables somebody has made since then whose match is not over."""
        made = select(func.count()).select_from(tables.join(briefs, briefs.c.table_id == tables.c.id))
        made = made.where(tables.c.owner == holder, tables.c.made_at >= since, briefs.c.status != "over")
        async with self._transaction(writes=False) as connection:
            return (await connection.execute(made)).scalar_one()

    async def tables_of(self, holder: str, most: int = 100) -> list[tuple[TableHeader, TableSummary]]:
        """The tables that somebody made or has sat at, the latest first."""
        sat = select(rows.c.table_id).where(rows.c.holder == holder, rows.c.kind.in_(("sit", "device")))
        made = select(tables.c.id).where(tables.c.owner == holder)
        return await self._summaries(tables.c.id.in_(union(sat, made)), most)

    async def listed(self, since: float, most: int = 100) -> list[tuple[TableHeader, TableSummary]]:
        """The tables that anybody may join or watch and where something happened since then, the latest first."""
        return await self._summaries(
            tables.c.listed & or_(briefs.c.status == "gathering", briefs.c.status == "playing"), most, since
        )

    async def summary(self, table_id: str) -> tuple[TableHeader, TableSummary] | None:
        """What the lobby tells of one table."""
        return next(iter(await self._summaries(tables.c.id == table_id, 1)), None)

    async def _summaries(self, which: Any, most: int, since: float = 0) -> list[tuple[TableHeader, TableSummary]]:
        query = select(tables, briefs).join(briefs, briefs.c.table_id == tables.c.id)
        query = query.where(which, briefs.c.last_at >= since).order_by(briefs.c.last_at.desc()).limit(most)
        async with self._transaction(writes=False) as connection:
            return [(_header(found), _summary(found)) for found in await connection.execute(query)]

    @asynccontextmanager
    async def _transaction(self, writes: bool = True) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._reading, self._engine.connect() as connection:
                await connection.execution_options(writes=writes)
                async with connection.begin():
                    yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreTrouble(describe_error(error, self.where)) from error


_INSERT_EVENTS = insert(rows)
_UPDATE_SUMMARY = (
    update(briefs)
    .where(briefs.c.table_id == bindparam("key"))
    .values({column.name: bindparam(column.name) for column in briefs.c if column.name != "table_id"})
)


async def _events_after(connection: AsyncConnection, table_id: str, number: int) -> list[TableEvent]:
    chosen = select(rows).where(rows.c.table_id == table_id, rows.c.number > number).order_by(rows.c.number)
    return [
        TableEvent(row.number, row.kind, row.seat, row.data, row.command, row.holder, row.at)
        for row in await connection.execute(chosen)
    ]


def _values(table_id: str, event: TableEvent) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "data": event.data,
        "command": event.command,
        "holder": event.holder,
        "at": event.at,
    }


def _header(found: Any) -> TableHeader:
    return TableHeader(**{column.name: getattr(found, column.name) for column in tables.c})


def _summary(found: Any) -> TableSummary:
    return TableSummary(found.status, found.names, found.scores, found.winners, found.holders, found.last_at)
