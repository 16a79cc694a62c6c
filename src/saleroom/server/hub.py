"""The tables of a house: those that are in memory, and those that have to be fetched."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from saleroom.server import wire
from saleroom.server.briefs import summary_of
from saleroom.server.founding import rematch
from saleroom.server.judging import Refusal, stand_in
from saleroom.server.live import Live
from saleroom.server.ops import metrics
from saleroom.server.ops.gc_tuning import CycleCollector
from saleroom.server.ops.logs import FACTS
from saleroom.server.rows import Header, Row
from saleroom.server.standin import Tempo
from saleroom.server.store import Store, StoreTrouble, Summary
from saleroom.server.table import Table
from saleroom.server.workers import hints
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

IDLE = 600.0
"""Seconds after which a table where nobody is leaves the memory."""
MANY = 2000
"""Tables in memory, from which on they leave it at once."""
SWEEP = 15.0
MOST_MADE = 100
"""Unfinished tables that one person may have made within a day."""
DAY = 24 * 3600.0
RESUMED = 7 * 24 * 3600.0
"""For how many seconds after its last move a table's bots go on by themselves when the server starts."""


class Hub:
    """All tables. Each is in memory once, however many look for it at the same time."""

    def __init__(self, store: Store, build: str, tempo: Tempo | None = None, bot_pool: BotPool | None = None) -> None:
        """`build` names the client that this server has."""
        self.store, self.build = store, build
        self.bot_pool = bot_pool or BotPool()
        self._tempo = tempo or Tempo()
        self._tables: dict[str, Live] = {}
        self._coming: dict[str, asyncio.Task[Live | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._closed = False
        self._rematching = asyncio.Lock()
        self.cycle_collector: CycleCollector | None = None
        """What collects cycles, once everything that lasts is in memory."""

    async def start(self) -> None:
        """Open the house: unfinished tables go on in the background."""
        self._chores = [
            asyncio.create_task(self.resume(), name="resume"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]

    async def close(self) -> None:
        """Send everybody away. What was acknowledged is in the store already."""
        self._closed = True
        for task in (*self._chores, *self._coming.values()):
            task.cancel()
        await asyncio.gather(*self._chores, *self._coming.values(), return_exceptions=True)
        await asyncio.gather(*(live.close() for live in self._tables.values()))
        metrics.TABLES.dec(len(self._tables))
        self._tables.clear()
        self.bot_pool.close()

    # Tables come and go

    async def live(self, table_id: str) -> Live | None:
        """A table, fetched where need be; None where there is no such table."""
        while True:
            live = self._tables.get(table_id)
            if live is not None:
                live.presence.touch()
                return live
            task = self._coming.get(table_id)
            if task is None:
                task = self._coming[table_id] = asyncio.create_task(self._fetch(table_id), name="fetch")
                task.add_done_callback(lambda _: self._coming.pop(table_id, None))
            if await asyncio.shield(task) is None:
                return None

    async def _fetch(self, table_id: str) -> Live | None:
        found = await self.store.load(table_id)
        if found is None:
            return None
        header, rows = found
        self.bot_pool.want(header.game)
        live = self._open(await self.bot_pool.run(Table, header, rows))
        live.note()  # what it said last may never have been written
        return live

    def _open(self, table: Table) -> Live:
        known = self._tables.get(table.header.id)
        if known is not None:
            return known
        live = Live(table, self.store, self.bot_pool, self.build, self._tempo)
        self._tables[table.header.id] = live
        metrics.TABLES.inc()
        live.standin.wake()
        return live

    async def check_room(self, holder: str) -> None:
        """`Refusal` when somebody has made too many tables that nobody plays to their end."""
        if await self.store.unfinished_of(holder, time.time() - DAY) >= MOST_MADE:
            raise Refusal("full", f"You have made {MOST_MADE} tables today that are not finished. Play one of them.")

    async def create(self, header: Header, rows: Sequence[Row]) -> Live:
        """A new table, kept and in memory."""
        self.bot_pool.want(header.game)
        table = Table(header, rows)
        await self.store.create(header, rows, summary_of(table))
        log.info("created", extra={FACTS: {"table": header.id, "game": header.game}})
        return self._open(table)

    async def resume(self) -> None:
        """Fetch the unfinished tables of the last days where people sit: their bots go on until a person is to act."""
        try:
            for table_id in await self.store.unfinished(time.time() - RESUMED):
                try:
                    found = await self.store.brief(table_id)
                    if found is not None:
                        await self.bot_pool.ready(found[0].game)  # many long tables would take long interpreted
                    await self.live(table_id)
                except Exception:
                    log.exception("a table could not be resumed", extra={FACTS: {"table": table_id}})
                await asyncio.sleep(0)
        except StoreTrouble as trouble:
            log.error("tables could not be resumed", extra={FACTS: {"trouble": str(trouble)}})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.forget(IDLE if len(self._tables) < MANY else SWEEP)
            if self.cycle_collector is not None:
                self.cycle_collector.collect_if_quiet(
                    busy=any(live.presence.listeners for live in self._tables.values())
                )

    def forget(self, idle: float) -> None:
        """Let go of the tables where nobody has been for so many seconds."""
        before = time.monotonic() - idle
        for table_id, live in list(self._tables.items()):
            if live.idle and live.presence.quiet_since <= before:
                live.standin.stop()
                del self._tables[table_id]
                metrics.TABLES.dec()

    # The lobby

    async def tables_of(self, holder: str) -> list[tuple[Header, Summary]]:
        """The tables that somebody made or has sat at."""
        return self._fresh(await self.store.tables_of(holder))

    async def listed(self, since: float) -> list[tuple[Header, Summary]]:
        """The tables that anybody may join or watch."""
        return self._fresh(await self.store.listed(since))

    async def brief(self, table_id: str) -> tuple[Header, Summary] | None:
        """What the lobby tells of one table."""
        found = await self.store.brief(table_id)
        return self._fresh([found])[0] if found else None

    def _fresh(self, found: list[tuple[Header, Summary]]) -> list[tuple[Header, Summary]]:
        """What the store notes lags a little behind the tables in memory."""
        return [
            (header, summary_of(self._tables[header.id].table) if header.id in self._tables else summary)
            for header, summary in found
        ]

    # Commands

    async def answer(self, live: Live, command: wire.Command, holder: str | None) -> Any:
        """Carry out a command, or say why not: the message for whoever gave it. Nothing that he sends is an error."""
        try:
            message = await self._carry_out(live, command, holder)
        except Refusal as refusal:
            message = wire.Refused(type="refused", id=command.id, reason=refusal.reason, text=refusal.text)
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
            text = "This could not be kept, so it has not happened. Try again in a moment."
            message = wire.Refused(type="refused", id=command.id, reason="trouble", text=text)
        except Exception:
            log.exception("a command failed", extra={FACTS: {"table": live.header.id, "kind": command.type}})
            text = "Something went wrong at the table. Try again."
            message = wire.Refused(type="refused", id=command.id, reason="trouble", text=text)
        outcome = message["reason"] if message["type"] == "refused" else message["type"]
        metrics.COMMANDS.labels(command.type, outcome).inc()
        return message

    async def _carry_out(self, live: Live, command: wire.Command, holder: str | None) -> Any:
        match command:
            case wire.Why():
                return self._why(live, command, holder)
            case wire.Hint():
                return await self._hint(live, command, holder)
        version = live.table.answered(command.id, holder)
        if version is None:
            match command:
                case wire.Nudge():
                    version = await self._nudge(live, command, holder)
                case wire.Rematch():
                    version = await self._rematch(live, command, holder)
                case _:
                    version = await self.propose(live, command, holder)
        return wire.Done(type="done", id=command.id, version=version)

    async def propose(self, live: Live, command: wire.Command, holder: str | None, new: str | None = None) -> int:
        """Have the table judge a command and carry it out; the version that it brought."""
        here = live.presence.around(self._tempo.grace)
        return await self._once(
            live, command, holder, lambda: live.table.propose(command, holder, time.time(), here, new)
        )

    async def _once(self, live: Live, command: wire.Command, holder: str | None, judge: Callable[[], Row]) -> int:
        """Carry out a row unless its command has been carried out; another process may have done that."""
        before: list[int] = []

        def judge_once() -> Row | None:
            version = live.table.answered(command.id, holder)
            if version is None:
                return judge()
            before.append(version)
            return None

        number = await live.do(judge_once)
        return before[0] if number is None else number

    async def _nudge(self, live: Live, command: wire.Nudge, holder: str | None) -> int:
        """The house moves for somebody whose time has run out, or who is away: then until they are back."""
        table, seat = live.table, command.seat
        away = live.presence.away_for(seat) >= self._tempo.left
        table.check_nudge(seat, holder, time.time(), away)
        if away:
            live.presence.excuse(seat)
        assert table.match is not None
        asked = table.asked(seat)
        action = await self.bot_pool.choose(table.match, seat, stand_in(None))

        def judge() -> Row:
            now = time.time()
            table.check_nudge(seat, holder, now, away and live.presence.away_for(seat) > 0)
            row = table.house_row(seat, action, True, now, asked, command.id, holder)
            if row is None:
                raise Refusal("stale", "The table has moved on. Look again.")
            return row

        number = await self._once(live, command, holder, judge)
        metrics.HOUSE_MOVES.labels("nudged").inc()
        return number

    async def _rematch(self, live: Live, command: wire.Rematch, holder: str | None) -> int:
        """The new table is made before the old one names it. Its id follows from the old one's.

        So there is one, however many ask at once, here or in another process; and where the old table could not name
        it, whoever asks again finds it made.
        """
        async with self._rematching:
            table_id, now = rematch_id(live.header.id), time.time()
            live.table.propose(command, holder, now, (), table_id)
            assert holder is not None  # or the table would have refused
            if await self.live(table_id) is None:
                await self._create_once(*rematch(live.table, table_id, holder, secrets.token_bytes(32), now))
            return await self.propose(live, command, holder, table_id)

    async def _create_once(self, header: Header, rows: Sequence[Row]) -> None:
        try:
            await self.create(header, rows)
        except StoreTrouble:
            if await self.live(header.id) is None:
                raise  # otherwise another process was first

    async def _hint(self, live: Live, command: wire.Hint, holder: str | None) -> wire.Hinted:
        """What the house would do in the asker's place, from what he can see himself."""
        seat, match = live.table.check_hint(holder), live.table.match
        assert match is not None
        return await hints.hinted(self.bot_pool, match, seat, command.id)

    @staticmethod
    def _why(live: Live, command: wire.Why, holder: str | None) -> wire.Because:
        seat = live.table.seat_of(holder)
        if seat is None:
            raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
        return wire.Because(type="because", id=command.id, text=live.table.why(seat, command.action))


def rematch_id(table_id: str) -> str:
    """The id of the table where the players of a table go on."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"rematch of {table_id}".encode()).digest()[:12]).decode()
