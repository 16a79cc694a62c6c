"""Several servers on one store and one bus, with connections that tests can break, and people who play all the time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import websockets

import saleroom
from saleroom.server.core.apply import replay
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests import services
from tests.server.clusters import Wire
from tests.server.live_tables import holder
from tests.server.server_output import check_received
from tests.server.test_kill import PATIENCE, START, Person, Server, check, rows_of, sit_down
from tests.surroundings import Clock, small_disk

DISK = 256
"""Size of the database's disk in megabytes."""
GIVE_UP = 6.0
"""Seconds of silence after which a person tries another server, as a browser does."""


class Servers(Protocol):
    """Protocol for a group of servers on which people can play."""

    @property
    def servers(self) -> list[Server]:
        """The current servers."""
        ...


@dataclass
class Node:
    """A server, and its connections to the store, to the bus and from people."""

    server: Server
    store: Wire
    bus: Wire
    people: Wire
    """Connection from people to the server, which `server.place` names."""
    log: Path
    clock: Clock

    def signal(self, number: int) -> None:
        """Send a signal to the process of the server."""
        self.server.process.send_signal(number)

    @property
    def process(self) -> str:
        """Id that the running process has on the bus."""
        return process_of(self.log)


def process_of(log: Path) -> str:
    """Return the bus id of the last process that wrote a log."""
    return [line["process"] for line in _joined(log)][-1]


def processes_of(log: Path) -> list[tuple[int, str]]:
    """Return the ids of all processes that wrote a log: on their machine, and on the bus."""
    return [(line["pid"], line["process"]) for line in _joined(log)]


def _joined(log: Path) -> list[dict[str, Any]]:
    complete = log.read_bytes().split(b"\n")[:-1]  # a server may be writing the last line
    lines = [json.loads(line) for line in complete if line.startswith(b'{"at"')]
    return [line for line in lines if line["what"] == "shares tables"]


@dataclass
class Site:
    """All servers, with their store and bus."""

    postgres: services.Postgres
    redis: services.Redis
    database: str
    folder: Path
    clock: Clock
    """Clock of the database."""
    disk: Path | None
    """Disk of the database, if tests can fill it."""
    options: tuple[str, ...] = ()
    """Further options of each server."""
    nodes: list[Node] = field(default_factory=list)
    wires: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def servers(self) -> list[Server]:
        """Servers that run, or will run again."""
        return [node.server for node in self.nodes]

    async def add(self, environment: Mapping[str, str] | None = None) -> Node:
        """Add one server."""
        store = await self.wires.enter_async_context(Wire.to(self.postgres.port))
        bus = await self.wires.enter_async_context(Wire.to(self.redis.port))
        people = await self.wires.enter_async_context(Wire.to(0))
        log = self.folder / f"log-{len(self.nodes)}"
        clock = Clock(self.folder / f"clock-{len(self.nodes)}")
        server = await self._start(store, bus, people, log, clock, environment)
        node = Node(server, store, bus, people, log, clock)
        self.nodes.append(node)
        return node

    async def _start(
        self,
        store: Wire,
        bus: Wire,
        people: Wire,
        log: Path,
        clock: Clock,
        environment: Mapping[str, str] | None = None,
    ) -> Server:
        url = self.database.replace(f":{self.postgres.port}/", f":{store.port}/")
        options = ("--bus", f"redis://127.0.0.1:{bus.port}/0", *self.options)
        log.touch()
        before = len(_joined(log))
        server = await Server.start(url, *options, log=log, environment=clock.python(environment or os.environ))
        async with server.killed_on_error(), asyncio.timeout(START):
            # The log names the process on the bus.
            while len(_joined(log)) == before:
                await asyncio.sleep(0.05)
        people.lead_to(int(server.place.rpartition(":")[2]))
        server.place = f"127.0.0.1:{people.port}"
        return server

    @asynccontextmanager
    async def running(self, servers: int) -> AsyncIterator[Site]:
        """Start `servers` servers, and yield the site."""
        async with self.wires:
            try:
                for _ in range(servers):
                    await self.add()
                yield self
            finally:
                for node in self.nodes:
                    await node.server.kill()

    async def restart(self, node: Node) -> None:
        """Restart a node whose process has ended."""
        node.server = await self._start(node.store, node.bus, node.people, node.log, node.clock)


