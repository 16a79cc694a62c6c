"""Outage of the database: the time since which this process cannot write, and the repetition of writes during it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from saleroom.server.storage.datafile import OutcomeUnknown, StoreUnavailable

Result = TypeVar("Result")

PATIENCE = 5.0
"""Seconds from the start of an outage for which failed writes are repeated, so that a restart costs only a wait."""
PAUSE = 0.25
"""Seconds between two attempts."""


class Outage:
    """Current outage of one database, if any. Only writes count, because a full disk can still be read."""

    def __init__(self) -> None:
        self._began = self._failed_at = float("-inf")
        self._lasts = False

    def note_failure(self) -> None:
        """Record that the database failed to write."""
        now = time.monotonic()
        if not self._lasts or now - self._failed_at > PATIENCE:  # without writes, the end of an outage is not noticed
            self._began = now
        self._lasts, self._failed_at = True, now

    def note_success(self) -> None:
        """Record that the database has written."""
        self._lasts = False

    async def outlast(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of `attempt`; repeat it while the database is unavailable.

        An attempt that certainly wrote nothing is repeated until `PATIENCE` seconds after the outage began. After
        `OutcomeUnknown`, it is repeated for `PATIENCE` seconds in any case, because there is no answer to give yet.
        """
        first_failed_at = None
        while True:
            try:
                return await attempt()
            except StoreUnavailable as error:
                now = time.monotonic()
                first_failed_at = now if first_failed_at is None else first_failed_at
                began = first_failed_at if isinstance(error, OutcomeUnknown) or not self._lasts else self._began
                if now >= began + PATIENCE:
                    raise
            await asyncio.sleep(PAUSE)
