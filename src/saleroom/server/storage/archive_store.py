"""Selection of the tables to archive, and their move into the archive."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, exists, select, tuple_

from saleroom.server.core.state.table import EVENT
from saleroom.server.core.tournament_tables import tournament_of
from saleroom.server.storage.administration import is_closed
from saleroom.server.storage.archive import Draft, draft, store_draft
from saleroom.server.storage.columns import ARCHIVE_DUE, table_summaries, tables, tournament_tables, tournaments
from saleroom.server.storage.database import Database


class DueTable(NamedTuple):
    """Finished table that can be archived. Due tables are sorted by these fields."""

    last_at: float
    table_id: str


FIRST = DueTable(0.0, "")
"""Value that comes before all due tables."""


class ArchiveStore:
    """The archive of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, before: float, after: DueTable = FIRST, limit: int = 100) -> list[DueTable]:
        """Return the tables to archive that have had no event since the time `before`: those that follow `after`, the
        oldest first. The last of them can be used as `after` for the next call.

        A table is never archived if its results are missing, if an operator has closed it, or if its tournament
        continues.
        """
        return await self._database.read(partial(_due, before=before, after=after, limit=limit))

    async def move(self, table_id: str) -> Draft | None:
        """Move a finished table's events into the archive, in one transaction; return what was archived. Return None,
        and change nothing, if the table was archived or changed meanwhile, or if its events are incomplete.
        """
        ready = await self._database.read(partial(draft, table_id=table_id))
        if ready is None:
            return None
        moved = await self._database.write(partial(store_draft, ready=ready), serial=False)
        return ready if moved else None


def _due(connection: Connection, before: float, after: DueTable, limit: int) -> list[DueTable]:
    own = table_summaries.c
    query = (
        select(own.last_at, own.table_id, tables.c.contest)
        .join(tables, tables.c.id == own.table_id)
        .where(own.status == "over", ARCHIVE_DUE, own.last_at < before, own.results_kept)
        .where(~exists().where(is_closed(own.table_id)))
        .order_by(own.last_at, own.table_id)
        .limit(limit)
    )
    while rows := connection.execute(query.where(tuple_(own.last_at, own.table_id) > tuple_(*after))).all():
        unfinished = _unfinished(connection, {_tournament(row.contest) for row in rows})
        due = [DueTable(row.last_at, row.table_id) for row in rows if _tournament(row.contest) not in unfinished]
        if due:
            return due
        after = DueTable(rows[-1].last_at, rows[-1].table_id)
    return []


def _tournament(contest: str | None) -> str:
    """Return the tournament in a contest name; an empty text if the contest is none of a tournament."""
    return tournament_of(contest) if contest is not None and contest.startswith(f"{EVENT}/") else ""


def _unfinished(connection: Connection, ids: set[str]) -> set[str]:
    """Return those tournaments in which rounds are missing or tables have no score yet."""
    no_score = exists().where(tournament_tables.c.event == tournaments.c.id, tournament_tables.c.scores.is_(None))
    continues = (tournaments.c.round < tournaments.c.rounds) | no_score
    query = select(tournaments.c.id).where(tournaments.c.id.in_(ids - {""}), continues)
    return set(connection.execute(query).scalars())
