"""Several processes that use one store. For each table in its memory, a process is the owner or follows the owner.

Only the owner of a table adds events to it. The owner stores each event and then sends it to its followers, which send
it to their own connections. They read the store if an event is missing or large. A follower forwards each command to
the owner, and receives the answer.

If the owner does not answer, the follower becomes the owner. The store then refuses writes of the old owner
(`storage/leases.py`). No move is therefore lost if a message is lost, or if a process is wrongly considered dead.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
from collections.abc import Callable, Collection, Coroutine, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import orjson
from pydantic import ValidationError

from saleroom.server.core.state.events import TableEvent
from saleroom.server.http.rate_limits import TokenBuckets
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS, context, set_context
from saleroom.server.ops.settings import BusUrl
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.protocol import commands
from saleroom.server.realtime.access import AccessElsewhere
from saleroom.server.realtime.bus import Bus, Message
from saleroom.server.realtime.commands import handle, trouble
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable, NotOwner
from saleroom.server.realtime.ownership import Ownership
from saleroom.server.realtime.shared_limits import SharedLimits
from saleroom.server.realtime.strays import Strays
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble
from saleroom.server.storage.outage import log_trouble

log = logging.getLogger("saleroom.server")

ANSWER = 2.0
"""Seconds within which the owner of a table has to answer."""
ATTEMPTS = 4
"""Maximum number of attempts to carry out a command."""
LARGEST = 4096
"""Maximum size of an event in a message, in bytes. Followers read larger events from the store."""
NO_EVENT: Mapping[str, object] = MappingProxyType({})
LOCAL = (commands.Why, commands.Hint, commands.Report)
"""Commands that change nothing; the process that receives such a command answers it."""


class Cluster:
    """Messages that one process exchanges with the other processes."""

    def __init__(self, hub: Hub, url: BusUrl) -> None:
        """Prepare to share the tables of `hub` with other processes."""
        self._hub, self._leases = hub, hub.store.leases
        self.process = self._leases.process
        self.bus = Bus(url, self.process, self._receive)
        self._numbers = itertools.count()
        self._pending: dict[int, asyncio.Future[str | None]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._announced: dict[str, int] = {}
        """Newest version of tables that this process is reading from the store."""
        self._access = AccessElsewhere(self.bus, self.process)
        self._ownership = Ownership(hub, self.people, self._start_job, self._access)
        self._shared_limits = SharedLimits(self.bus, self.process)
        self.strays = Strays(hub)

    async def start(self) -> None:
        """Join the cluster."""
        await self._leases.record_heartbeat()
        self._hub.relay = self
        self.bus.start()
        log.info("shares tables", extra={FACTS: {"process": self.process, "pid": os.getpid()}})
        self._ownership.start()
        self._start_job(self.strays.run())

    async def close(self) -> None:
        """Give up the ownership of all tables, so that other processes can own them.

        Close the hub first.
        """
        await cancel_all(self._tasks)
        try:
            await self._leases.give_up()
        except StoreTrouble as error:
            log_trouble(error)
        await self.bus.close()

    def _start_job(self, job: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(job, name="cluster")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Commands

    async def carry_out(self, table: LiveTable, command: commands.Command, holder: str | None) -> bytes:
        """Have the owner of the table carry out a command; return the encoded answer.

        Raise `OutcomeUnknown` if the owner did not answer and the command could not be looked up in the store.
        """
        unanswered = False
        for _ in range(ATTEMPTS):
            if table.owner is None or isinstance(command, LOCAL):
                try:
                    return orjson.dumps(await handle(self._hub, table, command, holder))
                except NotOwner:
                    await self._ownership.look_at(table)
                continue
            try:
                answer = await self._ask(table, command, holder)
            except TimeoutError:
                unanswered = True
                continue
            if answer is not None:
                return await self._refresh_before_answer(table, answer)
        if unanswered:
            raise OutcomeUnknown("the owner of the table does not answer")
        return orjson.dumps(trouble(command, "server.moving"))

    async def _ask(self, table: LiveTable, command: commands.Command, holder: str | None) -> str | None:
        """Have the owner carry out a command, and return its answer. Return None if it no longer owns the table. Raise
        `TimeoutError` if it did not answer; this process then tries to take the table over.
        """
        number, owner = next(self._numbers), table.owner or ""
        answer = self._pending[number] = asyncio.get_running_loop().create_future()
        body = {"table": table.id, "command": command.model_dump(mode="json"), "holder": holder}
        self.bus.send(owner, {"kind": "do", "from": self.process, "number": number, "log": context(), **body})
        try:
            async with asyncio.timeout(ANSWER):
                reply = await answer
            metrics.FORWARDED.labels("answered" if reply else "elsewhere").inc()
            if reply is None:
                await self._ownership.look_at(table)
                if table.owner == owner:  # the owner has dropped the table from memory, or cannot read it
                    await self._ownership.own(table, only_if_unowned=False)
            return reply
        except TimeoutError:
            metrics.FORWARDED.labels("unanswered").inc()
            await self._ownership.own(table, only_if_unowned=False)
            raise
        finally:
            del self._pending[number]

    async def _refresh_before_answer(self, table: LiveTable, answer: str) -> bytes:
        """Send the events that a command caused to the connections of this process; then return the owner's answer."""
        version = orjson.loads(answer).get("version") or 0
        if version > table.state.version:
            try:
                await table.refresh()
            except StoreTrouble as error:
                log_trouble(error)
        return answer.encode()

    async def resolve_ownership(self, table: LiveTable) -> None:
        """Take ownership of a table that has just been loaded; if it already has an owner, follow the owner."""
        await self._ownership.resolve_ownership(table)

    async def order(self, table_id: str, processes: Collection[str]) -> list[str]:
        """Sort processes by how well they suit a table: its owner, then the others in an order that depends on the
        table's id, so that all processes agree.
        """
        owner = await self._ownership.owner_of(table_id)
        by_hash = sorted(processes, key=lambda process: sha256(f"{process} {table_id}".encode()).digest())
        return sorted(by_hash, key=lambda process: process != owner)

    def share(self, buckets: Mapping[str, TokenBuckets]) -> None:
        """Apply the rate limits of `buckets` across all processes."""
        self._shared_limits.note(buckets)
        self._start_job(self._shared_limits.run())

    # Outgoing messages (interface `Relay`)

    def event(self, table: LiveTable, event: TableEvent | None = None) -> None:
        """Send a table's followers the number of its last event, and `event` if it is not too large."""
        if not table.presence.elsewhere:
            return
        encoded = b"" if event is None else orjson.dumps(event, option=orjson.OPT_NON_STR_KEYS)
        contents = {"event": orjson.Fragment(encoded)} if 0 < len(encoded) <= LARGEST else {}
        for process in table.presence.elsewhere:
            self._send_version(table, process, contents)

    def people(self, table: LiveTable) -> None:
        """Send the table's owner a report of who is connected to this process; if this process is the owner, send the
        report to the followers.
        """
        if table.owner is None:
            self.event(table)
        else:
            body = {"table": table.id, "from": self.process, **table.presence.without(table.owner)}
            self.bus.send(table.owner, {"kind": "follow", **body})

    def shown(self, table: LiveTable, message: bytes) -> None:
        """Have the table's followers send `message` to their connections; the message is not stored."""
        for process in table.presence.elsewhere:
            self.bus.send(process, {"kind": "show", "table": table.id, "text": message.decode()})

    def _send_version(self, table: LiveTable, process: str, contents: Mapping[str, object] = NO_EVENT) -> None:
        body = {"table": table.id, "from": self.process, "version": table.state.version}
        lease = {"epoch": table.epoch, "edition": table.edition}
        self.bus.send(process, {"kind": "at", **body, **lease, **contents, **table.presence.without(process)})

    # Incoming messages

    def _receive(self, message: Message) -> None:
        handlers: dict[str, Callable[[Message], None]] = {
            "follow": self._followed,
            "gone": self._gone,
            "at": self._moved,
            "show": self._show,
            "do": lambda message: self._start_job(self._carry_out_for(message)),
            "answer": self._answered,
            "spent": self._shared_limits.charge,
            "no_access": self._access.note_question,
            "access": self._access.note_answer,
        }
        if message["kind"] in handlers:
            handlers[message["kind"]](message)
        else:
            log.warning("a message of another version", extra={FACTS: {"kind": message["kind"]}})

    def _followed(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        people = bool(message["seats"] or message["watchers"])
        if table is not None and table.owner is None and people and not table.presence.listeners:
            self._hub.evict(table)  # the process with the connections should own the table
            table = None
        if table is None:
            self.bus.send(message["from"], {"kind": "gone", "table": message["table"], "from": self.process})
        elif table.owner is None:
            table.note_elsewhere(message["from"], message)
            self._send_version(table, message["from"])

    def _gone(self, message: Message) -> None:
        """If this process needs the table that `message` names, take it over, because its owner has dropped it or
        cannot read it.
        """
        table = self._hub.in_memory(message["table"])
        if table is not None and table.owner == message["from"] and table.needed:
            self._start_job(self._ownership.own(table, only_if_unowned=False))

    def _moved(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        if table is None or table.owner != message["from"]:
            return
        table.note_elsewhere(message["from"], message, lasting=True)
        if message["version"] > table.state.version and not _take_event(table, message):
            reading = table.id in self._announced
            self._announced[table.id] = message["version"]
            if not reading:
                self._start_job(self._refresh(table))

    async def _refresh(self, table: LiveTable) -> None:
        """Read the store until the announced version is known, or until it contains nothing new."""
        known = -1
        try:
            while known < table.state.version < self._announced[table.id]:
                known = table.state.version
                await table.refresh()
        except StoreTrouble as error:
            log_trouble(error, table=table.id)
        finally:
            del self._announced[table.id]

    def _show(self, message: Message) -> None:
        table = self._hub.in_memory(message["table"])
        if table is not None and table.owner is not None:
            table.show(message["text"].encode())

    async def _carry_out_for(self, message: Message) -> None:
        """Carry out a command from another process, if this process owns the table.

        Send no answer if the outcome is unknown; the other process then tries to take the table over.
        """
        set_context(**{**message.get("log", {}), "table": message["table"]})
        table, answer = self._hub.in_memory(message["table"]), None
        if table is not None and table.owner is None:
            with contextlib.suppress(NotOwner, ValidationError):  # newer versions can send unknown commands
                command = commands.client_message.validate_python(message["command"])
                assert not isinstance(command, commands.Hello | commands.Ping)
                try:
                    answer = orjson.dumps(await handle(self._hub, table, command, message["holder"])).decode()
                except OutcomeUnknown:
                    return
        self.bus.send(message["from"], {"kind": "answer", "number": message["number"], "text": answer})

    def _answered(self, message: Message) -> None:
        future = self._pending.get(message["number"])
        if future is not None and not future.done():
            future.set_result(message["text"])


def _take_event(table: LiveTable, message: Message) -> bool:
    """Apply the event in a message to a table; return False if the store has to be read instead."""
    try:
        event = TableEvent(**message["event"])
        return table.take_event(event, message["epoch"], message["edition"])
    except (KeyError, TypeError):  # there is none, or it is of another version
        return False
    except StoreTrouble as error:
        log_trouble(error, table=table.id)
        return True
