"""Ownership of tables. Each process regularly checks in the store which process owns each table in its memory."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.access import AccessElsewhere
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable, NotOwner
from saleroom.server.realtime.upkeep import resume_tables
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import LeaseStatus
from saleroom.server.storage.outage import log_trouble

log = logging.getLogger("saleroom.server")

BEAT = 0.7
"""Seconds between two signs of life that this process writes to the store."""
WATCH = 1.0
"""Seconds between two checks of the owners and versions of tables in memory."""
BLIND = 2.0
"""Seconds without access to the store after which this process asks for another process that has access. If there is
one, people are disconnected, so that they reconnect to it.
"""
ORPHANS = 10.0
"""Seconds between two searches for tables at which bots have to act but which no process has in memory."""


class Ownership:
    """Record of who owns each table in memory: this process, or another process that this process follows."""

    def __init__(
        self,
        hub: Hub,
        inform_owner: Callable[[LiveTable], None],
        start_job: Callable[[Coroutine[Any, Any, object]], None],
        access: AccessElsewhere,
    ) -> None:
        """Prepare the checks of ownership.

        `inform_owner` sends the owner of a table a report of who is connected to this process. `start_job` runs a job
        in the background.
        """
        self._hub, self._leases = hub, hub.store.leases
        self._inform_owner, self._start_job, self._access = inform_owner, start_job, access
        self._in_progress: set[str] = set()
        """Ids of tables that a task is working on."""
        self._asking = asyncio.Lock()
        self._wanted: set[str] = set()
        """Ids of tables whose owners the next query asks for."""
        self._seen: dict[str, LeaseStatus] = {}
        """Result of the last such query."""

    def start(self) -> None:
        """Start the background jobs, which report to the store that this process is alive, and check who owns each
        table.
        """
        for job in (self._beat(), self._watch(), self._adopt()):
            self._start_job(job)

    async def resolve_ownership(self, table: LiveTable) -> None:
        """Take ownership of a table that has just been loaded; if it already has an owner, follow the owner."""
        if not await self.own(table, only_if_unowned=True):
            await self.look_at(table)

    async def own(self, table: LiveTable, only_if_unowned: bool) -> bool:
        """Take ownership of a table; return whether this process owns it now."""
        try:
            followed = table.owner
            lease = await table.own(only_if_unowned)
        except NotOwner:
            return False
        except StoreTrouble as error:
            log_trouble(error, table=table.id)
            return False
        if followed is not None and lease is not None:
            metrics.TAKEN.inc()
            silent = None if lease.silent is None else round(lease.silent, 2)
            log.warning("taken over", extra={FACTS: {"table": table.id, "owner": followed, "silent": silent}})
        return True

    async def look_at(self, table: LiveTable) -> None:
        """Read in the store who owns a table now; take the table over or follow its owner accordingly."""
        try:
            held = (await self._leases.held([table.id])).get(table.id)
        except StoreTrouble as error:
            log_trouble(error, table=table.id)
            await asyncio.sleep(WATCH)
            return
        if held is not None:
            await self._apply_lease(table, held)

    async def owner_of(self, table_id: str) -> str | None:
        """Return the living process that owns a table; None if there is none, or if the store does not answer soon."""
        table = self._hub.in_memory(table_id)
        if table is not None and table.owner != "":
            return table.owner or self._leases.process
        self._wanted.add(table_id)
        try:
            async with asyncio.timeout(WATCH), self._asking:
                if table_id in self._wanted:  # one query for all who have waited
                    wanted, self._wanted = self._wanted, set()
                    self._seen = await self._leases.held(wanted)
        except TimeoutError:
            return None
        except StoreTrouble as error:
            log_trouble(error)
            return None
        held = self._seen.get(table_id)
        return held.owner if held is not None and held.alive else None

    async def _apply_lease(self, table: LiveTable, held: LeaseStatus) -> None:
        """Take over a table or follow its owner, according to the lease `held` from the store. Ignore the lease `held`
        if this process has taken a newer one meanwhile.
        """
        if held.epoch < table.taken:
            return
        if held.edition != table.edition:
            table.on_outdated(table)
        elif held.owner == self._leases.process:
            if table.owner is not None:
                await self.own(table, only_if_unowned=True)
        elif held.alive:
            table.follow(held.owner or "")
            self._inform_owner(table)
            if held.version > table.state.version:
                await table.refresh()
        elif table.needed:
            await self.own(table, only_if_unowned=True)

    # Endless loops

    async def _beat(self) -> None:
        while True:
            try:
                await self._leases.record_heartbeat()
            except StoreTrouble as error:
                log_trouble(error)
            await asyncio.sleep(BEAT)

    async def _watch(self) -> None:
        seen_at = time.monotonic()
        while True:
            await asyncio.sleep(WATCH)
            try:
                async with asyncio.timeout(BLIND):
                    held = await self._leases.held(self._hub.names)
                seen_at = time.monotonic()
                self._access.note_own()
            except (StoreTrouble, TimeoutError) as error:
                self._note(error)
                if time.monotonic() - seen_at > BLIND and self._access.exists():
                    self._send_away()
            else:
                for table_id, each in held.items():
                    self._look_after(table_id, each)

    def _note(self, error: StoreTrouble | TimeoutError) -> None:
        if isinstance(error, StoreTrouble):
            log_trouble(error)
        else:
            self._hub.store.database.outage.lines.note_failure("it does not answer", write=False)

    def _look_after(self, table_id: str, held: LeaseStatus) -> None:
        """Start a background job that applies the lease of one table; tables therefore do not wait for each other."""
        table = self._hub.in_memory(table_id)
        if table is None:
            return
        table.presence.forget_silent(time.monotonic())
        ours = held.owner == self._leases.process and table.owner is None and held.edition == table.edition
        if not ours and table_id not in self._in_progress:
            self._in_progress.add(table_id)
            self._start_job(self._try_to_apply_lease(table, held))

    async def _try_to_apply_lease(self, table: LiveTable, held: LeaseStatus) -> None:
        try:
            await self._apply_lease(table, held)
        except StoreTrouble as error:
            log_trouble(error, table=table.id)
        except Exception:
            log.exception("a table could not be watched", extra={FACTS: {"table": table.id}})
        finally:
            self._in_progress.discard(table.id)

    def _send_away(self) -> None:
        """Disconnect all people, because this process cannot reach the store and another process can."""
        for table_id in self._hub.names:
            table = self._hub.in_memory(table_id)
            if table is not None:
                table.presence.drop_all(1012, "the tables cannot be reached from here")

    async def _adopt(self) -> None:
        while True:
            await asyncio.sleep(ORPHANS)
            await resume_tables(self._hub)
