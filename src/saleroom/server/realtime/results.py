"""Results of finished matches.

Each result is written exactly once. If the server stops before it has written a result, it writes the result after its
next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from saleroom.server.core.apply import replay
from saleroom.server.core.project.results import results
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble
from saleroom.server.storage.store import Store
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

MatchWriter = Callable[[TableState, list[TableEvent], int], Awaitable[None]]
"""Function that writes data about a finished match from its events and their edition; it must be idempotent."""

RETRY = 2.0
"""Seconds before a failed write is tried again."""
PAUSE = 0.05
"""Pause in seconds after writing a missing result, so that players notice no delay."""


class ResultKeeper:
    """Background writer of the results of matches."""

    def __init__(self, store: Store, bot_pool: BotPool, in_memory: Callable[[str], object | None]) -> None:
        """Prepare the writer; `in_memory` returns a table if the hub has it in memory."""
        self._store, self._bot_pool, self._in_memory = store, bot_pool, in_memory
        self.writers: list[MatchWriter] = []
        """Additional writers. They run before a match's results are stored, so stored results show that all writers
        have run.
        """
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hinted: set[tuple[str, int]] = set()

    def note(self, state: TableState, edition: int) -> None:
        """Start writing the results of a table whose match is over, unless a task already writes them."""
        table_id = state.header.id
        if table_id not in self._tasks:
            task = self._tasks[table_id] = asyncio.create_task(self._keep_durably(state, edition), name="results")
            task.add_done_callback(lambda _: self._tasks.pop(table_id, None))

    async def note_hint(self, table_id: str, seat: int) -> None:
        """Record in the store that a seat gets a hint, before the hint is shown."""
        if (table_id, seat) not in self._hinted:
            await self._store.results.note_hint(table_id, seat)
            self._hinted.add((table_id, seat))

    async def wait_until_written(self) -> None:
        """Wait until the results of all matches passed to `note` are written."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop writing; the next start of the server writes the remaining results."""
        await cancel_all(self._tasks.values())

    async def catch_up(self) -> None:
        """Write the missing results, one match after the other."""
        for table_id in await self._store.results.due():
            try:
                await self._catch_up_with(table_id)
            except Exception:
                log.exception("a match's results could not be written", extra={FACTS: {"table": table_id}})
            await asyncio.sleep(PAUSE)

    async def _catch_up_with(self, table_id: str) -> None:
        stored = await self._load(table_id)
        if stored is None or self._in_memory(table_id) is not None:
            return  # a table in memory writes its results when its match ends
        state, events, edition = stored
        self._store.note_summary(table_id, summarise(state), edition)
        if state.over:
            await self._write(state, events, edition)

    async def _load(self, table_id: str) -> tuple[TableState, list[TableEvent], int] | None:
        edition = await self._store.leases.edition(table_id)  # read first, so that a rewrite during the load is noticed
        stored = await self._store.load(table_id)
        if stored is None:
            return None
        header, events = stored
        await self._bot_pool.ready(header.game)
        return await self._bot_pool.run(replay, header, events), events, edition

    async def _keep_durably(self, state: TableState, edition: int) -> None:
        table_id = state.header.id
        while True:
            try:
                if await self._store.results.are_kept(table_id):
                    return
                events = await self._store.events_after(table_id, 0)
                if await self._write(state, events, edition):
                    return
                stored = await self._load(table_id)  # a person was erased after the events were read
                assert stored is not None
                state, _, edition = stored
            except StoreTrouble as trouble:
                log_trouble(trouble, table=table_id)
                await asyncio.sleep(RETRY)
            except Exception:
                log.exception("a match's results could not be written", extra={FACTS: {"table": table_id}})
                return

    async def _write(self, state: TableState, events: list[TableEvent], edition: int) -> bool:
        for write in self.writers:
            await write(state, events, edition)
        person_results = await self._bot_pool.run(results, state, events)
        return await self._store.results.keep(state.header.id, person_results, edition)
