"""Strays: people who are connected to one process of a machine while another process of it owns their table.

A process that reads the request for the socket of a table hands the connection over to the table's owner
(`http/handover.py`). People become strays if their table is taken over, or if the owner could not take a connection in
time. Every move then costs several times the work. Their connections are therefore closed with the code `ELSEWHERE`;
browsers connect again at once, and are handed over. Streams of the Bot API are never handed over, so they stay.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection

from saleroom.server.realtime.bot_streams import BotTableStream
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.presence import Listener

ELSEWHERE = 4410
"""Close code of a connection to a process that does not own the table; the next connection leads to the owner."""
AFTER = 10.0
"""Seconds for which the owner has to be the same before strays come to it, also after a failed hand-over."""
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
        strays = [(table, people) for table in tables if table.owner in neighbours and (people := _browsers(table))]
        self._due = {table.id: self._due.get(table.id, (None, now)) for table, _ in strays}
        for table, people in strays:
            owner, due = self._due[table.id]
            if owner == table.owner and now < due:
                continue
            self._due[table.id] = table.owner, now + AFTER
            if owner == table.owner:
                for listener in people:
                    listener.drop(ELSEWHERE, "the table is elsewhere")


def _browsers(table: LiveTable) -> list[Listener]:
    """Return the connections that can be handed over: those of browsers."""
    return [listener for listener in table.presence.listeners if not isinstance(listener, BotTableStream)]
