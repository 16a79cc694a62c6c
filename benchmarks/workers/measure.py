"""Comparison of one server process with two or three processes, by moves per second and total cost per move. Each
process is limited to a part of a core.

The crowd makes each move as soon as the last move is answered. The arrangements take turns, so that other load affects
all of them. The first arrangement is one process. The second is two processes, with all people of a table on the same
process, as behind a proxy that routes by the table's address. The third spreads the people of each table over two
processes. The fourth has names for the two processes, as on two machines: people are spread as well, but are
sent to the owner of their table before the first run. The others are two and three processes of `--workers`, to which
the system spreads people by chance.
PostgreSQL, the bus and the crowd share the rest of the machine.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx

from benchmarks.figures import Figure, missing, over
from benchmarks.tables import crowd
from benchmarks.tables.processes import free_port, many_sockets, wait_until_it_listens
from benchmarks.timing import Effort
from benchmarks.workers.costs import Costs, Meter, children
from benchmarks.workers.groups import limited, may_limit
from tests import services

CORES = 0.25
"""Number of cores for each server process."""
TABLES = 40
FULL_RUNS, FULL_SECONDS = 5, 12.0
QUICK_RUNS, QUICK_SECONDS = 1, 4.0
MOVES_AT_LEAST = 1.8
"""Target for the ratio of the moves with two processes to the moves with one process."""
WORKERS_AT_LEAST = {2: 1.7, 3: 2.2}
"""Targets for the same ratio with `--workers`, by number of processes."""
CPU_BELOW = 1.3
"""Limit for the CPU time per move with two processes, as a multiple of that with one process.

