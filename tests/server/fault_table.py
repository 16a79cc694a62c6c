"""Table of faults: seconds until people see moves again, and moves that were lost, stored twice or forked.

`python -m tests.server.fault_table FILE --tries 20` makes 20 tries of each fault, and prints the table. FILE stores
each try as a line of JSON, so the command continues where an interrupted run stopped. `--tries 0` only prints.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.workers.groups import limited, may_limit
from saleroom.games import NAMES
from saleroom.server.core.state.events import TableEvent
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests.children import guarded
from tests.server import faults
from tests.server.faults import Fault, Progress, faults_here
from tests.server.live_tables import holder
from tests.server.older_version import older_version
from tests.server.sites import Node, Play, Site, check_all, processes_of, site
from tests.server.takeovers import Takeovers
from tests.server.test_kill import START, Person, rows_of

CORES: dict[str, float | None] = {"calm": None, "starved": 0.2}
"""Part of a core that each server process may use, by load; None if processes are not limited."""
PING, GIVE_UP = 4.0, 8.0
"""Seconds between two pings, and of silence after which people connect again, as in `heartbeat.ts` of the client."""
LONGEST = 120.0
"""Seconds after which a person who sees no move counts as stuck. The fault is then repaired."""
GAMES = NAMES[:3]
WORKERS = 3
FOR_ALL = (faults.restart_store, faults.restart_bus, faults.disk_full, faults.clock_of_the_store)
"""Faults of all processes. Other faults concern the people at the tables of one process."""


# Processes that share tables


@dataclass
class Worker(Node):
    """A process that `--workers` has started. All such processes share one server with its connections."""

    number: int
    """Id of the process on this machine."""
    name: str
    """Id of the process on the bus."""

    def signal(self, number: int) -> None:
        """Send a signal to the worker; raise `ProcessLookupError` if it has ended."""
        if not is_child(self.number, self.server.process.pid):
            raise ProcessLookupError(f"worker {self.number} has ended")
        os.kill(self.number, number)

    @property
    def process(self) -> str:
        """Id of the worker on the bus."""
        return self.name


def workers_of(at: Site) -> list[Node]:
    """Return the living workers of the only server of a site."""
    (node,) = at.nodes
    parts = (node.server, node.store, node.bus, node.people, node.log, node.clock)
    return [Worker(*parts, number, name) for number, name in living_workers(node.log, node.server.process.pid)]


def living_workers(log: Path, supervisor: int) -> list[tuple[int, str]]:
    """Return the ids of the workers that wrote a log and run: on this machine, and on the bus."""
    # The last worker with an id is the one that may run, because the system reuses the ids of ended processes.
    return [(number, name) for number, name in dict(processes_of(log)).items() if is_child(number, supervisor)]


def is_child(process: int, parent: int) -> bool:
    """Return whether a process runs and `parent` started it. A process that has ended and was not reaped does not.

    The id of a reaped process may belong to any other program.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        state, ppid, *_ = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return state != "Z" and int(ppid) == parent
    return False


async def all_workers(at: Site) -> None:
    """Wait until all workers of a site run."""
    async with asyncio.timeout(START):
        while len(workers_of(at)) < WORKERS:
            await asyncio.sleep(0.1)


@asynccontextmanager
async def three_processes(folder: Path) -> AsyncIterator[Site]:
    """Yield a site of three servers."""
    async with site(folder, 3) as at:
        yield at


@asynccontextmanager
async def three_workers(folder: Path) -> AsyncIterator[Site]:
    """Yield a site of one server with three workers."""
    async with site(folder, 0, "--workers", str(WORKERS)) as at:
        (folder / "t").mkdir()
        await at.add({**os.environ, "TMPDIR": str(folder / "t")})
        try:
            await all_workers(at)
            yield at
        finally:
            for worker in workers_of(at):
                with suppress(ProcessLookupError):
                    worker.signal(signal.SIGKILL)


@asynccontextmanager
async def two_versions(folder: Path) -> AsyncIterator[Site]:
    """Yield a site of two servers of the version before the newest migration, and one server of this version."""
    async with site(folder, 0) as at:
        older = older_version(folder)
        for environment in (older, older, None):
            await at.add(environment)
        yield at


