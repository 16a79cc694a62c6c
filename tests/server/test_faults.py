"""Servers that share tables fall over in every way, under play: no acknowledged move is lost, and no table forks.

A checker reads all logs afterwards and replays them through the referee.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest

import saleroom
from saleroom.games import NAMES
from saleroom.server.core.apply import replay
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests import services
from tests.server.clusters import Wire
from tests.server.test_kill import PATIENCE, Person, Server, check, rows_of, sit_down

pytestmark = pytest.mark.integration

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
FAILURES = 200 if SOAK else 8
GAMES = NAMES if SOAK else NAMES[:2]
SERVERS = 3


@dataclass
class Node:
    """A server, and its ways to the store and to the bus."""

    server: Server
    store: Wire
    bus: Wire

    def signal(self, number: int) -> None:
        self.server.process.send_signal(number)


@dataclass
class Site:
    """All of it."""

    postgres: services.Postgres
    redis: services.Redis
    database: str
    nodes: list[Node] = field(default_factory=list)

    async def start(self, store: Wire, bus: Wire) -> Server:
        """One more server."""
        url = self.database.replace(f":{self.postgres.port}/", f":{store.port}/")
        return await Server.start(url, "--bus", f"redis://127.0.0.1:{bus.port}/0")


@asynccontextmanager
async def site() -> AsyncIterator[Site]:
    """Three servers on one store and one bus."""
    with services.postgres() as postgres, services.redis() as redis:
        found = Site(postgres, redis, postgres.database("site"))
        async with AsyncExitStack() as wires:
            try:
                for _ in range(SERVERS):
                    store = await wires.enter_async_context(Wire.to(postgres.port))
                    bus = await wires.enter_async_context(Wire.to(redis.port))
                    found.nodes.append(Node(await found.start(store, bus), store, bus))
                yield found
            finally:
                for node in found.nodes:
                    await node.server.kill()


# Faults: each breaks something, waits until play has gone on without it, and mends it

Progress = Callable[[], Awaitable[None]]
Fault = Callable[[Site, Node, Progress], Awaitable[None]]


async def kill(at: Site, node: Node, progress: Progress) -> None:
    await node.server.kill()
    await progress()
    node.server = await at.start(node.store, node.bus)


async def stop_and_continue(at: Site, node: Node, progress: Progress) -> None:
    node.signal(signal.SIGSTOP)
    try:
        await progress()
    finally:
        node.signal(signal.SIGCONT)


async def cut_store(at: Site, node: Node, progress: Progress) -> None:
    await node.store.cut()
    await progress()
    await node.store.mend()


async def silence_store(at: Site, node: Node, progress: Progress) -> None:
    node.store.silence()
    await progress()
    await node.store.mend()


async def cut_bus(at: Site, node: Node, progress: Progress) -> None:
    await node.bus.cut()
    await progress()
    await node.bus.mend()


async def silence_bus(at: Site, node: Node, progress: Progress) -> None:
    node.bus.silence()
    await progress()
    await node.bus.mend()


async def slow(at: Site, node: Node, progress: Progress) -> None:
    node.bus.delay = node.store.delay = 0.2
    await progress()
    node.bus.delay = node.store.delay = 0.0


async def restart_bus(at: Site, node: Node, progress: Progress) -> None:
    services.end(at.redis.process)
    await progress()
    at.redis.process = await asyncio.to_thread(services.start_redis, at.redis.port)


async def restart_store(at: Site, node: Node, progress: Progress) -> None:
    await asyncio.to_thread(at.postgres.restart)
    await progress()


FAULTS: list[Fault] = [
    kill,
    stop_and_continue,
    cut_bus,
    cut_store,
    restart_store,
    restart_bus,
    silence_bus,
    silence_store,
    slow,
]


# Play


async def play_on(person: Person, at: Site) -> None:
    """Play until the match is over, at whichever server answers."""
    number = random.randrange(SERVERS)
    while not person.over:
        number += 1
        connecting = asyncio.create_task(person.play(at.nodes[number % SERVERS].server.place))
        await watch(person, connecting)
        await asyncio.sleep(0.05)


async def watch(person: Person, connecting: asyncio.Task[None]) -> None:
    """As a browser does, give a connection up that says nothing for a while."""
    seen = -1
    while not connecting.done() and person.seen > seen:
        seen = person.seen
        await asyncio.wait([connecting], timeout=6.0)
    connecting.cancel()
    await asyncio.gather(connecting, return_exceptions=True)


async def fail_again_and_again(report: Callable[[str], None]) -> None:
    rng, seconds, everybody = random.Random(), dict[str, list[float]](), list[Person]()
    async with site() as at:
        tables: dict[str, list[Person]] = {}
        playing: set[asyncio.Task[None]] = set()
        for number in range(FAILURES):
            for game in GAMES:
                if game not in tables or tables[game][0].over:
                    tables[game] = await sit_down(at.nodes[0].server, game, rng)
                    for person in tables[game]:
                        person.patient = True
                        playing.add(asyncio.create_task(play_on(person, at)))
                    everybody += tables[game]
            fault = FAULTS[number % len(FAULTS)]
            began = time.monotonic()
            await fault(at, rng.choice(at.nodes), lambda: progressed(tables, playing))
            seconds.setdefault(fault.__name__, []).append(time.monotonic() - began)
            await progressed(tables, playing)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await check_all(DatabaseUrl(at.database), everybody)
    for name, took in seconds.items():
        report(f"{name}: median {statistics.median(took):.1f} s, worst {max(took):.1f} s, {len(took)} times")


async def progressed(tables: dict[str, list[Person]], playing: set[asyncio.Task[None]]) -> None:
    """Wait until every table has gone on by two events, for everybody who sits there."""
    before = {id(person): person.seen for people in tables.values() for person in people}
    async with asyncio.timeout(3 * PATIENCE):
        while any(
            not person.over and person.seen < before[id(person)] + 2 for people in tables.values() for person in people
        ):
            for task in [task for task in playing if task.done()]:
                playing.discard(task)
                task.result()
            await asyncio.sleep(0.02)


async def check_all(place: DatabaseUrl, people: list[Person]) -> None:
    """Every promise was kept, and the referee finds no fault in any log."""
    names = {person.table for person in people}
    check(await rows_of(place, names), people)
    store = await Store.open(place)
    try:
        for name in names:
            found = await store.load(name)
            assert found is not None
            state = replay(*found)
            assert state.match is not None and saleroom.verify(state.match.record()) == []
    finally:
        await store.close()
    assert sum(len(person.kept) for person in people) >= FAILURES


@pytest.mark.timeout(7200 if SOAK else 900)
def test_every_acknowledged_move_survives_whatever_fails(record_property: Callable[[str, object], None]) -> None:
    lines: list[str] = []
    asyncio.run(fail_again_and_again(lines.append))
    for line in lines:
        print(line)
        record_property("fault", line)
