"""Python's collector of cycles, kept from halting a busy server.

A collection walks through all objects of its generation, and nobody's move is answered meanwhile: of all objects, with
some hundred tables, for a few tenths of a second; of 20,000 new ones for 20 ms. So new objects are looked through some
2,000 at a time, which takes two milliseconds, and once only: nearly all that are still alive then belong to a table.
Old ones are collected when hardly anybody would notice.
"""

from __future__ import annotations

import gc
import time

YOUNG = 200
"""By how many objects more have been made than freed since the youngest were collected. A busy server frees nearly as
many old ones as it makes, so that about ten times as many are new by then."""
NEVER = 1_000_000
"""Collections of the youngest before the middle generation is collected by itself, and of that before the oldest is."""
ENDED = 1_000
"""Connections that have ended, after which what they left behind is collected even if others are busy."""
FORCED_AFTER = 6 * 3600.0
"""Seconds after which even a busy server collects everything."""


class CycleCollector:
    """When to collect what."""

    def __init__(self) -> None:
        """From now on nothing old is collected unless `collect_if_quiet` is called."""
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._last = time.monotonic()
        self._ended = 0

    def set_apart(self, busy: bool) -> None:
        """What lives now lives as long as the server: look through it no more. Unless busy, drop garbage first."""
        if not busy:
            gc.collect()
        gc.freeze()
        self._last = time.monotonic()

    def collect_if_quiet(self, busy: bool, ended: int) -> None:
        """Collect everything, unless somebody is waiting for answers and it is not long since the last time.

        `ended` counts the connections that have ended so far. After many of them younger objects are collected anyway.
        """
        now = time.monotonic()
        if not busy or now - self._last > FORCED_AFTER:
            gc.collect()
            self._last, self._ended = now, ended
        elif ended - self._ended > ENDED:
            gc.collect(1)
            self._ended = ended
