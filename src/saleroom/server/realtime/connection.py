"""Connection of one browser to one table. The connection reads, limits and answers commands from the browser, and sends
messages to the browser.

No input from the browser is trusted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.system_events import add_device
from saleroom.server.core.state.table import holder_of
from saleroom.server.http.rate_limits import TokenBucket
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol.commands import Command, Hello, Ping, client_message
from saleroom.server.protocol.heartbeat import PONG
from saleroom.server.realtime.commands import carry_out, refused
from saleroom.server.realtime.hub import CLOSED
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.outgoing import outgoing
from saleroom.server.realtime.socket_context import (
    INTERNAL_ERROR,
    NOT_FOUND,
    POLICY,
    RESTARTED,
    TOO_BIG,
    TRY_LATER,
    SocketContext,
)
from saleroom.server.realtime.socket_limits import CONNECT_COST, COSTS
from saleroom.server.storage.bots import PREFIX
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble
from saleroom.server.storage.outage import log_trouble

log = logging.getLogger("saleroom.server")


class ConnectionEnd(Exception):
    """End of a connection, with a code and a short reason for the browser."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Connection:
    """Connection of one browser to one table. The server drops the connection if the browser reads messages too
    slowly.
    """

    def __init__(self, websocket: WebSocket, context: SocketContext, address: str) -> None:
        """Wrap an accepted socket; its user is not identified yet."""
        self.holder: str | None = None
        self.seat: int | None = None
        self.owner = False
        self._websocket, self._context, self.address = websocket, context, address
        self._limits = context.limits
        self._outgoing = outgoing(websocket, self._limits.outgoing, self._limits.unread)
        self._bucket = TokenBucket(self._limits.rate, self._limits.burst, time.monotonic())
        self._strikes = 0.0
        self._dropped: ConnectionEnd | None = None
        self._reader: asyncio.Task[Any] | None = None
        self._receiving = False
        self._counted = False
        """Whether this connection counts towards the limit for its address."""

    # Interface `Listener`, which the table calls

    def send(self, message: bytes) -> None:
        """Send an encoded message; does not wait."""
        if self._dropped is None and not self._outgoing.send(message):
            self.drop(TRY_LATER, "too slow")

    @property
    def last_sent(self) -> float:
        """Time of the last message, by `time.monotonic`."""
        return self._outgoing.last_sent

    def drop(self, code: int, reason: str) -> None:
        """End the connection, after any command in progress is finished."""
        if self._dropped is None:
            self._dropped = ConnectionEnd(code, reason)
            if self._receiving and self._reader is not None:
                self._reader.cancel()

    # Life cycle

    async def run(self, table_id: str) -> None:
        """Join the table, answer commands until the connection ends or is dropped, and then leave the table."""
        self._reader = asyncio.current_task()
        table = None
        try:
            table = await self._join(table_id)
            self._context.heartbeat.connections.add(self)
            await self._read(table)
        except WebSocketDisconnect:
            pass
        except ConnectionEnd as closing:
            self._dropped = closing
        finally:
            self._context.heartbeat.connections.discard(self)
            if table is not None:
                table.leave(self)
            if self._counted:
                self._context.sockets_by_address.leave(self.address)
            self._outgoing.close()
        if self._dropped is not None:
            await self._close(self._dropped)

    async def _join(self, table_id: str) -> LiveTable:
        with self._context.unidentified(self, self.address):
            hello = await self._receive_hello()
        if (hello.token or "").startswith(PREFIX):
            raise ConnectionEnd(POLICY, "programs play over the Bot API")
        self.holder = holder_of(hello.token) if hello.token else None
        if self.holder in self._context.hub.restrictions.blocked:
            raise ConnectionEnd(CLOSED, "blocked")
        table = self._context.hub.in_memory(table_id)
        if table is None or table.state.seat_of(self.holder) is None:
            self._count_by_address()  # before anything is loaded from the store
        else:
            self._pay(self._context.people.take(self.holder or "", CONNECT_COST))
        table = await self._find_table(table_id)
        while table.evicted:  # the hub dropped the table while this connection waited
            table = await self._find_table(table_id)
        if not self._has_room(table):
            raise ConnectionEnd(TRY_LATER, "too many connections to this table")
        if table.outdated:
            raise ConnectionEnd(RESTARTED, "the table is reloaded")
        table.join(self)
        if self.holder is not None and self.seat is not None:
            self._context.hub.seated.note(self.holder)
        return table

    def _has_room(self, table: LiveTable) -> bool:
        return table.presence.has_room(
            self.holder,
            seated=table.state.seat_of(self.holder) is not None,
            max_devices=self._limits.sockets_per_holder,
            max_spectators=self._limits.spectators,
        )

    def _count_by_address(self) -> None:
        context = self._context
        self._pay(context.addresses.take(self.address, CONNECT_COST))
        self._counted = context.sockets_by_address.enter(self.address, self._limits.sockets_per_address)
        self._pay(self._counted)

    def _pay(self, enough: bool) -> None:
        if not enough:
            raise ConnectionEnd(TRY_LATER, "too many connections")

    async def _receive_hello(self) -> Hello:
        try:
            async with asyncio.timeout(self._limits.hello):
                hello = _parse(await self._receive())
        except TimeoutError:
            raise ConnectionEnd(POLICY, "no hello") from None
        if not isinstance(hello, Hello):
            raise ConnectionEnd(POLICY, "no hello")
        return hello

    async def _find_table(self, table_id: str) -> LiveTable:
        may_look = self._context.may_look
        try:
            table = await self._context.hub.find(table_id)
            if table is not None:
                await table.refresh()
                await self._come_to_own_seat(table)
            if table is not None and may_look is not None and not await may_look(table.state, self.holder):
                raise ConnectionEnd(CLOSED, "others play the same cards")
        except StoreTrouble as trouble:
            log_trouble(trouble)
            raise ConnectionEnd(INTERNAL_ERROR, "trouble") from None
        if table is None:
            raise ConnectionEnd(NOT_FOUND, "there is no such table")
        return table

    async def _come_to_own_seat(self, table: LiveTable) -> None:
        """If another device of the same person plays at the table, add this device to its seat."""
        state, holder = table.state, self.holder
        if holder is None or state.over or state.seat_of(holder) is not None:
            return
        try:
            for device in await self._context.hub.store.people.holders_of(holder):
                seat = state.seat_of(device)
                if seat is not None:
                    await table.commit(partial(add_device, state, seat, holder, time.time()))
                    return
        except (CommandRefusal, StoreTrouble):
            return  # the device joins as a spectator

    async def _read(self, table: LiveTable) -> None:
        while True:
            message = _parse(await self._receive())
            if message is None or isinstance(message, Hello):
                self._strike(1, None, CommandRefusal("malformed", "server.no-message"))
            elif not self._within_rate(COSTS.get(message.type, 1)):
                command = None if isinstance(message, Ping) else message.id
                self._strike(0.1, command, CommandRefusal("too-fast", "server.wait"))
            elif isinstance(message, Ping):
                self.send(PONG)
            else:
                self.send(await self._carry_out(table, message))

    async def _carry_out(self, table: LiveTable, command: Command) -> bytes:
        """Return the answer to a command. If its outcome is unknown, end the connection instead: the browser connects
        again and repeats the command, which is carried out only once.
        """
        try:
            return await carry_out(self._context.hub, table, command, self.holder)
        except OutcomeUnknown:
            raise ConnectionEnd(RESTARTED, "the outcome of a command is unknown") from None

    async def _receive(self) -> str | None:
        """Return the next message as text; None if the message is not text.

        If the connection is dropped, the task that reads from it is cancelled only while the task waits in this method.
        """
        if self._dropped is not None:
            raise self._dropped
        self._receiving = True
        try:
            message = await self._websocket.receive()
        except asyncio.CancelledError:
            if self._dropped is None or self._reader is None:
                raise
            self._reader.uncancel()
            raise self._dropped from None
        finally:
            self._receiving = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)
        text = message.get("text")
        if len(text or message.get("bytes") or b"") > self._limits.message:
            raise ConnectionEnd(TOO_BIG, "too long")
        return text

    def _within_rate(self, cost: float) -> bool:
        if self.seat is not None:
            return self._context.people.take(self.holder or "", cost)
        own = self._bucket.take(cost, time.monotonic())
        return own and self._context.addresses.take(self.address, cost)

    def _strike(self, weight: float, command: str | None, refusal: CommandRefusal) -> None:
        """Refuse a message that the server cannot handle; close the connection after too many such messages."""
        self._strikes += weight
        if self._strikes >= self._limits.malformed:
            raise ConnectionEnd(POLICY, refusal.reason)
        metrics.COMMANDS.labels("none", refusal.reason).inc()
        self.send(orjson.dumps(refused(command, refusal)))

    async def _close(self, closing: ConnectionEnd) -> None:
        """Close the socket with a code and a reason; wait at most one second for the browser."""
        metrics.DROPPED.labels(closing.reason).inc()
        log.info("dropped", extra={FACTS: {"code": closing.code, "reason": closing.reason, "address": self.address}})
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await self._websocket.close(closing.code, closing.reason)


def _parse(text: str | None) -> Any:
    """Return the message that a text contains; None if the text is missing or contains no valid message."""
    if text is None:
        return None
    try:
        return client_message.validate_json(text)
    except (ValidationError, ValueError, RecursionError):
        return None
