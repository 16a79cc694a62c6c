"""People whom the owners of an evening's tables have removed. They take no seat at later tables of the evening."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, or_, select

from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.storage.archive import ARCHIVED
from saleroom.server.storage.columns import table_events, tables
from saleroom.server.storage.table_transactions import events_after


def removed_earlier(connection: Connection, header: TableHeader) -> set[str]:
    """Return the devices and bot accounts that were removed from earlier tables of a table's evening."""
    if header.evening is None:
        return set()
    earlier = select(tables.c.id).where(
        or_(tables.c.id == header.evening, tables.c.evening == header.evening), tables.c.made_at < header.made_at
    )
    removals = select(table_events.c.table_id).where(
        table_events.c.table_id.in_(earlier), table_events.c.kind.in_(("remove", ARCHIVED))
    )
    names = connection.execute(removals.distinct()).scalars().all()
    return set().union(*(removed_devices(events_after(connection, name, 0)) for name in names))


def removed_devices(events: Iterable[TableEvent]) -> set[str]:
    """Return the devices and bot accounts that the owner of a table has removed, from the table's events."""
    seated: dict[int | None, list[str]] = {}
    removed: set[str] = set()
    for event in events:
        if event.kind == "sit" and event.holder is not None:
            seated[event.seat] = [event.holder]
        elif event.kind == "device" and event.holder is not None:
            seated.setdefault(event.seat, []).append(event.holder)
        elif event.kind == "remove":
            removed.update(seated.pop(event.seat, []))
    return removed