async def nothing(at: Site, node: Node, progress: Progress) -> None:
    """Cause no fault, to measure how long people wait for moves without a fault."""
    await progress()


async def kill_worker(at: Site, node: Node, progress: Progress) -> None:
    """Kill a worker, which the server then replaces."""
    node.signal(signal.SIGKILL)
    await progress()
    await all_workers(at)


class Arrangement(NamedTuple):
    """Processes that share tables."""

    open: Callable[[Path], AbstractAsyncContextManager[Site]]
    processes: Callable[[Site], list[Node]]
    faults: Sequence[Fault]


ARRANGEMENTS = {
    "three processes": Arrangement(
        three_processes,
        lambda at: at.nodes,
        (nothing, *faults.FAULTS, faults.disk_full, faults.clock_of_the_store),
    ),
    "--workers 3": Arrangement(
        three_workers,
        workers_of,
        (
            *(nothing, kill_worker, faults.stop_and_continue, faults.restart_store, faults.restart_bus),
            *(faults.slow, faults.clock_of_a_server),
        ),
    ),
    "two versions": Arrangement(
        two_versions,
        lambda at: at.nodes,
        # An older server that was killed cannot start again; one of this version takes its place.
        (nothing, faults.stop_and_continue, faults.cut_store, faults.cut_bus, faults.kill),
    ),
}


# Tries


class Cell(NamedTuple):
    """A fault in an arrangement, under a load."""

    arrangement: str
    load: str
    fault: str


class Errors(NamedTuple):
    """Numbers of errors in stored events."""

    lost: int
    """Acknowledged moves that are not stored where the acknowledgement says."""
    twice: int
    """Commands that were stored again."""
    forked: int
    """Tables whose events are not numbered without gaps, or that end before an event that a person has seen."""


@dataclass(frozen=True)
class Try:
    """Result of a fault."""

    cell: Cell
    waits: list[float]
    """Seconds until a person saw two more events, for each person at the tables of the faulty process."""
    stuck: int
    """Number of people who saw no two events for `LONGEST` seconds."""
    errors: Errors
    moves: int
    """Number of acknowledged moves that were checked for the first time."""
    average: float
    """Load average of the machine."""


def read(path: Path) -> list[Try]:
    """Return the stored tries."""
    lines = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
    return [Try(**{**line, "cell": Cell(*line["cell"]), "errors": Errors(*line["errors"])}) for line in lines]


