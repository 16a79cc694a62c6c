"""Growth of the data file, and of a database, when the server's own store saves finished matches of each game."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType

import psycopg
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
from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import ChairRequest, TableRequest
from saleroom.server.realtime.archiving import archive_due
from saleroom.server.storage.columns import table_summaries
from saleroom.server.storage.store import FIRST_EPOCH, Store
from tests import services

FULL_MATCHES, QUICK_MATCHES = 100, 10
HOLDERS = [secrets.token_hex(32) for _ in range(8)]
PLAYER = "house"


def disk(effort: Effort) -> list[Figure]:
    """Measure megabytes for 1,000 finished matches of each game with default options, once with one person among bots
    and once with only people: in a data file and, if it is installed, in PostgreSQL.
    """
    matches = FULL_MATCHES if effort.rounds > 3 else QUICK_MATCHES
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        postgres = None if services.programs() is None else stack.enter_context(services.postgres())
        for name, people in [(game, number) for game in NAMES for number in (1, load(game).usual_seats)]:
            figures += _figures(Path(folder) / f"{name}-{people}.sqlite3", name, people, matches)
            if postgres is not None:
                figures += _figures(DatabaseUrl(postgres.database(f"{name}-{people}")), name, people, matches)
    return figures


def _figures(place: DataPlace, name: str, people: int, matches: int) -> list[Figure]:
    asyncio.run(_kept(place, name, people, 0))
    empty = _used_bytes(place)
    rows = asyncio.run(_kept(place, name, people, matches))
    size = _used_bytes(place)
    asyncio.run(_archive(place))
    archived = _used_bytes(place)
    seats = load(name).usual_seats
    kind = "PostgreSQL" if isinstance(place, DatabaseUrl) else "disk"
    title = f"{kind} for 1,000 matches: {name}, {'one person, bots' if people == 1 else f'{seats} people'}"
    note = f"{rows / matches:.0f} rows a match, {(size - empty) / rows:.0f} bytes a row"
    times = f"{(size - empty) / (archived - empty):.1f} times less"
    return [
        Figure(title, "MB", (size - empty) / matches / 1e3, note=note, alone=True),
        Figure(f"{title}, archived", "MB", (archived - empty) / matches / 1e3, note=times, alone=True),
    ]


async def _archive(place: DataPlace) -> None:
    """Archive all tables of a store."""
    store = await Store.open(place)
    has_results = update(table_summaries).values(results_kept=True)
    await store.database.write(lambda connection: connection.execute(has_results))
    await archive_due(store, time.time() + 1, rest=0)
    await store.close()


def _used_bytes(place: DataPlace) -> int:
    """Return the size of a data file without the pages that new matches can use, or of a vacuumed database."""
    if isinstance(place, DatabaseUrl):
        with closing(psycopg.connect(place.text, autocommit=True)) as connection:
            connection.execute("VACUUM FULL")
            sizes = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
            row = connection.execute(sizes).fetchone()
            return 0 if row is None else int(row[0])
    with closing(sqlite3.connect(place)) as connection:
        pragmas = ("page_count", "freelist_count", "page_size")
        count, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas)
    return (count - free) * size


async def _kept(place: DataPlace, name: str, people: int, matches: int) -> int:
    """Store `matches` matches together; return the number of rows."""
    tables = [TableState(header_of(name)) for _ in range(matches)]
    played = [list(_whole_match(table, people)) for table in tables]
    store = await Store.open(place)
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
    return sum(map(len, played))


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
