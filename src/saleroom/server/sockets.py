"""One connection of one browser: who it is, what it says, what it is told. It is trusted in nothing."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from dataclasses import dataclass, replace
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from saleroom.server.http.rate_limits import ConnectionCounter, TokenBucket, TokenBuckets, address_key
from saleroom.server.hub import Hub
from saleroom.server.live import Live
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.store import StoreTrouble
from saleroom.server.wire import Hello, client_message

log = logging.getLogger("saleroom.server")

COSTS = {"say": 3, "hint": 4, "rematch": 4}
"""Messages that count for more than one."""
CONNECTING = 4  # what a new connection counts for

CANNOT, POLICY, TOO_BIG, LATER, UNKNOWN = 1011, 1008, 1009, 1013, 4404


@dataclass(frozen=True)
class Limits:
    """The limits of a house."""

    rate: float = 8
    """What one connection may ask for in a second, in the long run …"""
    burst: float = 40
    """… and what it may have saved up."""
    address_rate: float = 40
    """The same for all connections of one address: a family, or a club behind one router."""
    address_burst: float = 300
    sockets_per_address: int = 64
    sockets_per_holder: int = 6
    """Connections of one person, or of the devices that share his seat, to one table."""
    watchers: int = 200
    """Connections to one table."""
    hello: float = 10.0
    """Seconds within which a connection has to say who it is."""
    message: int = 4096
    """Bytes of a message."""
    outgoing: int = 64
    """Messages that may wait for a reader before he is dropped."""
    malformed: int = 5
    """Messages without sense before a connection is closed."""

    def times(self, leniency: float) -> Limits:
        """The same house, where one address may ask for so much more: for measurements."""
        return replace(
            self,
            address_rate=self.address_rate * leniency,
            address_burst=self.address_burst * leniency,
            sockets_per_address=int(self.sockets_per_address * leniency),
        )


class Closing(Exception):
    """This connection ends, with a code and a reason for the browser."""

    def __init__(self, code: int, reason: str) -> None:
        """`reason` is a few words."""
        super().__init__(reason)
        self.code, self.reason = code, reason


class Sockets:
    """The endpoint of all tables' sockets."""

    def __init__(self, hub: Hub, limits: Limits | None = None) -> None:
        """One for the whole server: addresses are counted here."""
        self.hub, self.limits = hub, limits or Limits()
        self.census = ConnectionCounter()
        self.asked = TokenBuckets(self.limits.address_rate, self.limits.address_burst)

    async def __call__(self, websocket: WebSocket, table_id: str) -> None:
        """From a browser's connecting to its going."""
        address = address_key(websocket.client.host if websocket.client else "")
        await websocket.accept()
        connection = Connection(websocket, self, address)
        if not self.asked.take(address, CONNECTING) or not self.census.enter(address, self.limits.sockets_per_address):
            await connection.close(Closing(LATER, "too many connections"))
            return
        metrics.SOCKETS.inc()
        try:
            await connection.live_through(table_id)
        finally:
            metrics.SOCKETS.dec()
            self.census.leave(address)