def store(path: Path, result: Try) -> None:
    """Add a try to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


class Waits:
    """Measurement of the seconds that people wait for moves."""

    def __init__(self, play: Play, people: Iterable[Person]) -> None:
        self._play, self._people = play, list(people)
        self.seconds: list[float] = []
        self.stuck = 0
        self._begin()

    def _begin(self) -> None:
        self._began = time.monotonic()
        self._seen = [(person, person.seen) for person in self._people if not person.over]

    async def progress(self) -> None:
        """Wait until each person has seen two more events; begin another measurement.

        The first event can have been on its way when the fault began.
        """
        while self._seen and time.monotonic() < self._began + LONGEST:
            self._play.raise_troubles()
            await asyncio.sleep(0.01)
            seconds = time.monotonic() - self._began
            self.seconds += [seconds for person, seen in self._seen if person.seen >= seen + 2]
            self._seen = [each for each in self._seen if not each[0].over and each[0].seen < each[1] + 2]
        self.stuck += len(self._seen)
        self._begin()


class Seen(NamedTuple):
    """Events that servers have shown or acknowledged to a person."""

    table: str
    holder: str
    last: int
    """Number of the last event."""
    kept: dict[str, tuple[int, str]]
    """Acknowledged commands by id, with the number of the event and the action."""

    @classmethod
    def by(cls, person: Person) -> Seen:
        """Return what a person has seen so far."""
        return cls(person.table, holder(person.name), person.seen, dict(person.kept))


def errors_in(tables: Mapping[str, Sequence[TableEvent]], people: Iterable[Seen]) -> Errors:
    """Count errors in the stored events, which must have been read after `people` were asked."""
    lost = twice = 0
    forked = {table for table, events in tables.items() if [each.number for each in events] != _numbers(events)}
    for events in tables.values():
        commands = Counter((event.holder, event.command) for event in events if event.command is not None)
        twice += sum(commands.values()) - len(commands)
    for person in people:
        events = tables[person.table]
        if person.last > len(events):
            forked.add(person.table)
        stored = {event.number: (event.command, event.holder) for event in events}
        lost += sum(stored.get(number) != (command, person.holder) for command, (number, _) in person.kept.items())
    return Errors(lost, twice, len(forked))


def _numbers(events: Sequence[TableEvent]) -> list[int]:
    return list(range(1, len(events) + 1))


@dataclass
class Session:
    """A site on which people play while one fault follows another."""

    site: Site
    play: Play
    store: Store
    arrangement: Arrangement
    cores: float | None
    limits: ExitStack
    limited: set[int]
    """Processes that are limited to a part of a core."""
    checked: int = 0
    """Number of acknowledged moves that have been checked."""

    def limit(self) -> None:
        """Limit each process of the site, unless it is limited."""
        for node in self.arrangement.processes(self.site):
            number = node.number if isinstance(node, Worker) else node.server.process.pid
            if self.cores is not None and number not in self.limited:
                self.limits.enter_context(limited(number, self.cores))
                self.limited.add(number)

    async def cause(self, fault: Fault, cell: Cell) -> Try:
        """Cause a fault of a process that owns a table, and wait until all people play again."""
        self.limit()
        await self.play.fill(GAMES)
        await self.play.progressed()
        node, owned = await self._owner()
        people = [person for each in self.play.tables.values() for person in each]
        waits = Waits(self.play, [each for each in people if fault in FOR_ALL or self._is_at(each, node, owned)])
        await fault(self.site, node, waits.progress)
        await self.play.progressed()
        return Try(cell, waits.seconds, waits.stuck, *await self._check(), os.getloadavg()[0])

    async def _owner(self) -> tuple[Node, set[str]]:
        """Return a process that owns tables, and these tables."""
        async with asyncio.timeout(START):
            while True:
                nodes = {node.process: node for node in self.arrangement.processes(self.site)}
                owners = await Takeovers(self.store).owned([people[0].table for people in self.play.tables.values()])
                if known := sorted(set(owners.values()) & nodes.keys()):
                    owner = self.play.rng.choice(known)
                    return nodes[owner], {table for table in owners if owners[table] == owner}
                await asyncio.sleep(0.1)

    def _is_at(self, person: Person, node: Node, owned: set[str]) -> bool:
        """Return whether a person plays at a table in `owned`, or is connected to the server of a node."""
        return person.table in owned or (not isinstance(node, Worker) and person.place == node.server.place)

    async def _check(self) -> tuple[Errors, int]:
        """Return the errors so far, and the number of moves that were not checked before."""
        people = [Seen.by(person) for person in self.play.people]
        errors = errors_in(await rows_of(DatabaseUrl(self.site.database), {each.table for each in people}), people)
        moves, self.checked = sum(len(each.kept) for each in people) - self.checked, sum(len(p.kept) for p in people)
        return errors, moves


async def cause_all(cells: Sequence[Cell], report: Callable[[Try], None]) -> None:
    """Cause the faults of cells in one arrangement and under one load, one after another, and check all tables."""
    arrangement, cores = ARRANGEMENTS[cells[0].arrangement], CORES[cells[0].load]
    with tempfile.TemporaryDirectory(prefix="saleroom-faults-") as folder, ExitStack() as limits:
        async with arrangement.open(Path(folder)) as at:
            database = DatabaseUrl(at.database)
            play, opened = Play(at, give_up=GIVE_UP, ping_every=PING), await Store.open(database)
            session = Session(at, play, opened, arrangement, cores, limits, set())
            impossible = {faults.disk_full, faults.clock_of_the_store} - set(faults_here(at))
            known = {fault.__name__: fault for fault in arrangement.faults}
            for cell in cells:
                if known[cell.fault] not in impossible:
                    report(await session.cause(known[cell.fault], cell))
            await play.stop()
            await opened.close()
            await check_all(database, play.people, messages=arrangement.open is not two_versions)


# Output


HEAD = ("fault", *(f"{load}: {what}" for load in CORES for what in ("tries", "waits", "median (s)", "longest (s)")))
COUNTS = ("moves", "lost", "stored twice", "forked", "stuck")


def table(tries: Sequence[Try]) -> str:
    """Return a table for each arrangement in Markdown, and a line with the sums."""
    parts = [_part(name, [each for each in tries if each.cell.arrangement == name]) for name in ARRANGEMENTS]
    loads = [each.average for each in tries] or [0.0]
    sums = f"{len(tries)} faults, {_counts(tries)}; load average {min(loads):.1f} to {max(loads):.1f}"
    return "\n\n".join([*filter(None, parts), sums])


def _part(name: str, tries: Sequence[Try]) -> str:
    if not tries:
        return ""
    rows = [_row(HEAD + COUNTS), _row("---" if number == 0 else "---:" for number in range(len(HEAD + COUNTS)))]
    for fault in dict.fromkeys(fault.__name__ for fault in ARRANGEMENTS[name].faults):
        own = [each for each in tries if each.cell.fault == fault]
        if own:
            cells = [cell for load in CORES for cell in _waits([each for each in own if each.cell.load == load])]
            rows.append(_row([fault.replace("_", " "), *cells, *map(str, _numbers_of(own))]))
    return "\n".join([f"{name}:", "", *rows])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _waits(tries: Sequence[Try]) -> list[str]:
    seconds = [wait for each in tries for wait in each.waits]
    if not seconds:
        return [str(len(tries)), "0", "", ""]
    return [str(len(tries)), str(len(seconds)), f"{statistics.median(seconds):.1f}", f"{max(seconds):.1f}"]


def _numbers_of(tries: Iterable[Try]) -> list[int]:
    each = [(one.moves, *one.errors, one.stuck) for one in tries]
    return [sum(column) for column in zip(*each, strict=True)]


def _counts(tries: Sequence[Try]) -> str:
    numbers = _numbers_of(tries) or [0] * len(COUNTS)
    return ", ".join(f"{number} {name}" for number, name in zip(numbers, COUNTS, strict=True))


def cells_of(arrangements: Iterable[str], loads: Iterable[str], names: Iterable[str] = ()) -> list[Cell]:
    """Return the cells of arrangements and loads; with `names`, only those of these faults."""
    names, loads = list(names), list(loads)
    faults_of = {name: [fault.__name__ for fault in ARRANGEMENTS[name].faults] for name in arrangements}
    return [
        Cell(name, load, fault)
        for name, own in faults_of.items()
        for load in loads
        for fault in own
        if not names or fault in names
    ]


async def run(path: Path, cells: Sequence[Cell], tries: int) -> None:
    """Make the tries that are missing in a file: one of each cell before the second of any cell."""

    def report(result: Try) -> None:
        store(path, result)
        print(time.strftime("%H:%M:%S"), *result.cell, _waits([result])[1:], result.stuck, *result.errors, flush=True)

    for number in range(tries):
        done = Counter(each.cell for each in read(path))
        missing = [cell for cell in cells if done[cell] <= number]
        for key in dict.fromkeys((cell.arrangement, cell.load) for cell in missing):
            await cause_all([cell for cell in missing if cell[:2] == key], report)


def main() -> None:
    """Make tries, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="file of the tries")
    parser.add_argument("--tries", type=int, default=3, help="number of tries of each fault (default 3)")
    parser.add_argument("--processes", nargs="*", choices=ARRANGEMENTS, default=list(ARRANGEMENTS))
    parser.add_argument("--loads", nargs="*", choices=CORES, default=list(CORES))
    parser.add_argument("--faults", nargs="*", default=(), help="names of faults (default: all)")
    given = parser.parse_args()
    if "starved" in given.loads and not may_limit():
        parser.error("starved processes need control groups that this user may make; use --loads calm")
    guarded()
    asyncio.run(run(given.file, cells_of(given.processes, given.loads, given.faults), given.tries))
    print(table(read(given.file)))


if __name__ == "__main__":
    main()
