"""Latency and CPU of Saleroom's server on one core with many simultaneous tables, in comparison with the echo server.
Saleroom's server runs with and without storage.

The servers run at the same time and are used in turns, so that other load affects all of them. The crowd's own delay is
also shown, because every latency includes it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

import httpx
import numpy as np

from benchmarks.figures import Figure, over
from benchmarks.tables import crowd
from benchmarks.tables.cores import ALL, CROWD, keep_to
from benchmarks.tables.processes import cpu, free_port, many_sockets, running, wait_until_it_listens
from benchmarks.timing import Effort

FULL_SECONDS, QUICK_SECONDS = 10.0, 4.0
FULL_RUNS, QUICK_RUNS = 5, 1
COUNTS = (100, 500, 1000)
BELOW = {500: 20.0, 1000: 50.0}
"""Limit in milliseconds for the 99th percentile of latency in every run, by number of tables."""
CPU_BELOW = 2.5
"""Limit for the CPU time per move at 1,000 tables, as a multiple of the echo server's."""
LONG = {"target": 50}
COMMAND = b'{"type":"act","id":"cmd-10000000","at":100,"action":"play 7C"}'
USUAL_SIZE = 1060
"""Average size in bytes of a message that goes to all players at a table of Auction Pitch. The echo server's messages
have this size.
"""


@dataclass(frozen=True)
class Run:
    """Results of one crowd at one server.

    Latencies are milliseconds from a command until all four people see its result.
    """

    p50: float
    p99: float
    p999: float
    most: float
    late: float
    """99th percentile of the milliseconds by which the crowd's own timers are late."""
    cpu: float
    """Milliseconds of processor time that the server uses for each move."""


@dataclass
class Played:
    """A server, the tables on it, and the results of the runs so far."""

    pid: int
    port: int
    tables: Sequence[crowd.Table]
    runs: list[Run]

    async def play(self, seconds: float) -> None:
        """Do one more run."""
        before = cpu(self.pid)
        took, late = await crowd.play(list(self.tables), seconds)
        spent = cpu(self.pid) - before
        p50, p99, p999 = (1e3 * float(np.quantile(took, at)) for at in (0.5, 0.99, 0.999))
        self.runs.append(
            Run(p50, p99, p999, 1e3 * max(took), 1e3 * float(np.quantile(late, 0.99)), 1e3 * spent / len(took))
        )

    def of(self, part: Callable[[Run], float]) -> float:
        """Return the median over all runs of the value that `part` takes from each run."""
        return median(map(part, self.runs))


@asynccontextmanager
async def ours(count: int, sizes: list[int], stored: bool = True) -> AsyncIterator[Played]:
    """Run Saleroom's server with a crowd, with or without storage."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "bench.sqlite3") if stored else "none"
        with running("benchmarks.tables.server", str(port), data) as pid:
            wait_until_it_listens(port)
            async with httpx.AsyncClient(timeout=120) as http:
                (await http.get(f"http://127.0.0.1:{port}/healthz")).raise_for_status()
                tables = [crowd.Saleroom(port, http, LONG, sizes) for _ in range(count)]
                async with _seated(pid, port, tables) as played:
                    yield played


@asynccontextmanager
async def echo(count: int, size: int) -> AsyncIterator[Played]:
    """Run the echo server with a crowd of the same size; each message has `size` bytes."""
    port = free_port()
    with running("benchmarks.tables.echo", str(port), str(size)) as pid:
        wait_until_it_listens(port)
        async with _seated(pid, port, [crowd.Room(port, number, COMMAND) for number in range(count)]) as played:
            yield played


@asynccontextmanager
async def _seated(pid: int, port: int, tables: Sequence[crowd.Table]) -> AsyncIterator[Played]:
    await crowd.seat_all(tables)
    await crowd.play(list(tables), 2.0)  # warm up
    try:
        yield Played(pid, port, tables, [])
    finally:
        for table in tables:
            await table.rise()


async def side_by_side(count: int, runs: int, seconds: float) -> tuple[Played, Played, Played, float]:
    """Run Saleroom's server with and without storage, and the echo server, in turns; also return the mean message
    size.
    """
    sizes: list[int] = []
    async with AsyncExitStack() as stack:
        stored = await stack.enter_async_context(ours(count, sizes))
        unstored = await stack.enter_async_context(ours(count, [], stored=False))
        bare = await stack.enter_async_context(echo(count, USUAL_SIZE))
        for _ in range(runs):
            for played in (stored, unstored, bare):
                await played.play(seconds)
        return stored, unstored, bare, mean(sizes)


def tables(effort: Effort) -> list[Figure]:
    """Measure 100, 500 and 1,000 tables of four humans, with one move a second at each table."""
    full = effort.rounds > 3
    figures: list[Figure] = []
    keep_to(CROWD)
    try:
        with many_sockets():
            for count in COUNTS if full else COUNTS[:1]:
                runs, seconds = (FULL_RUNS, FULL_SECONDS) if full else (QUICK_RUNS, QUICK_SECONDS)
                figures += _figures(count, *asyncio.run(side_by_side(count, runs, seconds)))
    finally:
        keep_to(ALL)
    return figures


def _figures(count: int, stored: Played, unstored: Played, bare: Played, size: float) -> list[Figure]:
    title, runs = f"{count} tables", len(stored.runs)
    spread = ", ".join(f"{run.p99:.1f}" for run in stored.runs)
    late = f"the crowd was late by {stored.of(lambda run: run.late):.1f}"
    worst = max(run.p99 for run in stored.runs)
    below = CPU_BELOW if count == COUNTS[-1] else None
    note = f"median of {runs} runs; messages of {size:.0f} bytes, four sockets a table"
    return [
        _compared(f"{title}: p50, from a command to all four views", stored, bare, lambda run: run.p50, note),
        Figure(
            f"{title}: p99, the worst of the runs",
            "ms",
            worst,
            max(run.p99 for run in bare.runs),
            below=BELOW.get(count),
            note=f"runs: {spread}; {late}",
            alone=True,
        ),
        _compared(f"{title}: p99.9", stored, bare, lambda run: run.p999),
        _compared(f"{title}: the slowest move", stored, bare, lambda run: run.most),
        _compared(f"{title}: CPU a move, storage included", stored, bare, lambda run: run.cpu, below=below),
        _compared(f"{title}: CPU a move, storage apart", unstored, bare, lambda run: run.cpu),
    ]


def _compared(
    measure: str,
    played: Played,
    bare: Played,
    part: Callable[[Run], float],
    note: str = "",
    below: float | None = None,
) -> Figure:
    """Compare Saleroom's server with the echo server by the medians of their runs.

    The figure's ratio is the median of the ratios in each run.
    """
    ratios = [over(part(ours), part(theirs)) for ours, theirs in zip(played.runs, bare.runs, strict=True)]
    known = [ratio for ratio in ratios if ratio is not None]
    ratio = median(known) if known else None
    return Figure(measure, "ms", played.of(part), bare.of(part), ratio, below=below, note=note)
