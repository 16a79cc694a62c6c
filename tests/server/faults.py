"""Faults of servers that share tables. Each function breaks a part, waits until play has continued without it, and
repairs it.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable

from tests import services
from tests.server.sites import Node, Site
from tests.surroundings import clocks_jump, full

HOUR = 3600

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


async def cut_people(at: Site, node: Node, progress: Progress) -> None:
    """End the connections of all people at one server, which continues to own tables."""
    await node.people.cut()
    await progress()
    await node.people.mend()


async def silence_people(at: Site, node: Node, progress: Progress) -> None:
    """Leave the connections of all people at one server half open: no data arrive on either side."""
    node.people.silence()
    await progress()
    await node.people.mend()


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
    cut_people,
    restart_store,
    restart_bus,
    silence_bus,
    silence_store,
    silence_people,
    slow,
    unreliable,
    clock_of_a_server,
]
