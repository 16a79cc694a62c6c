"""Several processes with one store: whoever does not own a table follows its owner.

The owner of a table alone adds events to it. It tells its followers how far the table is; they read what is new from
the store and tell the people who are connected to them. People's commands go to the owner once, and come back as
answers.
What nobody answers makes the follower the owner: the store sees to it that the old one then writes no more
(`storage/leases.py`), so that neither a lost message nor a wrong guess about who lives can cost a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Coroutine
from typing import Any

import orjson

from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import BusUrl
from saleroom.server.protocol import commands
from saleroom.server.realtime.bus import Bus, Message
from saleroom.server.realtime.commands import handle, trouble
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import Elsewhere, LiveTable
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import Held

log = logging.getLogger("saleroom.server")

BEAT = 0.7
"""Seconds between two signs of life in the store."""
WATCH = 1.0
"""Seconds between two looks at who owns the tables in memory and how far they are."""
BLIND = 2.0
"""Seconds without the store after which people are sent to other processes."""
ORPHANS = 10.0
"""Seconds between two looks for tables that nobody has in memory and where bots are due."""
ANSWER = 2.0
"""Seconds that the owner of a table has for an answer."""
ATTEMPTS = 4
"""How often somebody is asked to carry out a command."""
LOCAL = (commands.Why, commands.Hint, commands.Report)
"""Commands that change nothing: whoever is asked answers them."""


class Cluster:
    """What one process tells the others and is told by them."""

    def __init__(self, hub: Hub, url: BusUrl) -> None:
        """Of all tables of `hub`."""
        self._hub, self._leases = hub, hub.store.leases
        self.process = self._leases.process
        self.bus = Bus(url, self.process, self._receive)
        self._numbers = itertools.count()
        self._asked: dict[int, asyncio.Future[str | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._refreshing: set[str] = set()

    async def start(self) -> None:
        """Be one of them from now on."""
        await self._leases.show()
        self._hub.relay = self
        self.bus.start()
        for job in (self._beat(), self._watch(), self._adopt()):
            self._do(job)

    async def close(self) -> None:
        """Hand all tables over, to whoever follows them or comes first; the hub has been closed before."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._leases.give_up()
        except StoreTrouble as error:
            log.error("tables could not be handed over", extra={FACTS: {"trouble": str(error)}})
        await self.bus.close()

    def _do(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job, name="cluster")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Commands

    async def carry_out(self, table: LiveTable, command: commands.Command, holder: str | None) -> bytes:
        """Have a command carried out by the owner of its table, whoever that is: the encoded answer."""
        for _ in range(ATTEMPTS):
            if table.owner is None or isinstance(command, LOCAL):
                try:
                    return orjson.dumps(await handle(self._hub, table, command, holder))
                except Elsewhere:
                    await self._look_at(table)
            elif (answer := await self._ask(table, command, holder)) is not None:
                return await self._told(table, answer)
        return orjson.dumps(trouble(command, "This table changes hands just now. Try again in a moment."))

    async def _ask(self, table: LiveTable, command: commands.Command, holder: str | None) -> str | None:
        """The owner's answer; None where it gave none, and this process may own the table now."""
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        body = {"table": table.id, "command": command.model_dump(mode="json"), "holder": holder}
        self.bus.send(table.owner or "", {"kind": "do", "from": self.process, "number": number, **body})
        try:
            async with asyncio.timeout(ANSWER):
                told = await answer
            metrics.FORWARDED.labels("answered" if told else "elsewhere").inc()
            if told is None:
                await self._look_at(table)
            return told
        except TimeoutError:
            metrics.FORWARDED.labels("unanswered").inc()
            await self._own(table, polite=False)
            return None
        finally:
            del self._asked[number]

    async def _told(self, table: LiveTable, answer: str) -> bytes:
        """Nothing is acknowledged before it is told: what the command brought comes first."""
        version = orjson.loads(answer).get("version") or 0
        if version > table.state.version:
            try:
                await table.refresh()
            except StoreTrouble as error:
                log.error("store", extra={FACTS: {"trouble": str(error)}})
        return answer.encode()

    # Who owns what

    async def settle(self, table: LiveTable) -> None:
        """Own a table that has just been loaded, or follow its owner."""
        if not await self._own(table, polite=True):
            await self._look_at(table)

    async def _own(self, table: LiveTable, polite: bool) -> bool:
        try:
            followed = table.owner
            await table.own(polite)
        except Elsewhere:
            return False
        except StoreTrouble as error:
            log.error("store", extra={FACTS: {"trouble": str(error)}})
            return False
        if followed is not None:
            metrics.TAKEN.inc()
            log.warning("taken over", extra={FACTS: {"table": table.id, "from": followed}})
        return True

    async def _look_at(self, table: LiveTable) -> None:
        """See who owns a table now."""
        try:
            held = (await self._leases.held([table.id])).get(table.id)
        except StoreTrouble as error:
            log.error("store", extra={FACTS: {"trouble": str(error)}})
            await asyncio.sleep(WATCH)
            return
        if held is not None:
            await self._heed(table, held)

    async def _heed(self, table: LiveTable, held: Held) -> None:
        """Act on what the store says of a table."""
        if held.edition != table.edition:
            table.on_outdated(table)
        elif held.owner == self.process:
            if table.owner is not None:
                await self._own(table, polite=True)
        elif held.alive:
            table.follow(held.owner or "")
            self.people(table)
            if held.version > table.state.version:
                await table.refresh()
        elif table.needed:
            await self._own(table, polite=True)

    # For ever

    async def _beat(self) -> None:
        while True:
            try:
                await self._leases.show()
            except StoreTrouble as error:
                log.error("no sign of life could be given", extra={FACTS: {"trouble": str(error)}})
            await asyncio.sleep(BEAT)

    async def _watch(self) -> None:
        seen_at = time.monotonic()
        while True:
            await asyncio.sleep(WATCH)
            try:
                held = await self._leases.held(self._hub.names)
                for table_id, each in held.items():
                    table = self._hub.in_memory(table_id)
                    if table is not None:
                        table.presence.forget_silent(time.monotonic())
                        await self._heed(table, each)
                seen_at = time.monotonic()
            except StoreTrouble as error:
                log.error("store", extra={FACTS: {"trouble": str(error)}})
                if time.monotonic() - seen_at > BLIND:
                    self._send_away()
            except Exception:
                log.exception("tables could not be watched")

    def _send_away(self) -> None:
        """Nothing can be kept here: people are better off at a process that reaches the store."""
        for table_id in self._hub.names:
            table = self._hub.in_memory(table_id)
            if table is not None:
                table.presence.drop_all(1012, "the tables cannot be reached from here")

    async def _adopt(self) -> None:
        while True:
            await asyncio.sleep(ORPHANS)
            await self._hub.resume()

    # Messages out: a `Relay`

    def event(self, table: LiveTable) -> None:
        """Tell the followers of a table how far it is."""
        for process in table.presence.elsewhere:
            self._tell_how_far(table, process)

    def people(self, table: LiveTable) -> None:
        """Tell those concerned who is connected here."""
        if table.owner is None:
            self.event(table)
        else:
            body = {"table": table.id, "from": self.process, **table.presence.without(table.owner)}
            self.bus.send(table.owner, {"kind": "follow", **body})

    def shown(self, table: LiveTable, message: bytes) -> None:
        """Have the followers of a table show their people something that is not kept."""
        for process in table.presence.elsewhere:
            self.bus.send(process, {"kind": "show", "table": table.id, "text": message.decode()})

    def _tell_how_far(self, table: LiveTable, process: str) -> None:
        body = {"table": table.id, "from": self.process, "version": table.state.version}
        self.bus.send(process, {"kind": "at", **body, **table.presence.without(process)})

    # Messages in

    def _receive(self, message: Message) -> None:
        {
            "follow": self._followed,
            "at": self._moved,
            "show": self._show,
            "do": lambda message: self._do(self._carry_out_for(message)),
            "answer": self._answered,
        }[message["kind"]](message)

    def _followed(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        if table is not None and table.owner is None:
            table.presence.note(message["from"], message["seats"], message["watchers"])
            self._tell_how_far(table, message["from"])

    def _moved(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        if table is None or table.owner != message["from"]:
            return
        table.presence.note(message["from"], message["seats"], message["watchers"], lasting=True)
        if message["version"] > table.state.version and table.id not in self._refreshing:
            self._refreshing.add(table.id)
            self._do(self._refresh(table))

    async def _refresh(self, table: LiveTable) -> None:
        try:
            await table.refresh()
        except StoreTrouble as error:
            log.error("store", extra={FACTS: {"trouble": str(error)}})
        finally:
            self._refreshing.discard(table.id)

    def _show(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        if table is not None and table.owner is not None:
            table.show(message["text"].encode())

    async def _carry_out_for(self, message: Message) -> None:
        """Carry out what somebody at another process asks for, if this one owns the table."""
        table, answer = self._hub.in_memory(message["table"]), None
        if table is not None and table.owner is None:
            command = commands.client_message.validate_python(message["command"])
            assert not isinstance(command, commands.Hello)
            with contextlib.suppress(Elsewhere):
                answer = orjson.dumps(await handle(self._hub, table, command, message["holder"])).decode()
        self.bus.send(message["from"], {"kind": "answer", "number": message["number"], "text": answer})

    def _answered(self, message: Message) -> None:
        future = self._asked.get(message["number"])
        if future is not None and not future.done():
            future.set_result(message["text"])
