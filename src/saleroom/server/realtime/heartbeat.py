"""Heartbeat of connections. The server sends a pong on each connection that has had no message for `QUIET` seconds."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

from saleroom.server.protocol.heartbeat import PONG

QUIET = 8.0
"""Seconds of silence before a pong.

The sum of `QUIET` and `INTERVAL` is less than the 10 seconds within which clients may expect a message.
"""
INTERVAL = 1.0
"""Seconds between two checks for quiet connections."""
BATCH = 100
"""Number of pongs to send before other tasks may run."""


class QuietConnection(Protocol):
    """Interface of a connection, as the heartbeat uses it."""

    @property
    def last_sent(self) -> float:
        """Time of the last message, by `time.monotonic`."""
        ...

    def send(self, message: bytes) -> None:
        """Send an encoded message; must not block."""
        ...


class Heartbeat:
    """Sender of pongs. One task serves all connections, because thousands of timers would cost more than the pongs."""

    def __init__(self) -> None:
        self.connections: set[QuietConnection] = set()

    async def run(self) -> None:
        """Send pongs until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            await self.beat(time.monotonic())

    async def beat(self, now: float) -> None:
        """Send a pong on every connection without a message in the `QUIET` seconds before `now`."""
        quiet = [connection for connection in self.connections if connection.last_sent <= now - QUIET]
        for start in range(0, len(quiet), BATCH):
            for connection in quiet[start : start + BATCH]:
                connection.send(PONG)
            await asyncio.sleep(0)
