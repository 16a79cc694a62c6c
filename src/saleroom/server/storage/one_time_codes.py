"""Short-lived single-use codes that any process can redeem."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from saleroom.server.storage.columns import one_time_codes
from saleroom.server.storage.database import Database

MOST = 1000
"""Maximum number of codes of one kind; beyond it, a new code replaces the oldest of the address with most codes."""
PER_ADDRESS = 200
"""Maximum number of codes of one kind and address; beyond it, a new code replaces the oldest of the address."""


class Codes:
    """The codes of one kind."""

    def __init__(self, database: Database, kind: str, lifetime: float, clock: Callable[[], float] = time.time) -> None:
        """Use codes of `kind`, valid for `lifetime` seconds."""
        self._database, self._kind, self._lifetime, self._clock = database, kind, lifetime, clock

    async def store(self, code: str, meaning: str, address: str) -> None:
        """Make a code valid from now on; delete older entries that have the same code or the same meaning. The code
        counts for `address`, the network address of the person.
        """
        now = self._clock()
        row = {"kind": self._kind, "code": code, "meaning": meaning, "until": now + self._lifetime, "address": address}
        await self._database.write(partial(_put, row=row, now=now))

    async def take(self, code: str) -> str | None:
        """Redeem a code and return its meaning; None if the code is unknown or has expired."""
        return await self._database.write(partial(_take, kind=self._kind, code=code, now=self._clock()))


def _put(connection: Connection, row: dict[str, Any], now: float) -> None:
    own = one_time_codes.c.kind == row["kind"]
    same = (
        (one_time_codes.c.code == row["code"])
        | (one_time_codes.c.meaning == row["meaning"])
        | (one_time_codes.c.until <= now)
    )
    connection.execute(delete(one_time_codes).where(own, same))
    address = _address_to_shorten(connection, own, row["address"])
    if address is not None:
        of_address = own & (one_time_codes.c.address == address)
        oldest = select(one_time_codes.c.code).where(of_address).order_by(one_time_codes.c.until).limit(1)
        connection.execute(delete(one_time_codes).where(own, one_time_codes.c.code == oldest.scalar_subquery()))
    connection.execute(insert(one_time_codes), row)


def _address_to_shorten(connection: Connection, own: ColumnElement[bool], address: str) -> str | None:
    """Return the address whose oldest code a new code of `address` replaces; None if there is room."""
    by_address = (
        select(one_time_codes.c.address, func.count().label("codes")).where(own).group_by(one_time_codes.c.address)
    )
    counts = {row.address: row.codes for row in connection.execute(by_address)}
    if counts.get(address, 0) >= PER_ADDRESS:
        return address
    return max(counts, key=lambda each: counts[each]) if sum(counts.values()) >= MOST else None


def _take(connection: Connection, kind: str, code: str, now: float) -> str | None:
    own = (one_time_codes.c.kind == kind) & (one_time_codes.c.code == code)
    row = connection.execute(select(one_time_codes.c.meaning, one_time_codes.c.until).where(own)).first()
    if row is None:
        return None
    connection.execute(delete(one_time_codes).where(own))
    return row.meaning if row.until > now else None
