"""A table in memory: rows are judged, kept and told here, one after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from time import perf_counter

from saleroom.server.briefs import summary_of
from saleroom.server.judging import Refusal
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.presence import Listener, Presence
from saleroom.server.rows import Header, Row
from saleroom.server.standin import StandIn, Tempo
from saleroom.server.store import Store, Taken
from saleroom.server.table import Table
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

ATTEMPTS = 5
"""How often a row is judged anew because another process was first."""

Judge = Callable[[], Row | None]


class Live:
    """One table, those who are connected to it, and its bots.

    Nothing is told before it is durable. Whatever changes the table happens under `_lock`, and between a row's coming
    to the table and its being told there is no other step: so nobody misses one, and nobody gets one twice.
    """

    def __init__(self, table: Table, store: Store, bot_pool: BotPool, build: str, tempo: Tempo) -> None:
        """A table as it was read from the store."""
        self.table = table
        self.bot_pool = bot_pool
        self.presence = Presence(self.header.seats, self._wake)
        self.standin = StandIn(self, tempo)
        self._store, self._build = store, build
        self._lock = asyncio.Lock()

    @property
    def header(self) -> Header:
        """What the table was when it was made."""
        return self.table.header

    def _wake(self) -> None:
        self.standin.wake()

    # Rows

    async def do(self, judge: Judge) -> int | None:
        """Carry out the row that `judge` gives, and say its number; None when it gives none.

        Where another process was first its rows come in, and `judge` is asked again.
        """
        async with self._lock:
            for _ in range(ATTEMPTS):
                row = judge()
                if row is None:
                    return None
                if await self._keep(row):
                    self._apply(row)
                    return row.number
                await self._catch_up()
        raise Refusal("trouble", "Too much happens at once. Try again.")

    async def _keep(self, row: Row) -> bool:
        """Whether a row is ours and durable; another process may have been first.

        If this fails the row may be kept all the same. Then the next one finds its number taken, and this one comes in.
        """
        began = perf_counter()
        try:
            await self._store.append(self.header.id, row)
        except Taken:
            return False
        metrics.APPEND.observe(perf_counter() - began)
        return True

    async def look(self) -> None:
        """Take in what other processes have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for row in await self._store.rows_after(self.header.id, self.table.version):
            self._apply(row)

    def _apply(self, row: Row) -> None:
        """From here to the last line nothing else runs."""
        table = self.table
        table.apply(row)
        if row.kind not in ("move", "say"):
            for listener in self.presence.listeners:
                self._place(listener)
            self.presence.settle()
        now = time.time()
        try:
            self.presence.tell(lambda seat, owner: table.update_bytes(seat, owner, now))
        except Exception:  # the row is kept: whoever missed it is to come again
            log.exception("a row could not be told", extra={FACTS: {"table": self.header.id, "kind": row.kind}})
            self.presence.drop(1011, "trouble")
        if row.kind not in ("move", "say") or (table.playing and table.playing.settled is not None):
            self.note()
        self._wake()

    def note(self) -> None:
        """Have the lobby's lines follow, which tell who sits here and the scores after each deal."""
        self._store.note(self.header.id, summary_of(self.table))

    # Connections

    def join(self, listener: Listener) -> None:
        """Somebody has connected: he is told everything that he may know, and then whatever happens."""
        self._place(listener)
        self.presence.join(listener)
        present, watchers = self.presence.present(), self.presence.watchers()
        text = self.table.snapshot_bytes(listener.seat, listener.owner, self._build, present, watchers, time.time())
        listener.tell(text.decode())
        log.info("joined", extra={FACTS: {"table": self.header.id, "seat": listener.seat}})

    def leave(self, listener: Listener) -> None:
        """Somebody's connection has ended."""
        self.presence.leave(listener)
        log.info("left", extra={FACTS: {"table": self.header.id, "seat": listener.seat}})

    def has_room(self, holder: str | None, devices: int, watchers: int) -> bool:
        """Whether one more may connect: people have a few connections each, and spectators so many together."""
        seated = self.table.seat_of(holder) is not None
        if seated:
            return self.presence.count(holder) < devices
        return self.presence.watchers() < watchers and (holder is None or self.presence.count(holder) < devices)

    def _place(self, listener: Listener) -> None:
        listener.seat = self.table.seat_of(listener.holder)
        listener.owner = self.table.is_owner(listener.holder)

    # Its end

    @property
    def idle(self) -> bool:
        """Whether nobody is here and the house has nothing to do."""
        return not self.presence.listeners and not self._lock.locked() and not self.standin.busy

    async def close(self) -> None:
        """Send everybody away, and stop its bots."""
        self.presence.drop(1012, "the server is closing")
        await self.standin.close()
