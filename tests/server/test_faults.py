"""Faults during play on servers that share tables.

No acknowledged move is lost, and no two events of a table get the same number.

Each fault hits the process that owns a table. After all faults, a checker replays all logs through the referee.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from saleroom.games import NAMES
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests import services
from tests.server.sites import Node, Play, Site, check_all, site
from tests.server.takeovers import Takeovers
from tests.server.test_kill import Person
from tests.surroundings import clocks_jump, full

pytestmark = pytest.mark.integration

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
FAILURES = 200 if SOAK else 13
GAMES = NAMES if SOAK else NAMES[:2]
SERVERS = 3
HOUR = 3600


# Faults: each function breaks a part, waits until play has continued without it, and repairs it

Progress = Callable[[], Awaitable[None]]
Fault = Callable[[Site, Node, Progress], Awaitable[None]]


async def kill(at: Site, node: Node, progress: Progress) -> None:
    await node.server.kill()
    await progress()
    await at.restart(node)


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


async def unreliable(at: Site, node: Node, progress: Progress) -> None:
    """Delay all data of one server, and end its connections at random."""
    node.bus.delay = node.store.delay = 0.05
    node.bus.breaks = node.store.breaks = 0.02
    await progress()
    for wire in (node.bus, node.store):
        wire.delay = wire.breaks = 0.0


async def restart_bus(at: Site, node: Node, progress: Progress) -> None:
    services.end(at.redis.process)
    await progress()
    at.redis.process = await asyncio.to_thread(services.start_redis, at.redis.port)


async def restart_store(at: Site, node: Node, progress: Progress) -> None:
    await asyncio.to_thread(at.postgres.restart)
    await progress()


async def disk_full(at: Site, node: Node, progress: Progress) -> None:
    """Fill the disk, so that PostgreSQL refuses to write, or stops. Tables wait until there is room again."""
    assert at.disk is not None
    with full(at.disk):
        await asyncio.to_thread(at.postgres.write_until_it_fails)
    if at.postgres.process.poll() is not None:
        await asyncio.to_thread(at.postgres.restart)
    await progress()


async def clock_of_the_store(at: Site, node: Node, progress: Progress) -> None:
    for seconds in (HOUR, -HOUR, 0):
        at.clock.set(seconds)
        await progress()


async def clock_of_a_server(at: Site, node: Node, progress: Progress) -> None:
    for seconds in (HOUR, -HOUR, 0):
        node.clock.set(seconds)
        await progress()


def faults_here(at: Site) -> list[Fault]:
    """Return the faults that can be tested on this machine; report missing requirements."""
    found = list(FAULTS)
    if at.disk is not None:
        found.append(disk_full)
    if clocks_jump():
        found.append(clock_of_the_store)
    if len(found) < len(FAULTS) + 2:
        print("NOT TESTED: a full disk needs root, PostgreSQL's clock needs libfaketime (on Debian: libfaketime)")
    return found


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
    unreliable,
    clock_of_a_server,
]


async def fail_again_and_again(folder: Path, report: Callable[[str], None]) -> None:
    async with site(folder, SERVERS) as at:
        database = DatabaseUrl(at.database)
        store = await Store.open(database)
        play, takeovers, faults = Play(at), Takeovers(store), faults_here(at)
        kept = 0

        async def check(people: list[Person]) -> None:
            nonlocal kept
            await check_all(database, people)
            kept += sum(len(person.kept) for person in people)

        for number in range(FAILURES):
            await play.fill(GAMES)
            fault = faults[number % len(faults)]
            owners = await takeovers.owned([people[0].table for people in play.tables.values()])
            owner = play.rng.choice(sorted(set(owners.values())))
            node = next(node for node in at.nodes if node.process == owner)
            async with takeovers.measured(fault.__name__, [table for table in owners if owners[table] == owner]):
                await fault(at, node, play.progressed)
            await play.progressed()
            await check(play.leave())
            report(f"{number + 1} {fault.__name__}: {takeovers.of(fault.__name__)}; {kept} moves kept and checked")
        await play.stop()
        await store.close()
        await check(play.everybody)
    assert kept >= FAILURES
    report(f"all: {takeovers.of()}")
    for fault in faults:
        report(f"{fault.__name__}: {takeovers.of(fault.__name__)}")


@pytest.mark.timeout(7200 if SOAK else 900)
async def test_every_acknowledged_move_survives_whatever_fails(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    def report(line: str) -> None:
        print(time.strftime("%H:%M:%S"), line, flush=True)
        record_property("fault", line)

    await fail_again_and_again(tmp_path, report)
