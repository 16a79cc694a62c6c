"""Garbage collection without pauses on a busy server.

A collection walks through all objects of its generation, and blocks all tables meanwhile. With some hundred tables, it
takes a few tenths of a second for all objects, and 20 ms for 20,000 new ones. Therefore new objects are examined some
2,000 at a time, which takes two milliseconds, and only once: nearly all survivors belong to a table. Old objects are
collected when hardly anyone would notice.
"""

from __future__ import annotations

import gc
import time

YOUNG = 200
"""Surplus of created over freed objects since the last collection of the youngest generation.

A busy server frees nearly as many old objects as it creates, so about ten times as many are new by then.
"""
NEVER = 1_000_000
"""Number of collections of one generation before the next older one is collected automatically."""
ENDED = 1_000
"""Ended connections after which their garbage is collected even on a busy server."""
FORCED_AFTER = 6 * 3600.0
"""Seconds after which even a busy server collects everything."""


class CycleCollector:
    """Schedule of collections."""

    def __init__(self) -> None:
        """Disable automatic collection of old objects; `collect_if_quiet` does it instead."""
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._last = time.monotonic()
        self._ended = 0

    def set_apart(self, busy: bool) -> None:
        """Exempt all live objects from collection, because they live as long as the server.

        Unless busy, collect garbage first.
        """
        if not busy:
            gc.collect()
        gc.freeze()
        self._last = time.monotonic()

    def collect_if_quiet(self, busy: bool, ended: int) -> None:
        """Collect everything, unless people are connected and the last collection is recent.

        `ended` counts the connections that have ended so far. After many of them younger objects are collected even on
        a busy server.
        """
        now = time.monotonic()
        if not busy or now - self._last > FORCED_AFTER:
            gc.collect()
            self._last, self._ended = now, ended
        elif ended - self._ended > ENDED:
            gc.collect(1)
            self._ended = ended
