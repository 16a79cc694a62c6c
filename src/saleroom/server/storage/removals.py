"""People whom the owners of an evening's tables have removed. They take no seat at later tables of the evening."""

from __future__ import annotations

from sqlalchemy import Connection, exists, or_, select

from saleroom.server.core.apply import SEAT_KINDS, removed_from
from saleroom.server.core.state.events import TableHeader
from saleroom.server.storage.archive import ARCHIVED
from saleroom.server.storage.columns import table_events, tables
from saleroom.server.storage.table_transactions import events_after, header_of

MOST_TABLES = 50
"""Maximum number of earlier tables that are read: the latest ones."""


def removed_earlier(connection: Connection, header: TableHeader) -> set[str]:
    """Return the devices and bot accounts that were removed from the `MOST_TABLES` latest of the earlier tables of a
    table's evening.
    """
    if header.evening is None:
        return set()
    evening = or_(tables.c.id == header.evening, tables.c.evening == header.evening)
    removal = exists().where(table_events.c.table_id == tables.c.id, table_events.c.kind.in_(("remove", ARCHIVED)))
    earlier = select(tables).where(evening, tables.c.made_at < header.made_at, removal)
    rows = connection.execute(earlier.order_by(tables.c.made_at.desc()).limit(MOST_TABLES)).all()
    return set().union(
        *(removed_from(header_of(row), events_after(connection, row.id, 0, SEAT_KINDS)) for row in rows),
    )
