"""The crowd: simulated people, four at each of many tables.

At each table, one of them makes a move per second. The time until all four have received the move is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any, Protocol

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from saleroom.server.realtime.strays import ELSEWHERE

SEATS = 4
AT_ONCE = 20
"""Number of tables that are set up at the same time."""


class Table(Protocol):
    """Interface of the four people at a table of Saleroom's server, or in a room of the echo server."""

    async def sit(self) -> None:
        """Connect all four people and start."""
        ...

    async def move(self) -> float:
        """Send one command; return the seconds until all four have received its result."""
        ...

    async def rise(self) -> None:
        """Leave."""
        ...


@dataclass
class Watch:
    """Counter of the sockets at one table that have received the result of a command."""

    sockets: int
    seen: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)

    def saw(self) -> None:
        """Count one more socket, and set `done` after the last."""
        self.seen += 1
        if self.seen == self.sockets:
            self.done.set()


async def dial(url: str) -> ClientConnection:
    """Connect a socket without compression, so that the crowd needs less processor time."""
    return await connect(url, compression=None, max_queue=None, ping_interval=None, open_timeout=60)


class Room:
    """Four sockets in a room of the echo server."""

    def __init__(self, port: int, number: int, command: bytes) -> None:
        self.url = f"ws://127.0.0.1:{port}/rooms/{number}"
        self.command = command.decode()
        self.watch = Watch(SEATS)
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        """Connect."""
        self.sockets = [await dial(self.url) for _ in range(SEATS)]
        self.readers = [asyncio.create_task(self._read(socket)) for socket in self.sockets]

    async def _read(self, socket: ClientConnection) -> None:
        async for message in socket:
            if len(message) > len(self.command):
                self.watch.saw()

    async def move(self) -> float:
        """Send a command; return the seconds until all four sockets have received its echo."""
        self.watch = Watch(SEATS)
        begun = perf_counter()
        await self.sockets[0].send(self.command)
        await self.watch.done.wait()
        return perf_counter() - begun

    async def rise(self) -> None:
        """Leave."""
        await _leave(self.readers, self.sockets)


class BusyBots:
    """A table that keeps bots busy: one simulated person, who moves immediately, plays with three bots that search."""

    def __init__(self, port: int, http: Any, player: str) -> None:
        self._http, self._player = http, player
        self._url = f"127.0.0.1:{port}/api/"
        self._ids = count(20_000_000)
        self.moves = 0
        """Number of moves at the table so far, including the person's moves."""

    async def play(self) -> None:
        """Play until cancelled."""
        token = (await self._post("guests"))["token"]
        chairs = [{"kind": "me"}, *({"kind": "bot", "player": self._player} for _ in range(SEATS - 1))]
        asked = {"game": "auction-pitch", "options": {"target": 50}, "name": "A", "chairs": chairs, "start": True}
        table = (await self._post("tables", {**asked, "seats": SEATS, "pace": "quick"}, token))["id"]
        async with await dial(f"ws://{self._url}tables/{table}/socket") as socket:
            await socket.send(orjson.dumps({"type": "hello", "token": token}).decode())
            async for message in socket:
                said = orjson.loads(message)
                if said["type"] not in ("update", "snapshot"):
                    continue
                self.moves += 1
                you = said["you"]
                if you["asked"] is not None:
                    action = you["mine"]["legal"][0]
                    command = {"type": "act", "id": f"cmd-{next(self._ids)}", "at": you["asked"], "action": action}
                    await socket.send(orjson.dumps(command).decode())

    async def _post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        return await post(self._http, f"http://{self._url}{path}", body, token)


