"""Strays: people who are connected to one process while another process owns their table.

Every move then costs several times the work. So this process closes the connections of strays with the code
`ELSEWHERE`, and their browsers connect again at once.

- If the owner runs on the same machine, the process that reads the new request hands the connection over to the owner
  (`http/handover.py`). Such people become strays if their table is taken over, or if the owner could not take a
  connection in time.
- If the owner runs on another machine, and that machine has a name (`--machine`), the close reason contains the name.
  The browser repeats the name in the address of its next request, so that a reverse proxy can choose the machine.

Streams of the Bot API stay where they are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from saleroom.server.realtime.bot_streams import BotTableStream
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.presence import Listener
from saleroom.server.storage.leases import machine_of

ELSEWHERE = 4410
"""Close code of a connection to a process that does not own the table; the next connection leads to the owner."""
AFTER = 10.0
"""Seconds for which the owner has to be the same before strays come to it, also after a failed hand-over."""
AGAIN = 600.0
"""Seconds within which a person is sent to the same machine only once, because the reverse proxy may ignore names."""
INTERVAL = 1.0
"""Seconds between two searches for strays."""


@dataclass
class _Wait:
    """Wait until the strays of one table may come to its owner."""

    owner: str
    due: float
    """Time from which strays come to the owner."""


class _Redirects:
    """Times at which people were sent to other machines, for the last `AGAIN` seconds."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, str, str | None], float] = {}
        """Last time by table, machine and person, the oldest first. Spectators without a name count as one person."""

    def forget_old(self, now: float) -> None:
        """Drop the entries that no longer count."""
        while self._times and next(iter(self._times.values())) <= now - AGAIN:
            del self._times[next(iter(self._times))]

    def __contains__(self, redirect: tuple[str, str, str | None]) -> bool:
        return redirect in self._times

    def add(self, redirect: tuple[str, str, str | None], now: float) -> None:
        """Record that a person was sent to a machine."""
        self._times.pop(redirect, None)
        self._times[redirect] = now


class Strays:
    """Search for strays of this process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._machine = machine_of(hub.store.leases.process)
        self.neighbours: Callable[[], Collection[str]] = tuple
        """Function that returns the other processes to which this process can hand connections over."""
        self._waits: dict[str, _Wait] = {}
        self._redirects = _Redirects()  # they outlast a change of owner within a machine

    async def run(self) -> None:
        """Search until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.send_home(time.monotonic())

    def send_home(self, now: float) -> None:
        """Close the connections of strays whose time has come. Commands in progress are carried out first."""
        neighbours, waits = self.neighbours(), dict[str, _Wait]()
        self._redirects.forget_old(now)
        for name in self._hub.names:
            table = self._hub.in_memory(name)
            if table is None or table.owner is None:
                continue
            by_handover, machine = table.owner in neighbours, self._other_machine(table.owner)
            if by_handover or machine:
                wait = waits[name] = self._wait(table, table.owner, now)
                if now < wait.due:
                    continue
                if by_handover:
                    _send_to_process(table, wait, now)
                else:
                    self._send_to_machine(table, machine, now)
        self._waits = waits

    def _send_to_machine(self, table: LiveTable, machine: str, now: float) -> None:
        strays = [each for each in _browsers(table) if (table.id, machine, each.holder) not in self._redirects]
        for listener in strays:
            self._redirects.add((table.id, machine, listener.holder), now)
            listener.drop(ELSEWHERE, f"machine {machine}")

    def _other_machine(self, owner: str) -> str:
        """Return the name of the owner's machine; empty if it has no name, or if it is the machine of this process."""
        machine = machine_of(owner)
        return "" if machine == self._machine else machine

    def _wait(self, table: LiveTable, owner: str, now: float) -> _Wait:
        wait = self._waits.get(table.id)
        return wait if wait is not None and wait.owner == owner else _Wait(owner, now + AFTER)


def _send_to_process(table: LiveTable, wait: _Wait, now: float) -> None:
    for listener in _browsers(table):
        wait.due = now + AFTER
        listener.drop(ELSEWHERE, "the table is elsewhere")


def _browsers(table: LiveTable) -> list[Listener]:
    """Return the connections of browsers, which can be moved."""
    return [listener for listener in table.presence.listeners if not isinstance(listener, BotTableStream)]
