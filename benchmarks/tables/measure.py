"""Tables played at once: latency and CPU of our server on one core, with its storage and without, beside the echo."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, quantiles
from urllib.request import urlopen

import httpx

from benchmarks.figures import Figure, over
from benchmarks.tables import crowd
from benchmarks.tables.cores import ALL, CROWD, keep_to
from benchmarks.timing import Effort

FULL_SECONDS, QUICK_SECONDS = 10.0, 4.0
COUNTS = (100, 500, 1000)
WANTED = 500
"""So many tables, at least, with a 99th percentile below `BELOW` milliseconds."""
BELOW = 50.0
LONG = {"target": 50}


@dataclass(frozen=True)
class Run:
    """One crowd at one server."""

    tables: int
    p50: float
    p99: float
    """Milliseconds from a command to everybody's view."""
    cpu: float
    """Milliseconds of the server's processor for each move."""
    size: float
    """Bytes of the message that everybody gets, on average."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(*arguments: str) -> Iterator[int]:
    """A server as a process of its own, on the first core alone; its process id."""
    process = subprocess.Popen([sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _cpu(pid: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _listening(port: int) -> None:
    """Wait until something listens on a port."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server does not listen")


async def _crowd(tables: list[crowd.Table], pid: int, seconds: float) -> tuple[list[float], float]:
    await crowd.seat_all(tables)
    await crowd.play(tables, 2.0)  # warm up
    before = _cpu(pid)
    took = await crowd.play(tables, seconds)
    cpu = _cpu(pid) - before
    for table in tables:
        await table.rise()
    return took, cpu


def _run(tables: list[crowd.Table], pid: int, seconds: float, sizes: list[int]) -> Run:
    took, cpu = asyncio.run(_crowd(tables, pid, seconds))
    cuts = quantiles(took, n=100)
    return Run(len(tables), 1e3 * cuts[49], 1e3 * cuts[98], 1e3 * cpu / len(took), mean(sizes or [0]))


def ours(count: int, seconds: float, stored: bool) -> Run:
    """A crowd at our own server, with its storage or with none."""
    port, sizes = free_port(), []
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "bench.sqlite3") if stored else "none"
        with running("benchmarks.tables.server", str(port), data) as pid:
            _listening(port)
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60).read()

            async def play() -> tuple[list[float], float]:
                async with httpx.AsyncClient(timeout=120) as http:
                    tables: list[crowd.Table] = [crowd.Saleroom(port, http, LONG, sizes) for _ in range(count)]
                    return await _crowd(tables, pid, seconds)

            took, cpu = asyncio.run(play())
    cuts = quantiles(took, n=100)
    return Run(count, 1e3 * cuts[49], 1e3 * cuts[98], 1e3 * cpu / len(took), mean(sizes))


def echo(count: int, seconds: float, size: int) -> Run:
    """The same crowd at the echo, with messages of a size."""
    port = free_port()
    command = b'{"type":"act","id":"cmd-10000000","at":100,"action":"play 7C"}'
    with running("benchmarks.tables.echo", str(port), str(size)) as pid:
        _listening(port)
        return _run([crowd.Room(port, number, command) for number in range(count)], pid, seconds, [size])


def tables(effort: Effort) -> list[Figure]:
    """100, 500 and 1,000 tables of four humans, a move a second at each."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    keep_to(CROWD)
    seconds = FULL_SECONDS if effort.rounds > 3 else QUICK_SECONDS
    figures = []
    try:
        for count in COUNTS if effort.rounds > 3 else COUNTS[:1]:
            figures += _beside(count, seconds)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        keep_to(ALL)
    return figures


def _beside(count: int, seconds: float) -> list[Figure]:
    stored = ours(count, seconds, stored=True)
    unstored = ours(count, seconds, stored=False)
    bare = echo(count, seconds, round(stored.size))
    title, note = f"{count} tables", f"messages of {stored.size:.0f} bytes, four sockets a table"
    below = BELOW if count == WANTED else None
    return [
        Figure(f"{title}: p50, command to everybody's view", "ms", stored.p50, bare.p50, note=note),
        Figure(f"{title}: p99", "ms", stored.p99, below=below, note=f"the echo's is {bare.p99:.1f} ms", alone=True),
        Figure(f"{title}: CPU a move, storage included", "ms", stored.cpu, bare.cpu, over(stored.cpu, bare.cpu)),
        Figure(f"{title}: CPU a move, storage apart", "ms", unstored.cpu, bare.cpu, over(unstored.cpu, bare.cpu)),
    ]
