"""Kill servers by SIGKILL at random moments of play.

Every event that a server acknowledged or showed is stored, and all tables continue.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets

from saleroom.games import NAMES
from saleroom.server.core.state.events import TableEvent
from saleroom.server.ops.settings import DataPlace
from saleroom.server.storage.store import Store
from tests.server.live_tables import holder, token
from tests.server.server_output import Received, received

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
KILLS = 50 if SOAK else 3
GAMES = NAMES if SOAK else ("auction-pitch",)  # at each start, a server loads every game
PEOPLE = ("Ann", "Ben")
PATIENCE = 60.0
START = 240.0
"""Maximum number of seconds until a server has started, on a machine that runs much else."""


@dataclass
class Server:
    """A server in its own process."""

    process: asyncio.subprocess.Process
    place: str

    @classmethod
    async def start(
        cls,
        data: object,
        *more: str,
        log: Path | None = None,
        environment: Mapping[str, str] | None = None,
        host: str = "127.0.0.1",
        within: Sequence[str] = (),
    ) -> Server:
        """Start a server on `data` with further options, and append its log to `log`.

        `within` is a command prefix that runs the server elsewhere, for example in another namespace. `host` is the
        server's address there.
        """
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            port = sock.getsockname()[1]
        with open(log or os.devnull, "ab") as errors:
            process = await asyncio.create_subprocess_exec(
                *(*within, sys.executable, "-m", "saleroom", "serve", "--no-open", "--host", host, "--port", str(port)),
                *("--data", str(data), *more),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env=environment,
            )
        assert process.stdout is not None
        server = cls(process, f"{host}:{port}")
        async with server.killed_on_error(), asyncio.timeout(START):
            while b"open at" not in await process.stdout.readline():
                assert process.returncode is None and not process.stdout.at_eof(), "the server did not start"
        return server

    @asynccontextmanager
    async def killed_on_error(self) -> AsyncIterator[None]:
        """Kill the server if the block fails or is cancelled."""
        try:
            yield
        except BaseException:
            await self.kill()
            raise

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.communicate()

    async def post(self, path: str, name: str, body: Any) -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token(name)}"}
        request = urllib.request.Request(f"http://{self.place}/api/{path}", json.dumps(body).encode(), headers)

        def ask() -> Any:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)

        return await asyncio.to_thread(ask)


@asynccontextmanager
async def running(data: Path) -> AsyncIterator[Server]:
    server = await Server.start(data)
    try:
        yield server
    finally:
        await server.kill()


@dataclass
class Person:
    """Person who moves immediately at each turn and remembers acknowledged commands; a spectator if `seat` is None."""

    name: str
    table: str
    seat: int | None
    rng: random.Random
    kept: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Acknowledged commands by id, with the version and the action of each."""
    seen: int = 0
    """Version of the last event sent to this person."""
    begun: dict[str, Any] | None = None
    """Command without an answer yet."""
    sent: int = 0
    over: bool = False
    heard: list[Received] = field(default_factory=list)
    patient: bool = False
    """Whether this person sends a command again after the server reported trouble."""
    place: str = ""
    """Address of the server for the last connection."""
    ping_every: float | None = None
    """Seconds between two pings; None for a person who sends none."""
    heard_at: float = 0.0
    """Time of the last message, by `time.monotonic`; of the last event, for a person who sends no pings."""

    async def play(self, place: str) -> None:
        """Connect, and play until the connection ends."""
        self.place = place
        with contextlib.suppress(OSError, websockets.WebSocketException, EOFError):
            url = f"ws://{place}/api/tables/{self.table}/socket"
            # Like a browser, a person whose connection is silent does not wait until the server agrees to close it.
            limits = {"open_timeout": PATIENCE, "close_timeout": 0.1}
            async with websockets.connect(url, compression=None, max_queue=None, **limits) as connection:
                pinging = asyncio.create_task(self._ping(connection))
                try:
                    await self._talk(connection)
                finally:
                    pinging.cancel()

    async def _ping(self, connection: websockets.ClientConnection) -> None:
        """Send pings, which a server answers also if no move is made."""
        while self.ping_every is not None:
            await asyncio.sleep(self.ping_every)
            with contextlib.suppress(websockets.ConnectionClosed):
                await connection.send('{"type":"ping"}')

    async def _talk(self, connection: websockets.ClientConnection) -> None:
        await connection.send(json.dumps({"type": "hello", "token": token(self.name)}))
        if self.begun is not None:  # repeat an unanswered command, as a browser does
            await connection.send(json.dumps(self.begun))
        async for text in connection:
            message = json.loads(text)
            if self.ping_every is not None or message["type"] in ("snapshot", "update"):
                self.heard_at = time.monotonic()
            if message["type"] in ("snapshot", "update"):
                gap = message["type"] == "update" and message["version"] != self.seen + 1
                assert not gap and message["version"] >= self.seen
                self.seen = message["version"]
                self.heard.append(received(message))
                self.over = (message["table"] or {}).get("status") == "over"
                await self._move(connection, message["you"])
            elif self.begun is not None and message.get("id") == self.begun["id"]:
                if message["type"] == "done":
                    self.kept[self.begun["id"]] = message["version"], self.begun["action"]
                elif message["reason"] == "trouble" and self.patient:
                    await asyncio.sleep(0.2)
                    await connection.send(json.dumps(self.begun))
                    continue
                else:
                    assert message["reason"] == "stale", message
                self.begun = None

    async def _move(self, connection: websockets.ClientConnection, you: dict[str, Any]) -> None:
        assert you["seat"] == self.seat
        mine = you["mine"]
        if you["asked"] is None or (self.begun is not None and self.begun["at"] == you["asked"]):
            return
        bids = mine["bids"]
        choices = [*mine["legal"], *([f"bid {self.rng.randint(bids['low'], bids['high'])}"] if bids else [])]
        await asyncio.sleep(self.rng.uniform(0, 0.1))
        self.sent += 1
        command = f"{self.name}-{self.seat}-{self.sent:06}"
        action = self.rng.choice(choices)
        self.begun = {"type": "act", "id": command, "at": you["asked"], "action": action}
        await connection.send(json.dumps(self.begun))


