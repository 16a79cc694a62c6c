"""Outage of the database: the time since which this process cannot write, and the repetition of writes during it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from saleroom.server.ops.logs import FACTS
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble, StoreUnavailable

log = logging.getLogger("saleroom.server")

Result = TypeVar("Result")

PATIENCE = 5.0
"""Seconds from the start of an outage for which failed writes are repeated, so that a restart costs only a wait."""
PAUSE = 0.25
"""Seconds between two attempts."""


def log_trouble(trouble: StoreTrouble, **facts: Any) -> None:
    """Log a failure of the database, unless it belongs to an outage, which has only two lines."""
    if not isinstance(trouble, StoreUnavailable):
        log.error("store", extra={FACTS: {**facts, "trouble": str(trouble)}})


async def try_job(job: Callable[[], Awaitable[object]], failure: str, **facts: Any) -> bool:
    """Do a job, and log its failure, so that the caller's other jobs are still done. Return False if the database was
    unavailable; the caller can then repeat all jobs later.
    """
    try:
        await job()
    except StoreTrouble as trouble:
        log_trouble(trouble, **facts)
        return not isinstance(trouble, StoreUnavailable)
    except Exception:
        log.exception(failure, extra={FACTS: facts})
    return True


class OutageLines:
    """Log lines about outages: one at the start, and one at the end."""

    CALM = 1.0
    """Seconds after the last failure from which a success ends an outage, because connections fail at other times."""

    def __init__(self) -> None:
        self._failed_at = float("-inf")
        self._began: float | None = None
        """Start of the current outage by `time.monotonic`; None if there is none."""
        self._fails_to_write = False

    def note_failure(self, reason: str, *, write: bool) -> None:
        """Record that a transaction failed."""
        self._fails_to_write |= write
        self._failed_at = time.monotonic()
        if self._began is None:
            self._began = time.monotonic()
            log.error("the database is unavailable", extra={FACTS: {"trouble": reason}})

    def note_success(self, *, write: bool) -> None:
        """Record that a transaction succeeded. It ends an outage, except if it only read and writing still fails."""
        if self._began is None or write < self._fails_to_write:
            return
        if time.monotonic() - self._failed_at >= self.CALM:
            seconds = round(time.monotonic() - self._began, 1)
            self._began, self._fails_to_write = None, False
            log.warning("the database is available again", extra={FACTS: {"seconds": seconds}})


class SlowWrites:
    """Log lines about slow writes, at most one in `PAUSE` seconds, because a slow disk delays the writes of all
    tables.
    """

    SLOW = 1.0
    PAUSE = 10.0

    def __init__(self) -> None:
        self._next_at = float("-inf")

    def note(self, seconds: float, **facts: Any) -> None:
        """Record how long a write took; the line has the id of the request or connection that it belongs to."""
        if seconds >= self.SLOW and time.monotonic() >= self._next_at:
            self._next_at = time.monotonic() + self.PAUSE
            log.warning("a slow write", extra={FACTS: {**facts, "seconds": round(seconds, 2)}})


class Outage:
    """Current outage of one database, if any. Only writes count, because a full disk can still be read."""

    def __init__(self) -> None:
        self._began = self._failed_at = float("-inf")
        self._lasts = False
        self.lines = OutageLines()

    def note_failure(self, reason: str = "") -> None:
        """Record that the database failed to write."""
        self.lines.note_failure(reason, write=True)
        now = time.monotonic()
        if not self._lasts or now - self._failed_at > PATIENCE:  # without writes, the end of an outage is not noticed
            self._began = now
        self._lasts, self._failed_at = True, now

    def note_success(self) -> None:
        """Record that the database has written."""
        self.lines.note_success(write=True)
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