async def post(http: Any, url: str, body: Any, token: str | None) -> Any:
    """Send a request, and return its JSON answer; raise an error if the request fails."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await http.post(url, json=body, headers=headers)
    answer.raise_for_status()
    return answer.json()


class Saleroom:
    """Four people at a table of Saleroom's server.

    Each passes if possible, and otherwise plays the first legal action.
    """

    def __init__(
        self, port: int, http: Any, options: dict[str, Any], sizes: list[int], ports: Sequence[int] = ()
    ) -> None:
        """Set the ports.

        The table is created at `port`. If `ports` is given, the people connect to these ports in turn.
        """
        self.port, self.http, self.options, self.sizes = port, http, options, sizes
        self.ports = ports or (port,)
        self.watch, self.version, self.ids = Watch(SEATS), 0, count(10_000_000)
        self.sockets: list[ClientConnection] = []
        self.connected: list[int] = []
        """Port to which each person is connected."""
        self.readers: list[asyncio.Task[None]] = []
        self.asked: dict[int, tuple[int, dict[str, Any]]] = {}
        self.sat = 0
        self.seated = asyncio.Event()

    async def sit(self) -> None:
        """Create a table, sit down on all four seats, and start the match."""
        tokens = [(await self._post("guests"))["token"] for _ in range(SEATS)]
        chairs = [{"kind": "me"}, *({"kind": "open"} for _ in range(SEATS - 1))]
        asked = {"game": "auction-pitch", "options": self.options, "seats": SEATS, "name": "A", "chairs": chairs}
        table = (await self._post("tables", asked, tokens[0]))["id"]
        for seat, token in enumerate(tokens):
            port = self.ports[seat % len(self.ports)]
            self.connected.append(port)
            self.sockets.append(await self._connect(table, token, port))
            self.readers.append(asyncio.create_task(self._attend(seat, table, token)))
            if seat:
                await self._say(seat, {"type": "sit", "seat": seat, "name": f"P{seat}"})
        while self.sat < SEATS - 1:
            await asyncio.sleep(0.005)
        await self._say(0, {"type": "start"})
        await asyncio.wait_for(self.seated.wait(), 60)

    async def _connect(self, table: str, token: str, port: int) -> ClientConnection:
        socket = await dial(f"ws://127.0.0.1:{port}/api/tables/{table}/socket")
        await socket.send(orjson.dumps({"type": "hello", "token": token}).decode())
        return socket

    async def _attend(self, seat: int, table: str, token: str) -> None:
        """Read all messages to one person. If the server sends the person to another machine, whose name is a port,
        connect to this port.
        """
        while True:
            try:
                return await self._read(seat, self.sockets[seat])
            except ConnectionClosedError as closed:
                if closed.rcvd is None or closed.rcvd.code != ELSEWHERE:
                    raise
                self.connected[seat] = int(closed.rcvd.reason.removeprefix("machine "))
                self.sockets[seat] = await self._connect(table, token, self.connected[seat])

    async def _post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        return await post(self.http, f"http://127.0.0.1:{self.port}/api/{path}", body, token)

    async def _say(self, seat: int, command: dict[str, Any]) -> None:
        await self.sockets[seat].send(orjson.dumps({**command, "id": f"cmd-{next(self.ids)}"}).decode())

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        async for message in socket:
            said = orjson.loads(message)
            if said["type"] == "refused":
                raise RuntimeError(f"refused: {said}")
            self.sat += said["type"] == "done" and not self.seated.is_set()
            if said["type"] not in ("update", "snapshot"):
                continue
            you = said["you"]
            if you["asked"] is None:
                self.asked.pop(seat, None)
            else:
                self.asked[seat] = (you["asked"], you["mine"])
                self.seated.set()
            if said["type"] == "update" and said["what"]["kind"] == "move" and said["version"] > self.version:
                self.sizes.append(len(message))
                self.watch.saw()

    async def move(self) -> float:
        """Make the move of the seat whose turn it is."""
        seat, (asked, mine) = next(iter(self.asked.items()))
        action = "pass" if "pass" in mine["legal"] else mine["legal"][0]
        self.watch = Watch(SEATS)
        begun = perf_counter()
        await self._say(seat, {"type": "act", "at": asked, "action": action})
        await asyncio.wait_for(self.watch.done.wait(), 30)
        return perf_counter() - begun

    async def rise(self) -> None:
        """Leave."""
        await _leave(self.readers, self.sockets)

    async def move_until(self, end: float) -> int:
        """Make moves until `perf_counter` reaches `end`; return the number of moves.

        Each move waits until all four people have seen the last move.
        """
        for moves in count():
            if perf_counter() >= end or not self.asked:
                return moves
            await self.move()
        raise AssertionError


async def _leave(readers: list[asyncio.Task[None]], sockets: list[ClientConnection]) -> None:
    for reader in readers:
        reader.cancel()
    for socket in sockets:
        with contextlib.suppress(Exception):
            socket.transport.abort()


async def seat_all(tables: Iterable[Table], at_once: int = AT_ONCE) -> None:
    """Set up every table, a few at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(table: Table) -> None:
        async with gate:
            await table.sit()

    await asyncio.gather(*map(one, tables))


async def play(tables: list[Table], seconds: float) -> tuple[list[float], list[float]]:
    """Make a move at each table every second. Each table has its own random moment within the second. Return the
    seconds that every move took.

    A move is delayed if the table's last move has not yet reached all four people. Its time then counts from the moment
    at which it was due. The second returned list has the seconds by which each move was late because the crowd itself
    was busy.
    """
    took: list[float] = []
    late: list[float] = []

    async def one(table: Table, begun: float) -> None:
        due = free = begun + random.random()
        while due < begun + seconds:
            if free <= due:
                await asyncio.sleep(due - perf_counter())
                late.append(perf_counter() - due)
            took.append(max(0.0, free - due) + await table.move())
            due, free = due + 1.0, perf_counter()

    with _no_collections():
        begun = perf_counter()
        await asyncio.gather(*(one(table, begun) for table in tables))
    return took, late


@contextlib.contextmanager
def _no_collections() -> Iterator[None]:
    """Disable Python's garbage collector, which would delay the crowd, not the server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