@asynccontextmanager
async def site(folder: Path, servers: int, *options: str) -> AsyncIterator[Site]:
    """Yield a site of `servers` servers with these options, on one store and one bus."""
    with (
        tempfile.TemporaryDirectory(prefix="saleroom-site-") as around,  # PostgreSQL may run as another user
        small_disk(Path(around) / "disk", DISK) as disk,
        services.redis() as redis,
    ):
        Path(around).chmod(0o755)
        clock = Clock(Path(around) / "clock")
        with services.postgres("max_wal_size=64MB", within=disk, environment=clock.environment) as postgres:
            whole = Site(postgres, redis, postgres.database("site"), folder, clock, disk, options)
            async with whole.running(servers) as found:
                yield found


# Play


@dataclass
class Play:
    """Tables, and people who play there until they are stopped."""

    at: Servers
    rng: random.Random = field(default_factory=random.Random)
    tables: dict[str, list[Person]] = field(default_factory=dict)
    """People at the current tables, by game."""
    people: list[Person] = field(default_factory=list)
    give_up: float = GIVE_UP
    """Seconds of silence after which a person tries another server."""
    ping_every: float | None = None
    """Seconds between two pings of a person, whose answers end a silence; None for people who send none."""
    _playing: set[asyncio.Task[None]] = field(default_factory=set)

    async def fill(self, games: Iterable[str]) -> None:
        """Start a table for each of the given games that has no table in progress."""
        for game in games:
            if game not in self.tables or self.tables[game][0].over:
                people = self.tables[game] = await self._sit_down(game)
                for person in people:
                    person.patient, person.ping_every = True, self.ping_every
                    self._playing.add(asyncio.create_task(self._play_on(person)))
                self.people += people

    async def _sit_down(self, game: str) -> list[Person]:
        """Create a table on any server that is up."""
        async with asyncio.timeout(3 * PATIENCE):
            while True:
                with contextlib.suppress(OSError, websockets.WebSocketException):
                    return await sit_down(self.rng.choice(self.at.servers), game, self.rng)
                await asyncio.sleep(0.1)

    async def _play_on(self, person: Person) -> None:
        """Play until the match is over. After each lost connection, connect to another server."""
        while not person.over:
            connecting = asyncio.create_task(person.play(self._another_place(person)))
            await _watch(person, connecting, self.give_up)
            await asyncio.sleep(0.05)

    def _another_place(self, person: Person) -> str:
        """Return the address of a random server to which no person at the same table connected last.

        The choice is random, because two people who used the servers in turn might never meet.
        """
        table = [other.place for other in self.people if other.table == person.table]
        servers = [server for server in self.at.servers if server.place not in table]
        return self.rng.choice(servers or self.at.servers).place

    async def progressed(self) -> None:
        """Wait until the people at every table have received two more events."""
        people = [person for table in self.tables.values() for person in table]
        before = {id(person): person.seen for person in people}
        await self._until(lambda: all(person.over or person.seen >= before[id(person)] + 2 for person in people))

    async def moved(self) -> None:
        """Wait until all people have made a move that a server has acknowledged."""
        await self._until(lambda: all(person.kept for person in self.people))

    async def _until(self, come: Callable[[], bool]) -> None:
        async with asyncio.timeout(3 * PATIENCE):
            while not come():
                self.raise_troubles()
                await asyncio.sleep(0.02)

    def leave(self) -> list[Person]:
        """Remove each table at which all people have seen the match end; return the people of these tables."""
        played = {person.table for person in self.people if not person.over}
        gone = [person for person in self.people if person.table not in played]
        self.people = [person for person in self.people if person.table in played]
        return gone

    def raise_troubles(self) -> None:
        """Raise the error of a person whose play has failed."""
        for task in [task for task in self._playing if task.done()]:
            self._playing.discard(task)
            task.result()

    async def stop(self) -> None:
        """Stop all play."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


async def _watch(person: Person, connecting: asyncio.Task[None], give_up: float) -> None:
    """Cancel a connection that has been silent for `give_up` seconds, as a browser does."""
    began = time.monotonic()
    try:
        while not connecting.done() and (left := max(began, person.heard_at) + give_up - time.monotonic()) > 0:
            await asyncio.wait([connecting], timeout=left)
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)


# Checks


async def check_all(place: DatabaseUrl, people: list[Person], messages: bool = True) -> None:
    """Check acknowledged commands, replay every log through the referee, and check that no secrets were sent.

    Without `messages`, skip the check of messages, because another version can word them differently.
    """
    names = {person.table for person in people}
    check(await rows_of(place, names), people)
    store = await Store.open(place)
    try:
        for name in names:
            found = await store.load(name)
            assert found is not None
            state = replay(*found)
            assert state.match is not None and saleroom.verify(state.match.record()) == []
            for person in people:
                if messages and person.table == name:
                    check_received(*found, holder(person.name), person.heard)
    finally:
        await store.close()
