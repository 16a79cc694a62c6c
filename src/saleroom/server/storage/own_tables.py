"""A person's own list of tables: the tables that they have removed from it, and the tables that wait for their move.

Removal from the list deletes nothing else. A table in play returns to the list with its next move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, exists, or_, select

from saleroom.server.storage.columns import hidden_tables, table_summaries, tables
from saleroom.server.storage.database import Database, insert_or
from saleroom.server.storage.sittings import tables_with

CASUAL = tables.c.contest.is_(None) & ~tables.c.rated
"""Condition that a match counts neither for ratings nor in a contest."""


class OwnTables:
    """The lists of own tables in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def hide(self, identity: str, holders: Sequence[str], table_id: str, now: float) -> bool:
        """Remove a table of the devices `holders` from their person's list; return whether it is a table of theirs."""
        removal = partial(_hide_one, identity=identity, holders=holders, table_id=table_id, now=now)
        return await self._database.write(removal)

    async def hide_finished(self, identity: str, holders: Sequence[str], now: float) -> None:
        """Remove all finished casual tables of the devices `holders` from their person's list."""
        await self._database.write(partial(_hide_finished, identity=identity, holders=holders, now=now))

    async def show(self, identity: str, table_id: str) -> None:
        """Put a removed table back on a person's list."""
        one = (hidden_tables.c.identity == identity, hidden_tables.c.table_id == table_id)
        await self._database.write(lambda connection: connection.execute(delete(hidden_tables).where(*one)))

    async def all_hidden(self, identity: str) -> list[dict[str, Any]]:
        """Return the tables that a person has removed from their list, with the times of removal, for the export."""
        query = select(hidden_tables.c.table_id, hidden_tables.c.hidden_at).where(hidden_tables.c.identity == identity)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [{"table": table_id, "at": hidden_at} for table_id, hidden_at in rows]


def with_devices(holders: Sequence[str]) -> Any:
    """Return the SQL condition that one of the devices `holders` created a table, or has sat down there."""
    return tables.c.id.in_(tables_with(holders))


def on_list_of(identity: str) -> Any:
    """Return the SQL condition that a person has not removed a table from their list."""
    removed = exists().where(
        hidden_tables.c.identity == identity,
        hidden_tables.c.table_id == tables.c.id,
        or_(table_summaries.c.status == "over", table_summaries.c.last_at <= hidden_tables.c.hidden_at),
    )
    return ~removed


def _hide_one(connection: Connection, identity: str, holders: Sequence[str], table_id: str, now: float) -> bool:
    own = select(tables.c.id).where(tables.c.id == table_id, with_devices(holders))
    if connection.execute(own).first() is None:
        return False
    _hide(connection, identity, [table_id], now)
    return True


def _hide_finished(connection: Connection, identity: str, holders: Sequence[str], now: float) -> None:
    finished = select(tables.c.id).join(table_summaries, table_summaries.c.table_id == tables.c.id)
    query = finished.where(with_devices(holders), CASUAL, table_summaries.c.status == "over", on_list_of(identity))
    _hide(connection, identity, list(connection.execute(query).scalars()), now)


def _hide(connection: Connection, identity: str, table_ids: Sequence[str], now: float) -> None:
    rows = [{"identity": identity, "table_id": table_id, "hidden_at": now} for table_id in table_ids]
    if rows:
        insertion = insert_or(connection, hidden_tables)
        keys = ["identity", "table_id"]
        later = {"hidden_at": insertion.excluded.hidden_at}
        connection.execute(insertion.on_conflict_do_update(index_elements=keys, set_=later), rows)
