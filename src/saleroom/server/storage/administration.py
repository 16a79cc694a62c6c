"""Restrictions that the operator puts on people and tables, and the log of the operator's actions.

One transaction writes a restriction and its log line. Running servers notice new actions by the line numbers of the log
(`realtime/operator_commands.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from saleroom.server.storage.columns import admin_log, devices, restrictions
from saleroom.server.storage.database import Database, insert_once
from saleroom.server.storage.leases import renew
from saleroom.server.storage.ratings import ERASED

MUTE, BLOCK, CLOSE = "mute", "block", "close"
"""Kinds of restrictions: a person may not chat or react; a person may do nothing; a table is closed."""
LIFTING = {"unmute": MUTE, "unblock": BLOCK, "reopen": CLOSE}
"""Actions that lift a restriction, with the kind of restriction that they lift."""


class LogMark(NamedTuple):
    """Position in the log: the number of its last line, and the time at which the last action ended."""

    last: int = -1
    done_at: float = 0.0


@dataclass(frozen=True)
class Restrictions:
    """All restrictions in force."""

    muted: frozenset[str] = frozenset()
    """Identities of muted people and ids of all their devices; `blocked` has the same for blocked people."""
    blocked: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    """Ids of closed tables."""


@dataclass(frozen=True)
class AdminLogLine:
    """One action of an operator."""

    number: int
    at: float
    operator: str
    action: str
    subject: str
    """Identity of a person, or id of a table."""
    note: str
    done_at: float | None
    """Time at which the action was complete; None if it was interrupted, in which case the operator can repeat it."""


class Administration:
    """The restrictions and the log of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, action: str, subject: str, operator: str, note: str, now: float) -> int:
        """Log an action, and add or lift the restriction that belongs to it; return the number of the log line."""
        entry = {"at": now, "operator": operator, "action": action, "subject": subject, "note": note}
        return await self._database.write(partial(_begin, entry=entry), serial=False)

    async def end(self, number: int, now: float) -> None:
        """Store that the action in log line `number` is complete, so that running servers notice it."""
        ended = update(admin_log).where(admin_log.c.number == number).values(done_at=now)
        await self._database.write(lambda connection: connection.execute(ended))

    async def mark(self) -> LogMark:
        """Return the current position in the log."""
        query = select(func.coalesce(func.max(admin_log.c.number), 0), func.coalesce(func.max(admin_log.c.done_at), 0))
        return LogMark(*await self._database.read(lambda connection: connection.execute(query).one()))

    async def restrictions(self) -> Restrictions:
        """Return all restrictions in force."""
        return await self._database.read(_restrictions)

    async def is_closed(self, table_id: str) -> bool:
        """Return whether a table is closed."""
        query = select(restrictions.c.subject).where(is_closed(table_id))
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def log(self, limit: int) -> list[AdminLogLine]:
        """Return the last lines of the log, the latest first."""
        query = select(admin_log).order_by(admin_log.c.number.desc()).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [AdminLogLine(*row) for row in rows]


def is_closed(table_id: Any) -> Any:
    """Return the SQL condition that the table with the id `table_id` is closed."""
    return (restrictions.c.kind == CLOSE) & (restrictions.c.subject == table_id)


def forget_in_log(connection: Connection, who: str) -> None:
    """Lift all restrictions on an identity, and anonymise its lines in the log."""
    connection.execute(delete(restrictions).where(restrictions.c.subject == who))
    own = or_(admin_log.c.subject == who, admin_log.c.subject.in_(_devices_of([who])))
    connection.execute(update(admin_log).where(own).values(subject=f"{ERASED}{secrets.token_hex(8)}"))


# Transactions


def _begin(connection: Connection, entry: dict[str, Any]) -> int:
    action, subject = entry["action"], entry["subject"]
    kind = LIFTING.get(action, action)
    if action in LIFTING:
        own = (restrictions.c.kind == kind, restrictions.c.subject == subject)
        connection.execute(delete(restrictions).where(*own))
    elif kind in (MUTE, BLOCK, CLOSE):
        insert_once(connection, restrictions, [{"kind": kind, "subject": subject}])
    if kind == CLOSE:
        renew(connection, subject)  # after this, the table's owner can no longer write
    written = connection.execute(insert(admin_log).values(entry).returning(admin_log.c.number))
    return written.scalar_one()


def _restrictions(connection: Connection) -> Restrictions:
    subjects: dict[str, set[str]] = {MUTE: set(), BLOCK: set(), CLOSE: set()}
    for kind, subject in connection.execute(select(restrictions.c.kind, restrictions.c.subject)):
        subjects.setdefault(kind, set()).add(subject)
    muted, blocked = (_with_devices(connection, subjects[kind]) for kind in (MUTE, BLOCK))
    return Restrictions(muted, blocked, frozenset(subjects[CLOSE]))


def _with_devices(connection: Connection, people: set[str]) -> frozenset[str]:
    return frozenset(people.union(connection.execute(_devices_of(list(people))).scalars()))


def _devices_of(people: Sequence[str]) -> Any:
    return select(devices.c.holder).where(devices.c.person.in_(people))