class Connection:
    """One browser at one table. Messages to it wait in a queue with an end; whoever lets it fill up is dropped."""

    def __init__(self, websocket: WebSocket, house: Sockets, address: str) -> None:
        """Accepted, and not known yet."""
        self.holder: str | None = None
        self.seat: int | None = None
        self.owner = False
        self._websocket, self._house, self._address = websocket, house, address
        self._limits = house.limits
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(self._limits.outgoing)
        self._bucket = TokenBucket(self._limits.rate, self._limits.burst, time.monotonic())
        self._strikes = 0.0
        self._dropped: Closing | None = None
        self._reader: asyncio.Task[Any] | None = None
        self._listening = False

    # What the table does with it

    def tell(self, text: str) -> None:
        """Send a message, some time soon."""
        if self._dropped is None:
            try:
                self._outgoing.put_nowait(text)
            except asyncio.QueueFull:
                self.drop(LATER, "too slow")

    def drop(self, code: int, reason: str) -> None:
        """Send it away. A command that is being carried out is carried out first."""
        if self._dropped is None:
            self._dropped = Closing(code, reason)
            if self._listening and self._reader is not None:
                self._reader.cancel()

    # Its life

    async def live_through(self, table_id: str) -> None:
        """Hear who it is, seat it, and listen until it goes or is sent away."""
        self._reader = asyncio.current_task()
        writer = None
        live = None
        try:
            live = await self._enter(table_id)
            writer = asyncio.create_task(self._write())
            await self._listen(live)
        except WebSocketDisconnect:
            pass
        except Closing as closing:
            self._dropped = closing
        finally:
            if live is not None:
                live.leave(self)
            if writer is not None:
                writer.cancel()
        if self._dropped is not None:
            await self.close(self._dropped)

    async def _enter(self, table_id: str) -> Live:
        try:
            async with asyncio.timeout(self._limits.hello):
                hello = self._understand(await self._receive())
        except TimeoutError:
            raise Closing(POLICY, "no hello") from None
        if not isinstance(hello, Hello):
            raise Closing(POLICY, "no hello")
        self.holder = hashlib.sha256(hello.token.encode()).hexdigest() if hello.token else None
        try:
            live = await self._house.hub.live(table_id)
            if live is not None:
                await live.look()
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
            raise Closing(CANNOT, "trouble") from None
        if live is None:
            raise Closing(UNKNOWN, "there is no such table")
        if not live.has_room(self.holder, self._limits.sockets_per_holder, self._limits.watchers):
            raise Closing(LATER, "too many connections to this table")
        live.join(self)
        return live

    async def _listen(self, live: Live) -> None:
        while True:
            text = await self._receive()
            message = self._understand(text)
            if message is None or isinstance(message, Hello):
                self._strike(1, None, "malformed", "that is no message of ours")
                continue
            cost = COSTS.get(message.type, 1)
            if not self._may_ask(cost):
                self._strike(0.1, message.id, "too-fast", "wait a moment")
                continue
            self._reply(await self._house.hub.answer(live, message, self.holder))

    async def _receive(self) -> str | None:
        """The next message; None for one that is no text or too long. It is here alone that a dropped reader wakes."""
        if self._dropped is not None:
            raise self._dropped
        self._listening = True
        try:
            message = await self._websocket.receive()
        except asyncio.CancelledError:
            if self._dropped is None or self._reader is None:
                raise
            self._reader.uncancel()
            raise self._dropped from None
        finally:
            self._listening = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)
        text = message.get("text")
        if len(text or message.get("bytes") or b"") > self._limits.message:
            raise Closing(TOO_BIG, "too long")
        return text

    @staticmethod
    def _understand(text: str | None) -> Any:
        if text is None:
            return None
        try:
            return client_message.validate_json(text)
        except (ValidationError, ValueError, RecursionError):
            return None

    def _may_ask(self, cost: float) -> bool:
        return self._bucket.take(cost, time.monotonic()) and self._house.asked.take(self._address, cost)

    def _strike(self, weight: float, command: str | None, reason: str, text: str) -> None:
        """Answer what cannot be answered, until it is too much."""
        self._strikes += weight
        if self._strikes >= self._limits.malformed:
            raise Closing(POLICY, reason)
        metrics.COMMANDS.labels("none", reason).inc()
        self._reply({"type": "refused", "id": command, "reason": reason, "text": text})

    def _reply(self, message: Any) -> None:
        self.tell(orjson.dumps(message).decode())

    async def _write(self) -> None:
        send = self._websocket.send
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await send({"type": "websocket.send", "text": await self._outgoing.get()})

    async def close(self, closing: Closing) -> None:
        """Say goodbye to it, for as long as it listens."""
        metrics.DROPPED.labels(closing.reason).inc()
        log.info("dropped", extra={FACTS: {"code": closing.code, "reason": closing.reason, "address": self._address}})
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await self._websocket.close(closing.code, closing.reason)
