"""Transactions on tables, their events and summaries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import orjson
from sqlalchemy import Connection, Dialect, Integer, String, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler

from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.storage.archive import ARCHIVED, archived_events
from saleroom.server.storage.columns import leases, table_events, table_summaries, tables
from saleroom.server.storage.leases import edition_of

Values = dict[str, Any]
"""Row to write, as a dictionary from column names to values."""


class StaleEpoch(Exception):
    """Error: another process owns the table, or has already written an event with this number or for this command."""


def insert_table(
    connection: Connection, *, header: Values, summary: Values, lease: Values, events: Sequence[Values]
) -> None:
    """Insert a new table with its summary, its lease and its first events."""
    connection.execute(insert(tables), header)
    connection.execute(insert(table_summaries), summary)
    connection.execute(insert(leases), lease)
    if events:
        connection.execute(insert(table_events), events)


def insert_events(connection: Connection, events: Sequence[Values], notes: Sequence[Values]) -> None:
    """Insert events and update the summaries in `notes`; raise `StaleEpoch` if the epoch of an event is no longer
    current.
    """
    if events and _insert(connection, events) < len(events):
        raise StaleEpoch
    if notes:
        connection.execute(_UPDATE_SUMMARY, notes)


def insert_one_by_one(connection: Connection, events: Sequence[Values], notes: Sequence[Values]) -> list[int]:
    """Insert events one by one; return the indices of events that came too late and were not inserted."""
    late = []
    for number, event in enumerate(events):
        try:
            with connection.begin_nested():
                if _insert(connection, [event]) < 1:
                    late.append(number)
        except IntegrityError:
            late.append(number)
    if notes:
        connection.execute(_UPDATE_SUMMARY, notes)
    return late


def _insert(connection: Connection, events: Sequence[Values]) -> int:
    """Insert the events whose epoch is current; return how many these are.

    The statement goes to the driver as text: SQLAlchemy's own processing takes more time than the database.
    """
    statement, order = _driver_statement(connection.dialect)
    rows = [{**event, "data": orjson.dumps(event["data"]).decode()} for event in events]
    values: Any = rows if order is None else [tuple(row[name] for name in order) for row in rows]
    return connection.exec_driver_sql(statement, values, execution_options={"preserve_rowcount": True}).rowcount


@cache
def _driver_statement(dialect: Dialect) -> tuple[str, Sequence[str] | None]:
    """Return `_INSERT_EVENTS` as text, and the order of its parameters if the driver knows them only by position."""
    compiled = _INSERT_EVENTS.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return str(compiled), compiled.positiontup


def load_table(connection: Connection, table_id: str) -> tuple[TableHeader, list[TableEvent]] | None:
    """Return a table and all its events; None if there is no such table."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
    return None if row is None else (header_of(row), events_after(connection, table_id, 0))


def _holds(table: str) -> Any:
    """Return the SQL condition that the query parameter `epoch` is still the epoch of the table's lease."""
    return (leases.c.table_id == bindparam(table, type_=String)) & (leases.c.epoch == bindparam("epoch", type_=Integer))


_INSERT_EVENTS = (
    insert(table_events)
    .from_select(
        [column.name for column in table_events.c],
        # The row lock makes a process that takes the lease wait until this transaction ends. The process then reads
        # these events.
        select(*(bindparam(column.name, type_=column.type) for column in table_events.c))
        .where(_holds("table_id"))
        .with_for_update(read=True, of=leases),
    )
    .inline()
)
_UPDATE_SUMMARY = (
    update(table_summaries)
    .where(
        table_summaries.c.table_id == bindparam("key"),
        # The lease is locked, so that a concurrent rewrite of the table commits after this summary and replaces it.
        func.coalesce(edition_of(bindparam("key", type_=String)), 0) == bindparam("edition", type_=Integer),
        or_(bindparam("epoch", type_=Integer).is_(None), exists().where(_holds("key"))),
    )
    .values({field.name: bindparam(field.name) for field in fields(TableSummary)})
)


def events_after(
    connection: Connection, table_id: str, number: int, kinds: Collection[str] | None = None
) -> list[TableEvent]:
    """Return a table's events after event `number`; read them from the archive if they are there. With `kinds`, leave
    out events of other kinds.
    """
    query = select(table_events).where(table_events.c.table_id == table_id, table_events.c.number > number)
    if kinds is not None:
        query = query.where(table_events.c.kind.in_((*kinds, ARCHIVED)))
    rows = connection.execute(query.order_by(table_events.c.number)).all()
    marker = next((row.number for row in rows if row.kind == ARCHIVED), None)
    archived = [] if marker is None else archived_events(connection, table_id)[number:]
    later = rows if marker is None else [row for row in rows if row.number > marker]
    return [event for event in archived if kinds is None or event.kind in kinds] + [
        TableEvent(row.number, row.kind, row.seat, row.data, row.command, row.holder, row.at) for row in later
    ]


def event_values(table_id: str, event: TableEvent) -> Values:
    """Return an event as a row of `table_events`."""
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


def header_of(row: Any) -> TableHeader:
    """Return the header in a row of `tables`."""
    return TableHeader(**{column.name: getattr(row, column.name) for column in tables.c})


def summary_of(row: Any) -> TableSummary:
    """Return the summary in a row of `table_summaries`."""
    return TableSummary(
        *(row.status, row.names, row.scores, row.winners, row.holders, row.last_at, row.bots_due),
        due_at=row.due_at,
        turns=row.turns,
        preview_language=row.preview_language,
        preview_name=row.preview_name,
        clock_now=row.clock_now,
        listed_now=row.listed_now,
        hints_now=row.hints_now,
        free=row.free,
    )
