"""Garbage collection without noticeable pauses on a busy server.

A collection examines all objects of its generation, and blocks all tables while it runs. With several hundred tables, a
collection of all objects takes a few tenths of a second, and a collection of 20,000 new objects takes 20 ms. Therefore,
each collection examines only about 2,000 new objects, which takes 2 ms. Each new object is examined only once, because
nearly all survivors belong to a table. Old objects are collected when few people are connected.
"""

from __future__ import annotations

import gc
import time

YOUNG = 200
"""Threshold for collecting the youngest generation: objects created minus objects freed since the last collection.

A busy server creates only a few more objects than it frees. At the threshold, about ten times this number of objects
are therefore new.
"""
NEVER = 1_000_000
"""Number of collections of a generation before the next older generation is collected automatically; too high to be
reached.
"""
ENDED = 1_000
"""Number of ended connections after which their garbage is collected even on a busy server."""
FORCED_AFTER = 6 * 3600.0
"""Seconds after which even a busy server collects everything."""


class CycleCollector:
    """Schedule of garbage collections."""

    def __init__(self) -> None:
        """Disable automatic collection of old objects; `collect_if_quiet` collects them instead."""
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._last = time.monotonic()
        self._ended = 0

    def set_apart(self, busy: bool) -> None:
        """Exempt all objects that exist now from collection, because they live as long as the server; if the server is
        not busy, collect garbage first.
        """
        if not busy:
            gc.collect()
        gc.freeze()
        self._last = time.monotonic()

    def collect_if_quiet(self, busy: bool, ended: int) -> None:
        """Collect everything, unless people are connected and the last collection is recent.

        `ended` counts the connections that have ended so far. After many ended connections, younger objects are
        collected even on a busy server.
        """
        now = time.monotonic()
        if not busy or now - self._last > FORCED_AFTER:
            gc.collect()
            self._last, self._ended = now, ended
        elif ended - self._ended > ENDED:
            gc.collect(1)
            self._ended = ended
