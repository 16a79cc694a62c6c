"""Tables of a server: the tables in memory, and access to the tables in the store."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from saleroom.games import NAMES
from saleroom.server.core.apply import replay
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState, is_bot_account
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.protocol.common import Picture
from saleroom.server.realtime.autoplay import AutoplayDelays
from saleroom.server.realtime.live_table import CLOSED, LiveTable, cannot_read
from saleroom.server.realtime.lobby import Lobby
from saleroom.server.realtime.relay import Relay
from saleroom.server.realtime.results import ResultKeeper
from saleroom.server.realtime.seated_devices import SeatedDevices
from saleroom.server.storage.administration import Restrictions
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import FIRST_EPOCH, Store
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

FOLLOW_FOR = 60.0
"""Seconds for which this process, without a connection, keeps a table that another process owns.

Following such a table costs work for each of its moves. It is kept for a while because its people may return.
"""


class Hub:
    """All tables of a server.

    Each table is in memory at most once, even if several requests load the same table simultaneously.
    """

    def __init__(
        self,
        store: Store,
        build: str,
        *,
        delays: AutoplayDelays | None = None,
        bot_pool: BotPool | None = None,
        plays: bool = True,
    ) -> None:
        """Create an empty hub. `build` identifies the version of the web client; `plays` says whether bots move in this
        process.
        """
        self.store, self.build, self._plays = store, build, plays
        self.bot_pool = bot_pool or BotPool()
        self.delays = delays or AutoplayDelays()
        self.results = ResultKeeper(store, self.bot_pool, self.in_memory)
        self.lobby = Lobby(store, self.in_memory)
        self.seated = SeatedDevices(store)
        self.rematch_lock = asyncio.Lock()
        self.ended_connections = 0
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.relay: Relay[LiveTable] | None = None
        """Link to other processes that share the tables; None if there are no other processes."""
        self.on_turn: Callable[[LiveTable], None] = lambda table: None
        """Function called after an event at a table in play that this process owns."""
        self.restrictions = Restrictions()
        """Restrictions by the operator, as last read from the store."""

    async def close(self) -> None:
        """End all connections. No event is lost, because all acknowledged events are already in the store."""
        await cancel_all(self._loading.values())
        await self.results.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        metrics.TABLES.dec(len(self._tables))
        self._tables.clear()
        self.bot_pool.close()

    # Tables in memory

    @property
    def names(self) -> list[str]:
        """Ids of all tables in memory."""
        return list(self._tables)

    def in_memory(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable | None:
        """Return a table, and load it if necessary; None if the table does not exist."""
        while True:
            table = self._tables.get(table_id)
            if table is not None:
                if await self._is_outdated(table) or table.evicted:  # evicted while the store was read
                    continue
                table.presence.touch()
                return table
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id), name="load")
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            if await asyncio.shield(task) is None:
                return None

    async def _is_outdated(self, table: LiveTable) -> bool:
        """Return whether another process has rewritten a finished table; drop the table from memory if so.

        With a bus, the checks of ownership notice this. At a table in play, the next event does.
        """
        if self.relay is not None or not table.state.over:
            return False
        with suppress(StoreTrouble):  # without the store, the table is shown as it is in memory
            if await self.store.leases.edition(table.id) != table.edition:
                self._forget(table)
                return True
        return False

    async def _load(self, table_id: str) -> LiveTable | None:
        edition = await self.store.leases.edition(table_id)  # read first, so that a rewrite during the load is noticed
        stored = await self.store.load(table_id)
        if stored is None or await self.store.administration.is_closed(table_id):
            return None
        header, events = stored
        if header.game in NAMES:
            self.bot_pool.want(header.game)
        try:
            state = await self.bot_pool.run(replay, header, events)
        except ValueError as error:
            raise StoreTrouble(cannot_read(table_id, error)) from None
        table = self._open(state, edition)
        if self.relay is not None:
            await self.relay.resolve_ownership(table)
        table.summary.store()  # the server may have stopped before it stored the last summary
        return table

    def _open(self, state: TableState, edition: int, epoch: int | None = None) -> LiveTable:
        known = self._tables.get(state.header.id)
        if known is not None:
            return known
        table = LiveTable(
            state,
            store=self.store,
            bot_pool=self.bot_pool,
            build=self.build,
            delays=self.delays,
            edition=edition,
            epoch=epoch,
            relay=self.relay,
        )
        table.on_over, table.on_outdated = self._match_over, self._forget
        table.on_turn = self.on_turn
        self._tables[table.id] = table
        metrics.TABLES.inc()
        if self._plays:
            table.autoplay.wake()
        else:
            table.autoplay.stop()
        if state.over:
            self._match_over(table)
        return table

    def _match_over(self, table: LiveTable) -> None:
        self.results.note(table.state, table.edition)

    async def create(
        self,
        header: TableHeader,
        events: Sequence[TableEvent],
        also: Callable[[Connection], object] = lambda connection: None,
    ) -> LiveTable:
        """Store a new table, and keep it in memory; `also` can write related rows in the same transaction."""
        self.bot_pool.want(header.game)
        events = await self._with_portraits(events)
        state = replay(header, events)
        await self.store.create(header, events, summarise(state), also)
        log.info("created", extra={FACTS: {"table": header.id, "game": header.game}})
        return self._open(state, 0, FIRST_EPOCH)

    async def _with_portraits(self, events: Sequence[TableEvent]) -> list[TableEvent]:
        """Return a table's first events, and add the portraits of the people who sit down."""
        sitting = [event.holder for event in events if event.kind == "sit" and event.holder is not None]
        pictures = await self.portraits_of(sitting)
        return [
            replace(event, data={**event.data, "picture": pictures[event.holder]})
            if event.kind == "sit" and event.holder in pictures
            else event
            for event in events
        ]

    async def portraits_of(self, holders: Iterable[str | None]) -> dict[str | None, Picture]:
        """Return the portraits of people by their devices; bot accounts have none."""
        people = (holder for holder in holders if holder is not None and not is_bot_account(holder))
        return {**await self.store.people.pictures_of(people)}

    async def create_once(self, header: TableHeader, events: Sequence[TableEvent]) -> None:
        """Create the table described by `header` and `events` unless a table with its id already exists. The id is
        derived from the table's purpose.
        """
        try:
            await self.create(header, events)
        except StoreTrouble:
            if await self.find(header.id) is None:
                raise  # otherwise another process has just created the table

    @property
    def busy(self) -> bool:
        """Whether a connection is open."""
        return any(table.presence.listeners for table in self._tables.values())

    def evict_idle(self, seconds: float) -> None:
        """Evict tables that have had no connection for `seconds` seconds, or for `FOLLOW_FOR` if another process owns
        them.
        """
        now = time.monotonic()
        for table in list(self._tables.values()):
            patience = seconds if table.owner is None else min(seconds, FOLLOW_FOR)
            if table.idle and table.presence.quiet_since <= now - patience:
                self.evict(table)

    def evict(self, table: LiveTable) -> None:
        """Drop a table from memory, because this process no longer needs it."""
        table.store_waiting_summary()
        table.autoplay.stop()
        table.evicted = True
        del self._tables[table.id]
        metrics.TABLES.dec()

    async def rewrite(self, table_id: str, change: Callable[[], Awaitable[None]]) -> None:
        """Change the stored events of a table with the function `change`, and drop the table from memory.

        The table's clients reconnect automatically.
        """
        table = self._tables.get(table_id)
        async with table.lock if table else asyncio.Lock():
            await self.results.wait_until_written()
            await change()
            loading = self._loading.get(table_id)
            if loading is not None:
                await asyncio.gather(loading, return_exceptions=True)
            for known in {table, self._tables.get(table_id)}:
                if known is not None:
                    self._forget(known)

    async def refresh_all(self) -> None:
        """Apply all changes that other processes made to tables in this process's memory, and disconnect blocked
        people.
        """
        held = await self.store.leases.held(self.names)
        for table in list(self._tables.values()):
            if table.id in held and held[table.id].edition != table.edition:
                self._forget(table)
                continue
            await table.refresh()
            table.presence.drop_holders(self.restrictions.blocked, CLOSED, "blocked")
            table.autoplay.wake()

    def _forget(self, table: LiveTable) -> None:
        """Drop a table whose stored events differ from those in memory."""
        table.outdated = True
        table.presence.drop_all(1012, "the table is reloaded")
        if self._tables.get(table.id) is table:
            self.evict(table)