async def sit_down(server: Server, game: str, rng: random.Random) -> list[Person]:
    """Start a table for two people and two bots, and return the people."""
    chairs = [{"kind": kind} for kind in ("me", "bot", "open", "bot")]
    body = {"game": game, "name": "Ann", "chairs": chairs, "pace": "quick"}
    table = (await server.post("tables", "Ann", body))["id"]
    await give(server, table, "Ben", {"type": "sit", "seat": 2, "name": "Ben"})
    await give(server, table, "Ann", {"type": "start"})
    return [Person(name, table, seat, rng) for name, seat in zip(PEOPLE, (0, 2), strict=True)]


async def look_on(server: Server, rng: random.Random) -> list[Person]:
    """Start a table of bots, and return a spectator who watches it."""
    body = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "bot"}] * 4, "pace": "quick", "start": True}
    return [Person("Eve", (await server.post("tables", "Ann", body))["id"], None, rng)]


async def give(server: Server, table: str, name: str, command: dict[str, Any]) -> None:
    async with websockets.connect(f"ws://{server.place}/api/tables/{table}/socket", max_queue=None) as connection:
        await connection.send(json.dumps({"type": "hello", "token": token(name)}))
        await connection.send(json.dumps({**command, "id": "command-first"}))
        async for text in connection:
            message = json.loads(text)
            if message.get("id") != "command-first":
                continue
            if message.get("reason") != "trouble":
                assert message["type"] == "done", message
                return
            await asyncio.sleep(0.2)
            await connection.send(json.dumps({**command, "id": "command-first"}))


async def rows_of(data: DataPlace, tables: Iterable[str]) -> dict[str, list[TableEvent]]:
    store = await Store.open(data)
    try:
        found = {table: await store.load(table) for table in tables}
        return {table: kept[1] for table, kept in found.items() if kept is not None}
    finally:
        await store.close()


def check(events: dict[str, list[TableEvent]], people: list[Person]) -> None:
    """Check that every acknowledged command is stored."""
    for table in events.values():
        assert [event.number for event in table] == list(range(1, len(table) + 1))
        commands = Counter((event.holder, event.command) for event in table if event.command is not None)
        assert set(commands.values()) == {1} or not commands
    for person in people:
        table = events[person.table]
        assert len(table) >= person.seen
        for command, (version, action) in person.kept.items():
            event = table[version - 1]
            assert (event.command, event.holder, event.seat) == (command, holder(person.name), person.seat)
            assert event.data["action"].split()[0] == action.split()[0]


async def kill_again_and_again(data: Path, rng: random.Random) -> None:
    tables: dict[str, list[Person]] = {}
    gone: list[Person] = []
    before: dict[str, int] = {}
    people: list[Person] = []
    for killed in range(KILLS):
        async with running(data) as server:
            for game in (*GAMES, "bots"):
                if game not in tables or tables[game][0].over:
                    gone += tables.get(game, [])
                    tables[game] = await (look_on(server, rng) if game == "bots" else sit_down(server, game, rng))
            people = [person for table in tables.values() for person in table]
            playing = asyncio.gather(*(person.play(server.place) for person in people))
            async with asyncio.timeout(PATIENCE):
                while acknowledged(people, gone) <= killed or any(
                    person.seen <= before.get(person.table, 0) and not person.over for person in people
                ):
                    if playing.done():
                        await playing
                        raise AssertionError("the server has gone")
                    await asyncio.sleep(0.01)
            await asyncio.sleep(rng.uniform(0, 1.2))
        await playing
        events = await rows_of(data, {person.table for person in (*people, *gone)})
        check(events, [*people, *gone])
        before = {table: len(kept) for table, kept in events.items()}
    assert acknowledged(people, gone) >= KILLS


def acknowledged(*groups: list[Person]) -> int:
    """Return how many commands the server has acknowledged to the people of `groups`."""
    return sum(len(person.kept) for people in groups for person in people)


@pytest.mark.integration
async def test_every_acknowledged_move_survives_and_every_table_goes_on(tmp_path: Path) -> None:
    await kill_again_and_again(tmp_path / "house.db", random.Random())
