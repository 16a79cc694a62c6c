"""Leases of tables. A lease records which process owns a table, and stops all other processes from writing to the
table.

A process that takes a table's lease increments the lease's *epoch*. Every write of an event names the epoch in which
the writing process took the lease (`table_transactions._INSERT_EVENTS`). A process that was stopped, swapped out or
disconnected can therefore write nothing after another process has taken the lease, even if a clock is wrong. Saleroom
uses the database's clock only to guess whether the owner is alive. A wrong guess does no harm: if a living owner loses
the lease, the only cost is one more change of owner. A table's *edition* counts how often its stored events were
rewritten; a process with an older edition loads the table again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, exists, extract, func, insert, or_, select, true, update

from saleroom.server.protocol.common import DAY
from saleroom.server.storage.columns import leases, one_time_codes, processes, table_events, table_summaries
from saleroom.server.storage.database import Database, insert_once, insert_or

EXPIRY = 3.0
"""Seconds without a sign of life after which a process counts as dead."""
GENERATION = "z"
"""Last character of the id of a process that can read archives; the ids of earlier versions end in a hex digit."""
GONE = 100 * EXPIRY
"""Seconds without a sign of life after which a process is forgotten."""
JOB = "job"
"""Kind under which claims to jobs are stored in the database table `one_time_codes`."""
KEPT = 2 * 24 * 3600.0
"""Seconds after which a claim is deleted."""


class Lease(NamedTuple):
    """Lease of a table, with data for the process that has taken the lease."""

    epoch: int
    edition: int
    silent: float | None
    """Seconds since the previous owner's last sign of life; None if no other process owned the table."""


class LeaseStatus(NamedTuple):
    """Lease of a table, with data for all other processes."""

    owner: str | None
    """Process that took the lease last; None if the lease was given up."""
    alive: bool
    """Whether that process has given a sign of life recently."""
    edition: int
    version: int
    """Number of the table's last event."""
    epoch: int


class Leases:
    """Access of one process to the leases of one database."""

    def __init__(self, database: Database, machine: str = "") -> None:
        """Give this process an id. `machine` is the name of its machine, or empty."""
        self._database = database
        self.process = ".".join(filter(None, (machine, secrets.token_hex(8)[1:] + GENERATION)))
        """Id of this process among all that use the database: random digits and `GENERATION`, after the name of the
        machine and a dot if the machine has a name.
        """

    async def take(self, table_id: str, only_if_unowned: bool = False) -> Lease | None:
        """Take a table's lease. With `only_if_unowned`, return None if another living process has the lease."""
        taking = partial(_take, table_id=table_id, process=self.process, only_if_unowned=only_if_unowned)
        return await self._database.write(taking, serial=False)

    async def edition(self, table_id: str) -> int:
        """Return a table's edition, which counts how often its stored events were rewritten."""
        query = select(leases.c.edition).where(leases.c.table_id == table_id)
        return await self._database.read(lambda connection: connection.execute(query).scalar()) or 0

    async def held(self, table_ids: Iterable[str]) -> dict[str, LeaseStatus]:
        """Return the leases of the tables `table_ids`; leave out tables without a lease."""
        return await self._database.read(partial(_held, table_ids=list(table_ids)))

    async def claim(self, job: str) -> bool:
        """Claim a job for this process; return False if another living process has claimed it."""
        return await self._database.write(partial(_claim, job=job, process=self.process))

    async def older_version_runs(self) -> bool:
        """Return whether a process of a version that cannot read archives probably runs.

        It has lately given a sign of life, which only processes with a bus do, or it owns a table with an event in the
        last day.
        """
        return await self._database.read(_older_version_runs)

    async def give_up(self) -> None:
        """Give up all leases, and deregister this process."""
        await self._database.write(partial(_give_up, process=self.process), serial=False)

    async def record_heartbeat(self) -> None:
        """Store the current time, to show that this process is alive."""
        await self._database.write(partial(_record_heartbeat, process=self.process), serial=False)


def machine_of(process: str) -> str:
    """Return the name of a process's machine from the id of the process; empty if the machine has no name."""
    return process.rpartition(".")[0]


def is_edition(connection: Connection, table_id: str, edition: int) -> bool:
    """Return whether a table still has the given edition; also lock its events against rewrites."""
    return (connection.execute(select(edition_of(table_id))).scalar() or 0) == edition


def edition_of(table_id: Any) -> Any:
    """Return a subquery for a table's edition, which is NULL if the table has no lease. The subquery blocks rewrites of
    the table until the transaction ends.
    """
    return select(leases.c.edition).where(leases.c.table_id == table_id).with_for_update(read=True).scalar_subquery()


def lock(connection: Connection, table_id: str) -> None:
    """Lock a table's lease until the transaction ends. Until then, no process can add events to the table, or rewrite
    its events.
    """
    _insert_once(connection, table_id)
    connection.execute(select(leases.c.epoch).where(leases.c.table_id == table_id).with_for_update())


