"""Strays: people who are connected to one process of a machine while another process of it owns their table.

A process that reads the request for the socket of a table hands the connection over to the table's owner
(`http/handover.py`). People become strays if their table is taken over, or if the owner could not take a connection in
time. Every move then costs several times the work. Their connections are therefore closed with the code `ELSEWHERE`;
browsers connect again at once, and are handed over.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection

from saleroom.server.realtime.hub import Hub

ELSEWHERE = 4410
"""Close code of a connection to a process that does not own the table; the next connection leads to the owner."""
AFTER = 10.0
"""Seconds for which the owner has to be the same before strays come to it."""
INTERVAL = 1.0
"""Seconds between two searches for strays."""


class Strays:
    """Search for strays of this process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.neighbours: Callable[[], Collection[str]] = tuple
        """Function that returns the other processes to which this process can hand connections over."""
        self._due: dict[str, tuple[str | None, float]] = {}
        """Owner of each table with strays, and the time at which the strays come to it."""

    async def run(self) -> None:
        """Search until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.send_home(time.monotonic())

    def send_home(self, now: float) -> None:
        """Close the connections of strays whose time has come. Commands in progress are carried out first."""
        neighbours = self.neighbours()
        tables = [table for name in self._hub.names if (table := self._hub.in_memory(name)) is not None]
        strays = [table for table in tables if table.owner in neighbours and table.presence.listeners]
        self._due = {table.id: self._due.get(table.id, (None, 0.0)) for table in strays}
        for table in strays:
            owner, due = self._due[table.id]
            if owner != table.owner:
                self._due[table.id] = table.owner, now + AFTER
            elif due <= now:
                table.presence.drop_all(ELSEWHERE, "the table is elsewhere")
