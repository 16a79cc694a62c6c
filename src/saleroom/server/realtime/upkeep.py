"""Background work for a hub: resuming tables, writing missing results, evicting idle tables, and collecting garbage."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from saleroom.server.ops.gc_tuning import CycleCollector
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble, try_job

EVICT_AFTER = 600.0
"""Seconds without a connection after which a table is evicted from memory."""
MANY_TABLES = 2000
"""Number of tables in memory from which idle tables are evicted after `SWEEP_INTERVAL` instead of `EVICT_AFTER`."""
SWEEP_INTERVAL = 15.0
RESUME_WITHIN = 7 * 24 * 3600.0
"""When the server starts, bots continue only at tables whose last move is at most this many seconds old."""


class Upkeep:
    """Background tasks for one hub, from the server's start to its end."""

    def __init__(self, hub: Hub) -> None:
        """Prepare the tasks, and take over garbage collection."""
        self._hub = hub
        self.cycle_collector = CycleCollector()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start resuming tables where bots have to act, writing missing results, and evicting idle tables."""
        resuming = asyncio.create_task(resume_tables(self._hub), name="resume")
        self._tasks = [
            resuming,
            asyncio.create_task(self._write_missing_results(resuming), name="catch-up"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]

    async def close(self) -> None:
        """Cancel all tasks."""
        await cancel_all(self._tasks)

    async def _write_missing_results(self, resuming: asyncio.Task[None]) -> None:
        """After the task `resuming` has finished, write the missing results of finished matches."""
        await asyncio.gather(resuming, return_exceptions=True)
        try:
            await self._hub.results.catch_up()
        except StoreTrouble as trouble:
            log_trouble(trouble)

    async def _sweep(self) -> None:
        hub = self._hub
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            hub.evict_idle(EVICT_AFTER if len(hub.names) < MANY_TABLES else SWEEP_INTERVAL)
            self.cycle_collector.collect_if_quiet(hub.busy, hub.ended_connections)


async def resume_tables(hub: Hub) -> None:
    """Load all recently played tables at which bots have to act; the bots then move until a person has to act."""
    try:
        due = await hub.store.bots_due(time.time() - RESUME_WITHIN)
        held = await hub.store.leases.held(due) if hub.relay is not None else {}
        for table_id in due:
            if table_id in held and held[table_id].alive:
                continue
            await try_job(partial(_resume_table, hub, table_id), "a table could not be resumed", table=table_id)
            await asyncio.sleep(0)
    except StoreTrouble as trouble:
        log_trouble(trouble)


async def _resume_table(hub: Hub, table_id: str) -> None:
    listed = await hub.store.summary(table_id)
    if listed is not None:
        await hub.bot_pool.ready(listed[0].game)  # rules that are not compiled would be slow
    table = await hub.find(table_id)
    if table is not None and table.idle:
        hub.evict(table)  # a person has to act; the table is loaded when they connect
