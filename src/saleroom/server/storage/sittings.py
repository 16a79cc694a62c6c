"""Queries for the tables at which devices have sat down, whether the tables are archived or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import CompoundSelect, select, union, union_all

from saleroom.server.storage.columns import SITTING_KINDS, archived_seats, table_events, tables

SITTINGS = union_all(
    select(
        table_events.c.holder,
        table_events.c.table_id,
        table_events.c.at,
        table_events.c.data["name"].as_string().label("name"),
    ).where(table_events.c.kind.in_(SITTING_KINDS)),
    select(archived_seats.c.holder, archived_seats.c.table_id, archived_seats.c.at, archived_seats.c.name).where(
        archived_seats.c.kind.in_(SITTING_KINDS)
    ),
).subquery("sittings")
"""Every event with which a person sat down or linked a device: holder, table_id, at, name (None for a device)."""


def tables_with(holders: Iterable[str]) -> CompoundSelect[Any]:
    """Return the query for the ids of the tables that one of the devices `holders` created, or at which it sat down."""
    own = list(holders)
    return union(
        select(table_events.c.table_id).where(table_events.c.holder.in_(own), table_events.c.kind.in_(SITTING_KINDS)),
        select(archived_seats.c.table_id).where(
            archived_seats.c.holder.in_(own), archived_seats.c.kind.in_(SITTING_KINDS)
        ),
        select(tables.c.id).where(tables.c.owner.in_(own)),
    )