PostgreSQL and the bus are included.
"""
NAMED_AT_LEAST = 1.2
"""Target for the same ratio with two processes whose machines have names, and with people who are spread over both."""
WORKERS_CPU_BELOW = 1.4
"""The same limit with `--workers`."""
LONG = {"target": 50}
NEEDS = "needs PostgreSQL, Redis, ss, and control groups that this user may make"
TITLE = f"two processes of {CORES} core beside one"


@dataclass(frozen=True)
class Run:
    """Results of one arrangement in a run of some seconds."""

    rate: float
    """Moves per second."""
    each: Costs
    """Costs of each move."""


@dataclass
class Arrangement:
    """Tables on one or two server processes, and the results of the runs so far."""

    name: str
    pids: Sequence[int]
    ports: Sequence[int]
    tables: list[crowd.Saleroom]
    runs: list[Run] = field(default_factory=list)

    async def play(self, meter: Meter, seconds: float) -> None:
        """Do one more run."""
        before, began = meter.read(self.pids, self.ports), perf_counter()
        moved = await asyncio.gather(*(table.move_until(began + seconds) for table in self.tables))
        moves, took = sum(moved), perf_counter() - began
        await asyncio.sleep(1.5)  # PostgreSQL updates its count of transactions a second late
        self.runs.append(Run(moves / took, (meter.read(self.pids, self.ports) - before).each(moves)))

    def of(self, part: Callable[[Run], float]) -> float:
        """Return the median over all runs of the value that `part` takes from each run."""
        return median(map(part, self.runs))


@asynccontextmanager
async def _arranged(name: str, pids: Sequence[int], ports: Sequence[int], apart: bool) -> AsyncIterator[Arrangement]:
    """Create tables at the given processes in turn.

    With `apart`, the people of each table are spread over all processes.
    """
    limits = httpx.Limits(max_keepalive_connections=0)  # every browser has connections of its own
    async with httpx.AsyncClient(timeout=120, limits=limits) as http:
        made = [ports[number % len(ports)] for number in range(TABLES)]
        tables = [crowd.Saleroom(port, http, LONG, [], _turned(ports, port) if apart else ()) for port in made]
        # one table at a time, because with a third of a core, even connecting takes a while
        await crowd.seat_all(tables, at_once=1)
        try:
            yield Arrangement(name, pids, ports, tables)
        finally:
            for table in tables:
                await table.rise()


def _turned(ports: Sequence[int], first: int) -> list[int]:
    """Return the ports in the same cyclic order, starting with the port `first`."""
    at = list(ports).index(first)
    return [*ports[at:], *ports[:at]]


async def _meet(tables: Sequence[crowd.Saleroom]) -> None:
    """Wait until the people of each table are connected to the same process."""
    async with asyncio.timeout(120):
        while any(len(set(table.connected)) > 1 for table in tables):
            await asyncio.sleep(0.5)


@contextmanager
def _worker(data: str, *bus: str, named: bool = False) -> Iterator[tuple[int, int]]:
    """Run a server process with limited CPU; yield its process id and its port. With `named`, the port is the name of
    its machine.
    """
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.workers.worker", str(port), data, *bus]
    environment = {**os.environ, **({"SALEROOM_MACHINE": str(port)} if named else {})}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    try:
        wait_until_it_listens(port)
        # an answer shows that the server is loaded
        httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=120).raise_for_status()
        with limited(process.pid, CORES):
            try:
                yield process.pid, port
            finally:
                process.kill()
                process.wait()
    finally:
        process.kill()


@contextmanager
def _workers(data: str, bus: str, number: int) -> Iterator[tuple[list[int], int]]:
    """Run `number` processes on one port, each with limited CPU; yield their process ids and the port."""
    port = free_port()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        command = [sys.executable, "-m", "benchmarks.workers.worker", str(port), data, bus, str(number)]
        environment = {**os.environ, "TMPDIR": folder}
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env=environment)
        stack.callback(process.kill)
        while len(list(Path(folder).glob("saleroom-*/*"))) < number:  # they are loaded when they meet
            time.sleep(0.2)
        pids = [pid for pid in children(process.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        for pid in pids:
            stack.enter_context(limited(pid, CORES))
        try:
            yield pids, port
        finally:
            process.kill()
            process.wait()
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


async def _side_by_side(runs: int, seconds: float) -> list[Arrangement]:
    """Run in turns: one process on a file, one process on PostgreSQL, and two processes in both arrangements."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(services.postgres("fsync=on", "synchronous_commit=on"))
        redis = stack.enter_context(services.redis())
        database = postgres.database("benchmark")
        meter = Meter(postgres, redis, database.rsplit("/", 1)[1])
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        alone = stack.enter_context(_worker(str(Path(folder) / "bench.sqlite3")))
        workers = [stack.enter_context(_worker(database, redis.url)) for _ in range(2)]
        named = [stack.enter_context(_worker(database, redis.url, named=True)) for _ in range(2)]
        many = [(number, *stack.enter_context(_workers(database, redis.url, number))) for number in WORKERS_AT_LEAST]
        pids, ports = [pid for pid, _ in workers], [port for _, port in workers]
        arrangements = [
            await stack.enter_async_context(_arranged("file", [alone[0]], [alone[1]], False)),
            await stack.enter_async_context(_arranged("one", pids[:1], ports[:1], False)),
            await stack.enter_async_context(_arranged("together", pids, ports, False)),
            await stack.enter_async_context(_arranged("apart", pids, ports, True)),
        ]
        own, at = [pid for pid, _ in named], [port for _, port in named]
        arrangements.append(await stack.enter_async_context(_arranged("named", own, at, True)))
        await _meet(arrangements[-1].tables)
        for number, own, port in many:
            arrangements.append(await stack.enter_async_context(_arranged(f"workers {number}", own, [port], False)))
        for number in range(runs + 1):  # the first run is a warm-up
            for each in arrangements:
                await each.play(meter, seconds if number else 2.0)
        for each in arrangements:
            del each.runs[0]
        return arrangements


