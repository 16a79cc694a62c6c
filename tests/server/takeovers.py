"""Failover times: how long other processes need to take over the tables of a failed process."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store


class Takeovers:
    """Measurements of how long tables have no process that can write to them, as seen in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.seconds: dict[str, list[float]] = {}
        """Failover times in seconds, by fault; one entry per table."""

    async def owned(self, tables: list[str]) -> dict[str, str]:
        """Return, by table, the process that owns the table; leave out tables that no process owns."""
        with suppress(StoreTrouble):
            found = await self._store.leases.held(tables)
            return {table: held.owner for table, held in found.items() if held.owner}
        return {}

    @asynccontextmanager
    async def measured(self, fault: str, tables: list[str]) -> AsyncIterator[None]:
        """Measure how long each given table waits for another process after the process that owns it has failed."""
        task = asyncio.create_task(self._follow(self.seconds.setdefault(fault, []), await self.owned(tables)))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def of(self, *faults: str) -> str:
        """Return a one-line summary of the failover times for the given faults; without faults, for all faults."""
        seconds = [each for fault in faults or self.seconds for each in self.seconds[fault]]
        if not seconds:
            return "nothing taken over"
        return f"{len(seconds)} taken over, median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"

    async def _follow(self, seconds: list[float], before: dict[str, str]) -> None:
        began = time.monotonic()
        while before:
            for table, owner in (await self.owned(list(before))).items():
                if owner != before[table]:
                    seconds.append(time.monotonic() - began)
                    del before[table]
            await asyncio.sleep(0.02)
