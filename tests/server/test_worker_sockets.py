"""`--workers`: sockets of a table meet at one process, and a process that stops or dies is skipped."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import websockets

from saleroom.kernel.compile import COMPILED
from saleroom.server.realtime.strays import ELSEWHERE
from tests import services
from tests.server.live_tables import token
from tests.server.test_kill import PATIENCE, Server

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not COMPILED, reason="the program runs compiled"),
    pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs /proc"),
]

WORKERS = 3


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    with services.redis() as server:
        yield server


@asynccontextmanager
async def serving(folder: Path, redis: services.Redis) -> AsyncIterator[Server]:
    """Yield a server of several processes, each of which exchanges connections."""
    (folder / "t").mkdir()
    options = ["--bus", redis.url, "--workers", str(WORKERS)]
    environment = {**os.environ, "TMPDIR": str(folder / "t")}
    server = await Server.start(folder / "house.db", *options, log=folder / "log", environment=environment)
    try:
        await wait_until(lambda: len(meeting_places(folder)) == WORKERS)
        yield server
    finally:
        for worker in workers(server):
            os.kill(worker, signal.SIGCONT)
        server.process.terminate()
        await server.process.communicate()


def meeting_places(folder: Path) -> list[Path]:
    """Return the UNIX sockets at which the processes meet."""
    return [path for path in folder.glob("t/saleroom-*/*") if not path.name.startswith(".")]


def workers(server: Server) -> list[int]:
    """Return the ids of the worker processes."""
    tasks = Path(f"/proc/{server.process.pid}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def wait_until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.05)


@asynccontextmanager
async def seated(server: Server, table: str, name: str = "Ann") -> AsyncIterator[websockets.ClientConnection]:
    """Connect to a table, and wait for its state."""
    url = f"ws://{server.place}/api/tables/{table}/socket"
    async with websockets.connect(url, open_timeout=PATIENCE, max_queue=None) as connection:
        await connection.send(json.dumps({"type": "hello", "token": token(name)}))
        async with asyncio.timeout(PATIENCE):
            while json.loads(await connection.recv())["type"] != "snapshot":
                pass
        yield connection


def served_by(connection: websockets.ClientConnection, processes: list[int]) -> list[int]:
    """Return the processes that have the server's side of a connection open."""
    ports = [connection.remote_address[1], connection.local_address[1]]
    rows = [line.split() for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    (inode,) = (row[9] for row in rows if [int(end.split(":")[1], 16) for end in row[1:3]] == ports)
    return [process for process in processes if f"socket:[{inode}]" in open_files(process)]


def open_files(process: int) -> list[str]:
    names = []
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        try:
            names.append(os.readlink(descriptor))
        except FileNotFoundError:
            continue
    return names


async def new_table(server: Server) -> str:
    body = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}, *[{"kind": "bot"}] * 3]}
    return (await server.post("tables", "Ann", body))["id"]


async def meeting(server: Server, table: str) -> int:
    """Return the process that serves all of six people who connect to a table.

    Repeat until there is one: none owns a table for seconds after a fault, and a busy machine can delay an offer.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            async with AsyncExitStack() as stack:
                people = [await stack.enter_async_context(seated(server, table, f"P{number}")) for number in range(6)]
                processes = {process for person in people for process in served_by(person, workers(server))}
            if len(processes) == 1:
                return processes.pop()


async def connected_to(owner: int, stack: AsyncExitStack, server: Server, table: str) -> websockets.ClientConnection:
    """Connect to a table until its owner serves the connection, because a busy machine can delay an offer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            connection = await stack.enter_async_context(seated(server, table))
            if served_by(connection, workers(server)) == [owner]:
                return connection


async def test_sockets_of_a_table_meet_and_a_process_that_fails_is_skipped(tmp_path: Path, redis) -> None:
    async with serving(tmp_path, redis) as server:
        assert all(path.parent.stat().st_mode & 0o077 == 0 for path in meeting_places(tmp_path))
        assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in meeting_places(tmp_path))
        table = await new_table(server)
        async with AsyncExitStack() as stack:
            owner = await meeting(server, table)
            stray = await connected_to(owner, stack, server, table)
            os.kill(owner, signal.SIGSTOP)
            await stack.enter_async_context(seated(server, table, "Ben"))
            substitute = await meeting(server, table)
            assert substitute != owner
            os.kill(owner, signal.SIGCONT)
            with pytest.raises(websockets.ConnectionClosed):  # the former owner sends its people to the new one
                async with asyncio.timeout(PATIENCE):
                    async for _ in stray:
                        pass
            assert stray.close_code == ELSEWHERE
            os.kill(substitute, signal.SIGKILL)
            assert await meeting(server, table) != substitute
    assert not list((tmp_path / "t").glob("saleroom-*"))


async def test_tables_meet_at_all_processes_and_no_connection_stays_open(tmp_path: Path, redis) -> None:
    async with serving(tmp_path, redis) as server:
        tables = [await new_table(server) for _ in range(6)]
        await asyncio.gather(*(meeting(server, table) for table in tables))

        def sockets() -> list[int]:
            return [sum(name.startswith("socket:") for name in open_files(process)) for process in workers(server)]

        before = sockets()
        for _ in range(6):
            await asyncio.gather(*(meeting(server, table) for table in tables))
        await wait_until(lambda: all(now <= then for now, then in zip(sockets(), before, strict=True)))
