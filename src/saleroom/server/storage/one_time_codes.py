"""Short-lived single-use codes that any process can redeem."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, delete, insert, select

from saleroom.server.storage.columns import one_time_codes
from saleroom.server.storage.database import Database

MOST = 1000
"""Maximum number of codes of one kind; beyond it, a new code replaces the oldest."""


class Codes:
    """The codes of one kind."""

    def __init__(self, database: Database, kind: str, lifetime: float, clock: Callable[[], float] = time.time) -> None:
        """Use codes of `kind`, valid for `lifetime` seconds."""
        self._database, self._kind, self._lifetime, self._clock = database, kind, lifetime, clock

    async def store(self, code: str, meaning: str) -> None:
        """Make a code valid from now on; delete older entries that have the same code or the same meaning."""
        now = self._clock()
        row: dict[str, object] = {"kind": self._kind, "code": code, "meaning": meaning, "until": now + self._lifetime}
        await self._database.write(partial(_put, row=row, now=now))

    async def take(self, code: str) -> str | None:
        """Redeem a code and return its meaning; None if the code is unknown or has expired."""
        return await self._database.write(partial(_take, kind=self._kind, code=code, now=self._clock()))


def _put(connection: Connection, row: dict[str, object], now: float) -> None:
    own = one_time_codes.c.kind == row["kind"]
    same = (
        (one_time_codes.c.code == row["code"])
        | (one_time_codes.c.meaning == row["meaning"])
        | (one_time_codes.c.until <= now)
    )
    connection.execute(delete(one_time_codes).where(own, same))
    newest = select(one_time_codes.c.code).where(own).order_by(one_time_codes.c.until.desc()).limit(MOST - 1)
    connection.execute(delete(one_time_codes).where(own, one_time_codes.c.code.not_in(newest)))
    connection.execute(insert(one_time_codes), row)


def _take(connection: Connection, kind: str, code: str, now: float) -> str | None:
    own = (one_time_codes.c.kind == kind) & (one_time_codes.c.code == code)
    row = connection.execute(select(one_time_codes.c.meaning, one_time_codes.c.until).where(own)).first()
    if row is None:
        return None
    connection.execute(delete(one_time_codes).where(own))
    return row.meaning if row.until > now else None