def renew(connection: Connection, table_id: str) -> None:
    """Increment a table's epoch and edition, so that its owner can no longer write. Call this in the transaction that
    rewrites the table's events.
    """
    _insert_once(connection, table_id)
    query = update(leases).where(leases.c.table_id == table_id)
    connection.execute(query.values(epoch=leases.c.epoch + 1, edition=leases.c.edition + 1, owner=None))


# Transactions


def _now(connection: Connection) -> Any:
    """Return an SQL expression for the seconds since 1970, by the database's clock, which all processes share."""
    if connection.dialect.name == "postgresql":
        return extract("epoch", func.clock_timestamp())
    return (func.julianday("now") - 2440587.5) * 86400.0


def _seen_lately(connection: Connection) -> Any:
    """Return the SQL condition that a process has recently stored a sign of life.

    A sign of life in the future, for example after a clock change, does not count.
    """
    now = _now(connection)
    return processes.c.seen_at.between(now - EXPIRY, now + EXPIRY)


def _lives(connection: Connection) -> Any:
    """Return the SQL condition that the owner of a lease has recently stored a sign of life."""
    return exists().where(processes.c.id == leases.c.owner, _seen_lately(connection))


def _insert_once(connection: Connection, table_id: str) -> None:
    """Insert the lease of a table if it is missing, which happens if an older version of the server created the
    table.
    """
    insert_once(connection, leases, [{"table_id": table_id, "epoch": 0, "edition": 0}])


def _take(connection: Connection, table_id: str, process: str, only_if_unowned: bool) -> Lease | None:
    own = leases.c.table_id == table_id
    free = or_(leases.c.owner.is_(None), leases.c.owner == process, ~_lives(connection)) if only_if_unowned else true()
    former = select(_now(connection) - processes.c.seen_at).join(leases, leases.c.owner == processes.c.id)
    silent = connection.execute(former.where(own, processes.c.id != process)).scalar()
    taking = update(leases).where(own, free).values(owner=process, epoch=leases.c.epoch + 1)
    if not connection.execute(taking).rowcount:
        _insert_once(connection, table_id)
        if not connection.execute(taking).rowcount:
            return None
    epoch, edition = connection.execute(select(leases.c.epoch, leases.c.edition).where(own)).one()
    return Lease(epoch, edition, silent)


def _claim(connection: Connection, job: str, process: str) -> bool:
    now = _now(connection)
    own = (one_time_codes.c.kind == JOB) & (one_time_codes.c.code == job)
    lives = exists().where(processes.c.id == one_time_codes.c.meaning, _seen_lately(connection))
    old = (one_time_codes.c.kind == JOB) & (one_time_codes.c.until <= now)
    connection.execute(delete(one_time_codes).where(or_(old, own & ~lives)))
    claim = {"kind": JOB, "code": job, "meaning": process, "until": now + KEPT}
    connection.execute(insert_or(connection, one_time_codes).values(claim).on_conflict_do_nothing())
    return connection.execute(select(one_time_codes.c.meaning).where(own)).scalar_one() == process


def _older_version_runs(connection: Connection) -> bool:
    now = _now(connection)
    alive = select(processes.c.id).where(processes.c.seen_at > now - GONE, ~processes.c.id.endswith(GENERATION))
    owned = table_summaries.join(leases, leases.c.table_id == table_summaries.c.table_id)
    recent = (table_summaries.c.last_at > now - DAY, leases.c.owner.is_not(None), ~leases.c.owner.endswith(GENERATION))
    owners = select(leases.c.owner).select_from(owned).where(*recent)
    return any(connection.execute(query.limit(1)).first() is not None for query in (alive, owners))


def _held(connection: Connection, table_ids: list[str]) -> dict[str, LeaseStatus]:
    last = select(func.coalesce(func.max(table_events.c.number), 0)).where(table_events.c.table_id == leases.c.table_id)
    columns = (leases.c.owner, _lives(connection), leases.c.edition, last.scalar_subquery(), leases.c.epoch)
    query = select(leases.c.table_id, *columns)
    return {
        name: LeaseStatus(*rest) for name, *rest in connection.execute(query.where(leases.c.table_id.in_(table_ids)))
    }


def _give_up(connection: Connection, process: str) -> None:
    connection.execute(update(leases).where(leases.c.owner == process).values(owner=None, epoch=leases.c.epoch + 1))
    connection.execute(delete(processes).where(processes.c.id == process))


def _record_heartbeat(connection: Connection, process: str) -> None:
    now = _now(connection)
    if not connection.execute(update(processes).where(processes.c.id == process).values(seen_at=now)).rowcount:
        connection.execute(insert(processes).values(id=process, seen_at=now))
        connection.execute(delete(processes).where(processes.c.seen_at < now - GONE))
