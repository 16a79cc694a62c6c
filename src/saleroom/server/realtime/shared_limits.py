"""Rate limits that all processes share. Tokens taken in one process count in the other processes a second later.

Each process reports how much was taken from its token buckets, and the other processes deduct that amount from their
buckets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from saleroom.server.http.rate_limits import TokenBuckets
from saleroom.server.realtime.bus import ALL_PROCESSES, Bus, Message

EVERY = 1.0
"""Seconds between two rounds of messages."""
MOST_KEYS = 500
"""Maximum number of people and addresses in one message."""


class SharedLimits:
    """Exchange of the amounts taken from rate-limit buckets between this process and others."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus, self._process = bus, process
        self._buckets: Mapping[str, TokenBuckets] = {}

    def note(self, buckets: Mapping[str, TokenBuckets]) -> None:
        """Share the token buckets `buckets` from now on; their names must be the same in all processes."""
        self._buckets = buckets
        for each in buckets.values():
            each.collect()

    async def run(self) -> None:
        """Until cancelled, regularly send the other processes the amounts taken in this process."""
        while True:
            await asyncio.sleep(EVERY)
            for name, each in self._buckets.items():
                self._send(name, list(each.collect().items()))

    def _send(self, name: str, spent: list[tuple[str, float]]) -> None:
        for start in range(0, len(spent), MOST_KEYS):
            keys = dict(spent[start : start + MOST_KEYS])
            self._bus.send(ALL_PROCESSES, {"kind": "spent", "from": self._process, "of": name, "keys": keys})

    def charge(self, message: Message) -> None:
        """Deduct the amounts that were taken in another process."""
        buckets = self._buckets.get(message["of"])
        if message["from"] != self._process and buckets is not None:
            for key, cost in message["keys"].items():
                buckets.charge(key, cost)
