"""Python's collector of cycles, kept from halting a busy server.

A full collection walks through every object there is: with some hundred tables that takes a few tenths of a second, in
which nobody's move is answered. So what lives as long as the server is set apart, young cycles are collected as they
come, and old ones when hardly anybody would notice.
"""

from __future__ import annotations

import gc
import time

YOUNG = 50_000
"""New objects between two collections of the youngest …"""
MIDDLE = 50
"""… so many of which come to one of those that survived."""
NEVER = 1_000_000
FORCED_AFTER = 6 * 3600.0
"""Seconds after which even a busy server collects."""


class CycleCollector:
    """When to collect what."""

    def __init__(self) -> None:
        """From now on nothing old is collected unless `collect_if_quiet` is called."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._last = time.monotonic()

    def collect_if_quiet(self, busy: bool) -> None:
        """Collect everything, unless somebody is waiting for answers and it is not long since the last time."""
        now = time.monotonic()
        if not busy or now - self._last > FORCED_AFTER:
            gc.collect()
            self._last = now