def workers(effort: Effort) -> list[Figure]:
    """Compare two processes that share tables with one process."""
    if not may_limit() or not services.redis_programs() or services.programs() is None:
        return [missing(TITLE, "moves/s", NEEDS, at_least=MOVES_AT_LEAST)]
    runs, seconds = (FULL_RUNS, FULL_SECONDS) if effort.rounds > 3 else (QUICK_RUNS, QUICK_SECONDS)
    with many_sockets():
        file, one, together, apart, named, *many = asyncio.run(_side_by_side(runs, seconds))
    load = f"load of the machine {os.getloadavg()[0]:.1f}; median of {runs} runs of {seconds:.0f} s"
    return [
        _compared(f"{TITLE}: moves, tables not divided", together, one, load, at_least=MOVES_AT_LEAST),
        _compared(f"{TITLE}: moves, people of a table apart", apart, one),
        _cpu(f"{TITLE}: CPU a move, all included, tables not divided", together, one, below=CPU_BELOW),
        _cpu(f"{TITLE}: CPU a move, all included, people apart", apart, one),
        _compared("two processes with names, people apart at first: moves", named, one, at_least=NAMED_AT_LEAST),
        _cpu("two processes with names, people apart at first: CPU a move", named, one, below=WORKERS_CPU_BELOW),
        *(
            figure
            for (number, at_least), each in zip(WORKERS_AT_LEAST.items(), many, strict=True)
            for figure in (
                _compared(f"--workers {number}, people by chance: moves", each, one, at_least=at_least),
                _cpu(f"--workers {number}, people by chance: CPU a move", each, one, below=WORKERS_CPU_BELOW),
            )
        ),
        _cpu("one process on PostgreSQL and a bus, beside one on a file: CPU a move", one, file),
        *(figure for each in (one, together, apart, named) for figure in _costs(each)),
    ]


def _compared(measure: str, ours: Arrangement, theirs: Arrangement, note: str = "", at_least: float | None = None):
    ratio = median(over(a.rate, b.rate) or 0.0 for a, b in zip(ours.runs, theirs.runs, strict=True))
    figures = ours.of(lambda run: run.rate), theirs.of(lambda run: run.rate)
    return Figure(measure, "moves/s", *figures, ratio, at_least=at_least, note=note)


def _cpu(measure: str, ours: Arrangement, theirs: Arrangement, below: float | None = None) -> Figure:
    """Return a figure for the CPU per move of all processes except the crowd."""
    ratio = median(over(a.each.cpu, b.each.cpu) or 0.0 for a, b in zip(ours.runs, theirs.runs, strict=True))
    figures = 1e3 * ours.of(lambda run: run.each.cpu), 1e3 * theirs.of(lambda run: run.each.cpu)
    return Figure(measure, "ms", *figures, ratio, below=below)


def _costs(played: Arrangement) -> list[Figure]:
    parts: list[tuple[str, str, Callable[[Costs], float]]] = [
        ("CPU of the servers", "ms", lambda costs: 1e3 * costs.workers),
        ("CPU of PostgreSQL", "ms", lambda costs: 1e3 * costs.store),
        ("CPU of Redis", "ms", lambda costs: 1e3 * costs.bus),
        ("transactions", "", lambda costs: costs.transactions),
        ("bytes to and from PostgreSQL", "B", lambda costs: costs.queries),
        ("bytes of PostgreSQL's log", "B", lambda costs: costs.wal),
        ("messages on the bus", "", lambda costs: costs.messages),
        ("bytes to and from the bus", "B", lambda costs: costs.announced),
        ("bytes to and from people", "B", lambda costs: costs.people),
    ]
    title = {
        "one": "one process",
        "together": "two processes",
        "apart": "two, people of a table apart",
        "named": "two with names",
    }[played.name]
    return [
        Figure(f"{title}: {name} a move", unit, played.of(lambda run, part=part: part(run.each)), alone=True)
        for name, unit, part in parts
    ]
