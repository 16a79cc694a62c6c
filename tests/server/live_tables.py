"""A server in the test's own process, with a hub on a data file, guests at its tables, and sockets."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.http.open_connections import OpenConnections, ServerConfig
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import TableRequest
from saleroom.server.realtime.autoplay import AutoplayDelays
from saleroom.server.realtime.commands import handle
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.realtime.sockets import SocketEndpoint
from saleroom.server.storage.store import Store
from tests.stores import place

AT_ONCE = {"quick": 0.0, "easy": 0.0, "slow": 0.0}
PATIENCE = 60.0  # maximum seconds that a test waits

ids = (f"command-{number}" for number in itertools.count())


def token(name: str) -> str:
    """Return a guest's token, which depends only on the guest's name."""
    return hashlib.sha256(name.encode()).hexdigest()[:43]


def holder(name: str) -> str:
    """Return the id under which the store keeps the guest of that name: the hash of their token."""
    return hashlib.sha256(token(name).encode()).hexdigest()


@asynccontextmanager
async def open_hub(
    path: Path, paces: dict[str, float] | None = None, grace: float = 20.0, look: float = 0.0, machine: str = ""
) -> AsyncIterator[Hub]:
    """Yield a hub on the data file in a folder.

    By default, its bots move immediately. If people need time to look at an event, bots wait `look` times the usual
    time.
    """
    store = await Store.open(place(path / "house.db"), machine)
    looks = dict.fromkeys(AT_ONCE, look)
    hub = Hub(store, "build", delays=AutoplayDelays(paces or AT_ONCE, grace, 0.05, nudge=0.0, looks=looks))
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def make_table(
    hub: Hub, game: str, *chairs: str, name: str = "Ann", start: bool = False, rated: bool = False, **options: Any
) -> LiveTable:
    """Return a new table; each of `chairs` is ``me``, ``open``, ``bot``, or the name of a built-in bot."""
    places = [{"kind": kind} if kind in ("me", "open", "bot") else {"kind": "bot", "player": kind} for kind in chairs]
    asked = TableRequest(game=game, name=name, chairs=places, options=options, start=start, rated=rated)
    table_id = f"table-{next(ids)}"
    header = new_header(asked, table_id, holder(name), random.Random(table_id).randbytes(32), time.time())
    await hub.bot_pool.ready(game)
    return await hub.create(header, first_events(header, asked, time.time()))


async def until(true: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


class Guest:
    """Person at a table, without a socket. The person records the received messages and sends commands."""

    def __init__(self, hub: Hub, live: LiveTable, name: str | None) -> None:
        """Join the table as `name` or, if `name` is None, as a spectator without a token."""
        self.hub, self.live, self.name = hub, live, name
        self.holder = holder(name) if name else None
        self.seat: int | None = None
        self.owner = False
        self.address = "192.0.2.1"
        self.told: list[dict[str, Any]] = []
        self.dropped: tuple[int, str] | None = None
        live.join(self)

    def send(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    def drop(self, code: int, reason: str) -> None:
        self.dropped = (code, reason)
        self.live.leave(self)

    def leave(self) -> None:
        self.live.leave(self)

    async def do(self, kind: str, command: str | None = None, **parts: Any) -> dict[str, Any]:
        """Send a command; return the answer."""
        said = {"type": kind, "id": command or next(ids), **parts}
        return await handle(self.hub, self.live, commands.client_message.validate_python(said), self.holder)

    def versions(self) -> list[int]:
        """Versions of the received updates, in order of arrival."""
        return [message["version"] for message in self.told if message["type"] == "update"]

    @property
    def asked(self) -> int | None:
        """Version at which this seat's turn began, read from the server's table. Between turns, the version is None."""
        return self.live.state.turn_version(self.seat)

    async def act(self) -> dict[str, Any]:
        """Make the first legal move."""
        assert self.live.state.match is not None and self.seat is not None
        return await self.do("act", at=self.asked, action=self.live.state.match.legal(self.seat)[0])

    async def play_on(self) -> None:
        """Play until the match is over."""
        while not self.live.state.over:
            await until(lambda: self.asked is not None or self.live.state.over)
            if self.asked is not None:
                await self.act()


# Connections over sockets


@asynccontextmanager
async def serving(hub: Hub, limits: SocketLimits | None = None, protocol: Any = "auto") -> AsyncIterator[str]:
    """Serve the hub's tables over WebSockets on a port of this machine; yield the URL."""
    sockets = SocketEndpoint(hub, limits)
    app = Starlette(routes=[WebSocketRoute("/{table_id}", Endpoint(sockets).serve)])
    with socket.socket(proto=socket.IPPROTO_TCP) as sock:  # without `proto`, asyncio does not set TCP_NODELAY
        sock.bind(("127.0.0.1", 0))
        config = ServerConfig(
            app, OpenConnections(()), log_config=None, lifespan="off", ws=protocol, ws_per_message_deflate=False
        )
        server = uvicorn.Server(config)
        server.capture_signals = _no_signals
        task = asyncio.create_task(server.serve([sock]))
        heartbeat = asyncio.create_task(sockets.heartbeat.run())
        await until(lambda: server.started)
        try:
            yield f"ws://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            heartbeat.cancel()
            server.should_exit = True
            await task


