"""Lobby: summaries of tables for people who have not joined them, and a limit on the tables that a person may
create.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project.listing import awaits, seat_of
from saleroom.server.core.project.summary import TableSummary, summarise
from saleroom.server.core.state.events import TableHeader
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.store import Listing, Store

MAX_UNFINISHED = 100
"""Maximum number of unfinished tables that one person may create within a day."""
DAY = 24 * 3600.0


class Lobby:
    """Lists of a hub's tables for the lobby."""

    def __init__(self, store: Store, in_memory: Callable[[str], LiveTable | None]) -> None:
        """Prepare to list the tables of `store`; `in_memory` returns a table if the hub has it in memory."""
        self._store, self._in_memory = store, in_memory

    async def tables_of(self, *holders: str) -> list[Listing]:
        """Return the tables that one of the devices created, or at which one of the devices has a seat."""
        return self._current(await self._store.tables_of(*holders))

    async def own_list(self, identity: str, holders: Sequence[str]) -> list[Listing]:
        """Return the tables on a person's own list, the unfinished ones first."""
        return self._current(await self._store.own_list(identity, holders))

    async def awaiting(self, holder: str) -> list[str]:
        """Return the tables that wait for the person to whom a device belongs; the most urgent first."""
        account = await self._store.people.account_of(holder)
        listed = self._current(await self._store.in_play(account.identity, account.devices))
        ends = [
            ((summary.turns or {}).get(str(seat_of(summary, account.devices))) or math.inf, header.id)
            for header, summary in listed
            if awaits(summary, account.devices)
        ]
        return [table_id for _, table_id in sorted(ends)]

    async def evening(self, header: TableHeader) -> list[TableSummary]:
        """Return the finished matches of a table's evening up to that table, without those that began from a
        position.
        """
        tables = self._current(await self._store.evening(header.evening or header.id))
        return [
            summary
            for each, summary in tables
            if summary.status == "over" and each.position is None and each.made_at <= header.made_at
        ]

    async def listed(self, since: float) -> list[Listing]:
        """Return the tables that all visitors may join or watch."""
        tables = self._current(await self._store.listed(since))
        return [(header, summary) for header, summary in tables if summary.listed_now is not False]

    async def summary(self, table_id: str) -> Listing | None:
        """Return the header and the summary of one table."""
        listed = await self._store.summary(table_id)
        return self._current([listed])[0] if listed else None

    async def summaries(self, table_ids: Sequence[str]) -> list[Listing]:
        """Return the headers and summaries of the tables with the ids `table_ids`."""
        return self._current(await self._store.summaries(table_ids))

    async def check_quota(self, holder: str) -> None:
        """Raise `CommandRefusal` if a person has created too many unfinished tables within a day."""
        if await self._store.count_unfinished(holder, time.time() - DAY) >= MAX_UNFINISHED:
            raise CommandRefusal("full", "make.too-many", count=MAX_UNFINISHED)

    def _current(self, listed: list[Listing]) -> list[Listing]:
        """For tables in memory, replace the stored summaries, which are a little older, by current ones."""
        tables = [(header, summary, self._in_memory(header.id)) for header, summary in listed]
        return [(header, summarise(table.state) if table else summary) for header, summary, table in tables]
