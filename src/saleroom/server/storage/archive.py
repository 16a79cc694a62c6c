"""Archive of finished tables: the compressed form of their events.

An archived table keeps its header, summary, lease, results and other rows. The archive replaces its events in the
database table `rows`, except for the *marker*: a row of the kind `ARCHIVED` with the number and time of the last
archived event. A process of a version without archives finds a kind that it does not know, so it refuses to load the
table, and changes nothing. Later events of the table, such as chat, follow the marker as ordinary rows.

`archived_seats` says who sat down at archived tables, so that queries find the tables of a person.

Archives are inserted and hardly ever changed. So the database tables that change constantly, and whose indexes a vacuum
of PostgreSQL reads completely, hold only tables that are in play or were played recently.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import JSON, Connection, Text, bindparam, cast, delete, func, insert, select, update

from saleroom.server.core.state.events import TableEvent
from saleroom.server.storage.archive_format import StoredEvent, UnknownFormat, decode, encode
from saleroom.server.storage.columns import archived_seats, archives, leases, table_events, table_summaries
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import lock

ARCHIVED: Any = "archive"
"""Kind of the marker."""
SEATING = ("sit", "device", "hotseat")
"""Kinds of events in `archived_seats`: those by which queries find tables."""
PART = 950
"""Maximum number of bytes in one row of an archive. Four such rows fill a page of SQLite; longer rows would leave large
parts of a page empty.
"""
_RAW = (
    *(table_events.c.number, table_events.c.kind, table_events.c.seat, cast(table_events.c.data, Text)),
    *(table_events.c.command, table_events.c.holder, table_events.c.at),
)


class Draft(NamedTuple):
    """Archive of one table that is not stored yet."""

    table_id: str
    edition: int
    """Edition of the table whose events were read."""
    events: list[StoredEvent]
    content: bytes

    @property
    def bytes_before(self) -> int:
        """Number of bytes in the texts and numbers of the events."""
        texts = (text for event in self.events for text in event if isinstance(text, str))
        return sum(len(text.encode()) for text in texts) + 16 * len(self.events)


def draft(connection: Connection, table_id: str) -> Draft | None:
    """Read a table's events, and compress them; return None if its events are incomplete or already archived.

    Raise `StoreTrouble` if the decoded archive differs from the events.
    """
    edition = connection.execute(select(leases.c.edition).where(leases.c.table_id == table_id)).scalar() or 0
    query = select(*_RAW).where(table_events.c.table_id == table_id).order_by(table_events.c.number)
    rows: Sequence[Any] = connection.execute(query).all()
    events = [StoredEvent(*row[1:]) for row in rows]
    if not events or [row[0] for row in rows] != list(range(1, len(rows) + 1)):
        return None
    content = encode(events)
    if decode(content) != events:
        raise StoreTrouble(f"the archive of table {table_id} would differ from its events")
    return Draft(table_id, edition, events, content)


def store_draft(connection: Connection, ready: Draft) -> bool:
    """Replace a table's events by their archive; return False, and change nothing, if the table has changed since the
    archive was drafted.
    """
    lock(connection, ready.table_id)
    if not _is_current(connection, ready):
        return False
    _write_archive(connection, ready)
    _replace_rows(connection, ready)
    own = table_summaries.c.table_id == ready.table_id
    connection.execute(update(table_summaries).where(own).values(archived=True))
    return True


def _is_current(connection: Connection, ready: Draft) -> bool:
    """Return whether a table is over, and has only the events that it had when the archive was drafted. Its lease must
    be locked.
    """
    edition = select(leases.c.edition).where(leases.c.table_id == ready.table_id)
    status = select(table_summaries.c.status, table_summaries.c.archived)
    last = select(func.max(table_events.c.number)).where(table_events.c.table_id == ready.table_id)
    summary = connection.execute(status.where(table_summaries.c.table_id == ready.table_id)).first()
    return (
        summary is not None
        and tuple(summary) == ("over", False)
        and connection.execute(edition).scalar() == ready.edition
        and connection.execute(last).scalar() == len(ready.events)
    )


def _write_archive(connection: Connection, ready: Draft) -> None:
    parts = [ready.content[begin : begin + PART] for begin in range(0, len(ready.content), PART)]
    values = [{"table_id": ready.table_id, "part": part, "content": content} for part, content in enumerate(parts)]
    connection.execute(insert(archives), values)


def _replace_rows(connection: Connection, ready: Draft) -> None:
    """Delete a table's events, and insert the marker and the rows about seats."""
    connection.execute(delete(table_events).where(table_events.c.table_id == ready.table_id))
    marker = TableEvent(len(ready.events), ARCHIVED, at=ready.events[-1].at)
    connection.execute(insert(table_events), {"table_id": ready.table_id, **vars(marker)})
    seats = [
        {"table_id": ready.table_id, "number": number, "name": orjson.loads(event.data).get("name"), **event._asdict()}
        for number, event in enumerate(ready.events, 1)
        if event.kind in SEATING and event.holder is not None
    ]
    if seats:
        columns = [column.name for column in archived_seats.c]
        connection.execute(insert(archived_seats), [{name: seat[name] for name in columns} for seat in seats])


def archived_events(connection: Connection, table_id: str) -> list[TableEvent]:
    """Return the archived events of a table; raise `StoreTrouble` if they cannot be read."""
    return [
        TableEvent(number, event.kind, event.seat, orjson.loads(event.data), event.command, event.holder, event.at)  # type: ignore
        for number, event in enumerate(_stored_events(connection, table_id), 1)
    ]


def _stored_events(connection: Connection, table_id: str) -> list[StoredEvent]:
    query = select(archives.c.content).where(archives.c.table_id == table_id).order_by(archives.c.part)
    try:
        return decode(b"".join(connection.execute(query).scalars()))
    except UnknownFormat as error:
        raise StoreTrouble(f"table {table_id} cannot be read: {error}") from None


def unpack(connection: Connection, table_id: str) -> None:
    """Restore the ordinary rows of an archived table, so that they can be rewritten; the archiver archives the table
    again later. Other tables stay as they are. The lease must be locked.
    """
    summary, own = table_summaries.c.table_id == table_id, table_events.c.table_id == table_id
    if not connection.execute(select(table_summaries.c.archived).where(summary)).scalar():
        return
    events = _stored_events(connection, table_id)
    connection.execute(delete(table_events).where(own, table_events.c.number <= len(events)))
    _insert_stored(connection, table_id, events)
    connection.execute(delete(archives).where(archives.c.table_id == table_id))
    sat = archived_seats.c.holder.in_({event.holder for event in events if event.kind in SEATING})
    connection.execute(delete(archived_seats).where(sat, archived_seats.c.table_id == table_id))
    connection.execute(update(table_summaries).where(summary).values(archived=False))


def _insert_stored(connection: Connection, table_id: str, events: Sequence[StoredEvent]) -> None:
    raw: Any = bindparam("raw", type_=Text)
    if connection.dialect.name == "postgresql":  # SQLite would convert the text to a number
        raw = cast(raw, JSON)
    fields = ("kind", "seat", "command", "holder", "at")
    columns = {name: bindparam(name, type_=table_events.c[name].type) for name in ("table_id", "number", *fields)}
    values = [
        {"table_id": table_id, "number": number, "raw": event.data, **{name: getattr(event, name) for name in fields}}
        for number, event in enumerate(events, 1)
    ]
    connection.execute(insert(table_events).values(data=raw, **columns), values)
