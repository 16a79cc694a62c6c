"""The tables of a server: those that are in memory, and those that have to be loaded."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import Connection

from saleroom.games import NAMES
from saleroom.server.core.apply import replay
from saleroom.server.core.decide import Refusal
from saleroom.server.core.project.summary import TableSummary, summarise
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.ops import metrics
from saleroom.server.ops.gc_tuning import CycleCollector
from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.autoplay import AutoplayDelays
from saleroom.server.realtime.live_table import LiveTable, Relay, cannot_read
from saleroom.server.realtime.results import ResultKeeper
from saleroom.server.storage.administration import Restrictions
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import FIRST_EPOCH, Store
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

EVICT_AFTER = 600.0
"""Seconds after which a table where nobody is connected leaves the memory."""
MANY_TABLES = 2000
"""Tables in memory, from which on they leave it at once."""
SWEEP_INTERVAL = 15.0
MAX_UNFINISHED = 100
"""Unfinished tables that one person may have made within a day."""
DAY = 24 * 3600.0
CLOSED = 4403
"""The close code that tells a browser that a table is closed to its person."""
RESUME_WITHIN = 7 * 24 * 3600.0
"""For how many seconds after its last move a table's bots go on by themselves when the server starts."""

Listing = tuple[TableHeader, TableSummary]


