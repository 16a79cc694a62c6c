"""Test write to the database, for the readiness check.

A load balancer sends people to this server only while the test succeeds.
"""

from __future__ import annotations

import asyncio
import secrets
import time

from sqlalchemy import Connection, delete, insert

from saleroom.server.storage.columns import one_time_codes
from saleroom.server.storage.database import Database
from saleroom.server.storage.datafile import StoreTrouble

FRESH = 2.0
"""Seconds for which the result of a test is reused."""
STUCK = 10.0
"""Seconds after which a test without a result counts as failed. A long transaction of another process is shorter."""
KIND = "probe"


class WriteProbe:
    """Test of the database, which writes a row and deletes it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[None] | None = None
        self._trouble: StoreTrouble | None = None
        self._began_at = self._ended_at = float("-inf")

    async def check(self, patience: float) -> None:
        """Raise `StoreTrouble` if the database cannot be written to.

        If the test takes longer than `patience` seconds, use the result of the last test, because the delay may only
        come from another process's long transaction. After `STUCK` seconds, it counts as failed.
        """
        if self._task is None and time.monotonic() - self._ended_at >= FRESH:
            self._began_at = time.monotonic()
            self._task = asyncio.create_task(self._run(), name="write-probe")
        if self._task is not None:
            await asyncio.wait([self._task], timeout=patience)
        if self._task is not None and time.monotonic() - self._began_at >= STUCK:
            raise StoreTrouble(f"the store has not written for {STUCK:g} seconds")
        if self._trouble is not None:
            raise self._trouble

    async def _run(self) -> None:
        try:
            await self._database.write(self._write, serial=False)
            self._trouble = None
        except StoreTrouble as trouble:
            self._trouble = trouble
        finally:
            self._ended_at, self._task = time.monotonic(), None

    def _write(self, connection: Connection) -> None:
        self._database.check_room(connection)
        code = secrets.token_hex(16)
        connection.execute(insert(one_time_codes), {"kind": KIND, "code": code, "meaning": "", "until": 0.0})
        connection.execute(delete(one_time_codes).where(one_time_codes.c.kind == KIND, one_time_codes.c.code == code))

    async def close(self) -> None:
        """Wait until no write is in progress."""
        if self._task is not None:
            await asyncio.wait([self._task])