class Endpoint:
    """Starlette endpoint that serves the sockets."""

    def __init__(self, sockets: SocketEndpoint) -> None:
        self.sockets = sockets

    async def serve(self, websocket: Any) -> None:
        await self.sockets(websocket, websocket.path_params["table_id"])


class _NoSignals:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def _no_signals() -> Any:
    return _NoSignals()


class Browser:
    """A WebSocket connection to a table, which records the received messages."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        """Wrap a connection on which no hello has been sent yet."""
        self.connection = connection
        self.told: list[dict[str, Any]] = []

    @classmethod
    @asynccontextmanager
    async def at(cls, url: str, table: str, name: str | None = None) -> AsyncIterator[Browser]:
        """Connect, send the hello, and yield the connection."""
        async with websockets.connect(f"{url}/{table}", compression=None, max_queue=None) as connection:
            browser = cls(connection)
            with suppress(websockets.ConnectionClosed):  # the server may have closed the connection already
                await browser.send({"type": "hello", "token": token(name) if name else None})
            yield browser

    async def send(self, message: Any) -> None:
        """Send a message."""
        await self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def next(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await self.connection.recv())
                self.told.append(message)
                if message["type"] == kind:
                    return message

    async def do(self, kind: str, command: str | None = None, **parts: Any) -> dict[str, Any]:
        """Send a command; return the answer."""
        command = command or next(ids)
        await self.send({"type": kind, "id": command, **parts})
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await self.connection.recv())
                self.told.append(message)
                if message.get("id") == command:
                    return message

    async def closed(self) -> tuple[int, str]:
        """Wait for the end of the connection; return the close code and the reason."""
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    self.told.append(json.loads(await self.connection.recv()))
            except websockets.ConnectionClosed:
                return self.connection.close_code or 0, self.connection.close_reason or ""


class Script:
    """Socket whose client sends a few messages, and then neither sends nor reads. A send to the client never ends."""

    def __init__(self, table: str, name: str | None = None, *said: str) -> None:
        """Prepare the hello and the messages after it."""
        hello = json.dumps({"type": "hello", "token": token(name) if name else None})
        self._said = [
            {"type": "websocket.connect"},
            *({"type": "websocket.receive", "text": text} for text in (hello, *said)),
        ]
        self.table, self.sent = table, []

    async def run(self, sockets: SocketEndpoint) -> None:
        """Handle the connection from start to end."""
        scope = {"type": "websocket", "path": "/", "query_string": b"", "headers": [], "client": ("10.0.0.1", 1)}
        await sockets(WebSocket(scope, self._receive, self._send), self.table)

    async def _receive(self) -> dict[str, Any]:
        if self._said:
            return self._said.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.sent.append(message)
        if message["type"] != "websocket.accept":
            await asyncio.Event().wait()