class Hub:
    """All tables. Each is in memory once, however many look for it at the same time."""

    cycle_collector: CycleCollector
    """From `start` on."""

    def __init__(
        self,
        store: Store,
        build: str,
        delays: AutoplayDelays | None = None,
        bot_pool: BotPool | None = None,
        plays: bool = True,
    ) -> None:
        """`build` names the client that this server has; `plays` says whether bots move here."""
        self.store, self.build, self._plays = store, build, plays
        self.bot_pool = bot_pool or BotPool()
        self.delays = delays or AutoplayDelays()
        self.results = ResultKeeper(store, self.bot_pool, self.in_memory)
        self.rematch_lock = asyncio.Lock()
        self.ended_connections = 0
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._background: list[asyncio.Task[None]] = []
        self.relay: Relay | None = None
        """Set where other processes share the tables."""
        self.on_turn: Callable[[LiveTable], None] = lambda table: None
        """Called when something has happened at a slow table that this process owns."""
        self.restrictions = Restrictions()
        """What whoever runs the server has forbidden, as far as it has been heard of."""

    async def start(self) -> None:
        """Resume tables where bots are due in the background, and evict idle ones from now on."""
        self.cycle_collector = CycleCollector()
        self._background = [
            asyncio.create_task(self.resume(), name="resume"),
            asyncio.create_task(self._sweep(), name="sweep"),
            asyncio.create_task(self._catch_up(), name="catch-up"),
        ]

    async def close(self) -> None:
        """End all connections. What was acknowledged is in the store already."""
        tasks = (*self._background, *self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.results.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        metrics.TABLES.dec(len(self._tables))
        self._tables.clear()
        self.bot_pool.close()

    # Tables in memory

    @property
    def names(self) -> list[str]:
        """The ids of all tables in memory."""
        return list(self._tables)

    def in_memory(self, table_id: str) -> LiveTable | None:
        """A table, unless it would have to be loaded."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable | None:
        """A table, loaded where need be; None where there is no such table."""
        while True:
            table = self._tables.get(table_id)
            if table is not None:
                table.presence.touch()
                return table
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id), name="load")
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            if await asyncio.shield(task) is None:
                return None

    async def _load(self, table_id: str) -> LiveTable | None:
        edition = await self.store.leases.edition(table_id)  # before: what is rewritten meanwhile is noticed
        found = await self.store.load(table_id)
        if found is None or await self.store.administration.is_closed(table_id):
            return None
        header, events = found
        if header.game in NAMES:
            self.bot_pool.want(header.game)
        try:
            state = await self.bot_pool.run(replay, header, events)
        except ValueError as error:
            raise StoreTrouble(cannot_read(table_id, error)) from None
        table = self._open(state, edition)
        if self.relay is not None:
            await self.relay.settle(table)
        table.store_summary()  # the one that it had last may never have been written
        return table

    def _open(self, state: TableState, edition: int, epoch: int | None = None) -> LiveTable:
        known = self._tables.get(state.header.id)
        if known is not None:
            return known
        table = LiveTable(state, self.store, self.bot_pool, self.build, self.delays, edition, epoch, self.relay)
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
        """A new table, stored and in memory; `also` writes what belongs to it in the same transaction."""
        self.bot_pool.want(header.game)
        state = replay(header, events)
        await self.store.create(header, events, summarise(state), also)
        log.info("created", extra={FACTS: {"table": header.id, "game": header.game}})
        return self._open(state, 0, FIRST_EPOCH)

    async def create_once(self, header: TableHeader, events: Sequence[TableEvent]) -> None:
        """The same for a table whose id follows from what it is for: it may have been made already."""
        try:
            await self.create(header, events)
        except StoreTrouble:
            if await self.find(header.id) is None:
                raise  # otherwise another process was first

    async def check_quota(self, holder: str) -> None:
        """`Refusal` when somebody has made too many tables that nobody plays to their end."""
        if await self.store.count_unfinished(holder, time.time() - DAY) >= MAX_UNFINISHED:
            raise Refusal("full", "make.too-many", count=MAX_UNFINISHED)

    async def resume(self) -> None:
        """Load the tables of the last days where bots are to act: they go on until a person is."""
        try:
            due = await self.store.bots_due(time.time() - RESUME_WITHIN)
            held = await self.store.leases.held(due) if self.relay is not None else {}
            for table_id in due:
                if table_id in held and held[table_id].alive:
                    continue
                await self._resume_table(table_id)
                await asyncio.sleep(0)
        except StoreTrouble as trouble:
            log.error("tables could not be resumed", extra={FACTS: {"trouble": str(trouble)}})

    async def _resume_table(self, table_id: str) -> None:
        try:
            found = await self.store.summary(table_id)
            if found is not None:
                await self.bot_pool.ready(found[0].game)  # many long tables would take long interpreted
            table = await self.find(table_id)
            if table is not None and table.idle:
                self.evict(table)  # a person is to act, and loads it when they come
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
        except Exception:
            log.exception("a table could not be resumed", extra={FACTS: {"table": table_id}})

    async def _catch_up(self) -> None:
        """Write the results of matches that ended unnoticed, after the tables where somebody waits are loaded."""
        await asyncio.gather(self._background[0], return_exceptions=True)
        try:
            await self.results.catch_up()
        except StoreTrouble as trouble:
            log.error("results could not be caught up with", extra={FACTS: {"trouble": str(trouble)}})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            self.evict_idle(EVICT_AFTER if len(self._tables) < MANY_TABLES else SWEEP_INTERVAL)
            self.cycle_collector.collect_if_quiet(self.busy, self.ended_connections)

    @property
    def busy(self) -> bool:
        """Whether anybody is connected."""
        return any(table.presence.listeners for table in self._tables.values())

    def evict_idle(self, seconds: float) -> None:
        """Drop the tables from memory where nobody has been connected for so long."""
        before = time.monotonic() - seconds
        for table in list(self._tables.values()):
            if table.idle and table.presence.quiet_since <= before:
                self.evict(table)

    def evict(self, table: LiveTable) -> None:
        """Let a table go that nobody needs now."""
        table.autoplay.stop()
        table.let_go = True
        del self._tables[table.id]
        metrics.TABLES.dec()

    async def rewrite(self, table_id: str, change: Callable[[], Awaitable[None]]) -> None:
        """Have `change` rewrite what is stored of a table, which is loaded anew; people connect again by themselves."""
        table = self._tables.get(table_id)
        async with table.lock if table else asyncio.Lock():
            await self.results.settled()
            await change()
            loading = self._loading.get(table_id)
            if loading is not None:
                await asyncio.gather(loading, return_exceptions=True)
            for known in {table, self._tables.get(table_id)}:
                if known is not None:
                    self._forget(known)

    async def look_again(self) -> None:
        """Take in what was done to the tables in memory from outside, and send away those who are blocked."""
        held = await self.store.leases.held(self.names)
        for table in list(self._tables.values()):
            if table.id in held and held[table.id].edition != table.edition:
                self._forget(table)
                continue
            await table.refresh()
            table.presence.drop_holders(self.restrictions.blocked, CLOSED, "blocked")
            table.autoplay.wake()

    def _forget(self, table: LiveTable) -> None:
        """Let go of a table whose stored events are others than it knows."""
        table.outdated = True
        table.presence.drop_all(1012, "the table is loaded anew")
        if self._tables.get(table.id) is table:
            self.evict(table)

    # The lobby

    async def tables_of(self, *holders: str) -> list[Listing]:
        """The tables that somebody made or has sat at, with one of these devices."""
        return self._current(await self.store.tables_of(*holders))

    async def listed(self, since: float) -> list[Listing]:
        """The tables that anybody may join or watch."""
        return self._current(await self.store.listed(since))

    async def summary(self, table_id: str) -> Listing | None:
        """One table as the lobby shows it."""
        found = await self.store.summary(table_id)
        return self._current([found])[0] if found else None

    async def summaries(self, table_ids: Sequence[str]) -> list[Listing]:
        """These tables as the lobby shows them."""
        return self._current(await self.store.summaries(table_ids))

    def _current(self, found: list[Listing]) -> list[Listing]:
        """Stored summaries lag a little behind the tables in memory."""
        return [
            (header, summarise(self._tables[header.id].state) if header.id in self._tables else summary)
            for header, summary in found
        ]
