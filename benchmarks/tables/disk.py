"""Growth of the data file when the server's own store saves finished matches of each game."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import update

from benchmarks.figures import Figure
from benchmarks.timing import Effort
from saleroom.bots.players import player
from saleroom.games import NAMES, load
from saleroom.kernel.options import Value
from saleroom.server.core.apply import apply
from saleroom.server.core.create_table import new_header
from saleroom.server.core.decide import decide
from saleroom.server.core.decide.system_events import bot_move
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import ChairRequest, TableRequest
from saleroom.server.realtime.archiving import archive_due
from saleroom.server.storage.columns import table_summaries
from saleroom.server.storage.store import FIRST_EPOCH, Store

FULL_MATCHES, QUICK_MATCHES = 100, 10
HOLDERS = [secrets.token_hex(32) for _ in range(8)]
PLAYER = "house"


def disk(effort: Effort) -> list[Figure]:
    """Measure megabytes for 1,000 finished matches of each game with default options, once with one person among bots
    and once with only people.
    """
    matches = FULL_MATCHES if effort.rounds > 3 else QUICK_MATCHES
    return [
        figure for name in NAMES for people in (1, load(name).usual_seats) for figure in _figures(name, people, matches)
    ]


def _figures(name: str, people: int, matches: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "disk.sqlite3"
        empty = asyncio.run(_kept(path, name, people, 0))[0]
        size, rows = asyncio.run(_kept(path, name, people, matches))
        asyncio.run(_archive(path))
        archived = _used_bytes(path)
    seats = load(name).usual_seats
    title = f"disk for 1,000 matches: {name}, {'one person, bots' if people == 1 else f'{seats} people'}"
    note = f"{rows / matches:.0f} rows a match, {(size - empty) / rows:.0f} bytes a row"
    times = f"{(size - empty) / (archived - empty):.1f} times less"
    return [
        Figure(title, "MB", (size - empty) / matches / 1e3, note=note, alone=True),
        Figure(f"{title}, archived", "MB", (archived - empty) / matches / 1e3, note=times, alone=True),
    ]


async def _archive(path: Path) -> None:
    """Archive all tables of a data file."""
    store = await Store.open(path)
    has_results = update(table_summaries).values(results_kept=True)
    await store.database.write(lambda connection: connection.execute(has_results))
    await archive_due(store, time.time() + 1, rest=0)
    await store.close()


def _used_bytes(path: Path) -> int:
    """Return the size of a data file without the pages that new matches can use."""
    with closing(sqlite3.connect(path)) as connection:
        pragmas = ("page_count", "freelist_count", "page_size")
        count, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas)
    return (count - free) * size


async def _kept(path: Path, name: str, people: int, matches: int) -> tuple[int, int]:
    """Store `matches` matches together; return the size of the data file with its journal, and the number of rows."""
    tables = [TableState(header_of(name)) for _ in range(matches)]
    played = [list(_whole_match(table, people)) for table in tables]
    store = await Store.open(path)
    for table in tables:
        await store.create(table.header, [], summarise(TableState(table.header)))
    for turn in zip_longest(*played):
        appended = [
            store.append(table.header.id, event, FIRST_EPOCH)
            for table, event in zip(tables, turn, strict=True)
            if event is not None
        ]
        await asyncio.gather(*appended)
    for table in tables:
        store.note_summary(table.header.id, summarise(table), 0)
    await store.close()
    return path.stat().st_size, sum(map(len, played))


def header_of(name: str, options: Mapping[str, Value] = MappingProxyType({})) -> TableHeader:
    """Return the header of a new table that the first person owns."""
    chairs = [ChairRequest(kind="open")] * load(name).usual_seats
    asked = TableRequest(game=name, name="Ann", chairs=chairs, options=dict(options))
    return new_header(asked, secrets.token_urlsafe(12), HOLDERS[0], secrets.token_bytes(32), time.time())


def _whole_match(table: TableState, people: int) -> Iterator[TableEvent]:
    """Yield the events of a table, from the moment at which the first person sits down to the last move.

    Heuristics choose every move.
    """
    for event in events_of(table, people):
        apply(table, event)
        yield event


def events_of(table: TableState, people: int) -> Iterator[TableEvent]:
    """Yield the events of a table where people and bots sit down and play.

    The caller must apply each event to `table` before requesting the next.
    """
    for seat in range(table.header.seats):
        if seat < people:
            sit = commands.Sit(type="sit", id=_command(), seat=seat, name=f"Person {seat}", word="a word")
            yield decide(table, sit, HOLDERS[seat], time.time())
        else:
            give = commands.Reseat(type="reseat", id=_command(), seat=seat, to=PLAYER)
            yield decide(table, give, HOLDERS[0], time.time())
    yield decide(table, commands.Start(type="start", id=_command()), HOLDERS[0], time.time())
    while table.match is not None and not table.over:
        yield _move(table, table.match.to_act[0], people)


def _move(table: TableState, seat: int, people: int) -> TableEvent:
    match = table.match
    assert match is not None
    action = player(PLAYER, match.game, b"").choose(match.views(seat), seat)
    if seat >= people:
        event = bot_move(table, seat, action, time.time())
        assert event is not None
        return event
    words = match.game.format_action(match.view(seat), seat, action)
    act = commands.Act(type="act", id=_command(), at=table.turn_version(seat) or 0, action=words)
    return decide(table, act, HOLDERS[seat], time.time())


def _command() -> str:
    """Return a command id that has the same length as browsers' command ids."""
    return secrets.token_urlsafe(15)
