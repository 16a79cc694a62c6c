"""A server with a hundred thousand stored tables, measured by start-up time, memory, and the lobby's response time."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from sqlalchemy import Connection, insert

from benchmarks.figures import Figure
from benchmarks.tables.disk import events_of, header_of
from benchmarks.tables.processes import free_port, memory, running, wait_until_it_listens
from benchmarks.timing import Effort
from saleroom.games import NAMES
from saleroom.server.core.apply import apply
from saleroom.server.core.project.summary import TableSummary, summarise
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.storage import columns
from saleroom.server.storage.sqlitefile import open_sqlite
from saleroom.server.storage.store import Store

FULL_TABLES, QUICK_TABLES = 100_000, 1_000
UNFINISHED = 10
"""Of this number of tables, one is not played to its end."""
LISTED = 50
"""Of this number of tables, one is listed in the lobby."""
AT_ONCE = 1000
"""Number of tables written in one transaction."""
LOBBIES = 20
SETTLED_AFTER = 20.0
"""Seconds after which the server has loaded everything that it loads when it starts."""
OPEN_BELOW, MEMORY_BELOW, LOBBY_BELOW = 5.0, 1000.0, 50.0
"""Limits for start-up in seconds, memory in megabytes, and the lobby in milliseconds."""
SHORT = {
    "auction-house": {"rounds": 1},
    "auction-hearts": {"deals": 1},
    "auction-pitch": {"deals": 1},
    "auction-draw": {"deals": 1},
    "auction-flop-poker": {"deals": 1},
}

Kind = tuple[TableHeader, list[TableEvent], TableSummary]


def idle(effort: Effort) -> list[Figure]:
    """Measure the seconds until the server answers, its memory some time later, and the milliseconds for the lobby."""
    count = FULL_TABLES if effort.rounds > 3 else QUICK_TABLES
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "idle.sqlite3"
        asyncio.run(_empty(path))
        _fill(path, count)
        return _measure(path, count)


async def _empty(path: Path) -> None:
    await (await Store.open(path)).close()


def _kind(name: str, finished: bool) -> Kind:
    """Return a sample table of a game, which is stored many times under different ids."""
    state = TableState(header_of(name, SHORT[name]))
    events = []
    for event in events_of(state, people=1):
        apply(state, event)
        events.append(event)
        if not finished and len(events) > 12 and state.people_to_act():
            break
    return state.header, events, summarise(state)


def _fill(path: Path, count: int) -> None:
    """Write the tables directly, because writing them through the server would take an hour."""
    finished, begun = ([_kind(name, over) for name in NAMES] for over in (True, False))
    engine, now = open_sqlite(path), time.time()
    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            kinds = [(begun if number % UNFINISHED == 0 else finished)[number % len(NAMES)] for number in numbers]
            _write(connection, [(f"idle-{number}", now - number) for number in numbers], kinds)
    engine.dispose()


def _write(connection: Connection, tables: list[tuple[str, float]], kinds: list[Kind]) -> None:
    """Write tables, given by id and time of the last move, as copies of the sample tables."""
    headers, events, summaries = [], [], []
    for (table, at), (header, played, summary) in zip(tables, kinds, strict=True):
        listed = len(headers) % LISTED == 0
        headers.append({**vars(header), "id": table, "listed": listed, "made_at": at})
        events += [{"table_id": table, **vars(event), "at": at} for event in played]
        summaries.append({"table_id": table, **vars(summary), "last_at": at})
    connection.execute(insert(columns.tables), headers)
    connection.execute(insert(columns.table_events), events)
    connection.execute(insert(columns.table_summaries), summaries)


def _measure(path: Path, count: int) -> list[Figure]:
    port, begun = free_port(), time.perf_counter()
    with running("saleroom", "serve", "--no-open", "--port", str(port), "--data", str(path)) as pid:
        wait_until_it_listens(port)
        _get(port, "healthz")
        opened = time.perf_counter() - begun
        time.sleep(SETTLED_AFTER)
        lobbies = [_seconds(lambda: _get(port, "api/tables")) for _ in range(LOBBIES)]
        used, title = memory(pid), f"{count:,} stored tables"
    return [
        Figure(f"{title}: from the start to the first answer", "s", opened, below=OPEN_BELOW, alone=True),
        Figure(f"{title}: memory", "MB", used, below=MEMORY_BELOW, note=f"after {SETTLED_AFTER} s", alone=True),
        Figure(
            f"{title}: the lobby",
            "ms",
            1e3 * median(lobbies),
            below=LOBBY_BELOW,
            note=f"the slowest of {LOBBIES}: {1e3 * max(lobbies):.0f}",
            alone=True,
        ),
    ]


def _get(port: int, path: str) -> bytes:
    with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=60) as answer:
        return answer.read()


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
