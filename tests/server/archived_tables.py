"""Everything that can be read about a table, to compare a table before and after it is archived."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from sqlalchemy import Connection, Text, cast, select, update

import saleroom
from saleroom.match.fair_deals import fair_faults
from saleroom.server.administration import Administrator
from saleroom.server.api.me import personal_data
from saleroom.server.core.apply import replay
from saleroom.server.core.project.match_story import deal_story
from saleroom.server.core.project.projection import Projection
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.table import TableState
from saleroom.server.realtime.archiving import archive_due
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.archive import archived_events
from saleroom.server.storage.columns import archives, table_events, table_summaries
from saleroom.server.storage.store import Store
from tests.server.live_tables import PATIENCE


async def let_hours_pass(store: Store) -> None:
    """Move the last event of every table two hours into the past, by its summary."""
    earlier = update(table_summaries).values(last_at=table_summaries.c.last_at - 2 * 3600.0)
    await store.database.write(lambda connection: connection.execute(earlier))


async def readings(hub: Hub, table_id: str, holders: list[str]) -> dict[str, Any]:
    """Return all that the server says about a table, and about the people with the devices `holders`."""
    store, operator = hub.store, Administrator(hub, "root", "")
    stored = await store.load(table_id)
    assert stored is not None
    header, events = stored
    state = replay(header, events)
    assert state.match is not None
    record = state.record(None, opened=True)
    live = await hub.find(table_id)
    assert live is not None
    return {
        "header": header,
        "events": events,
        "later events": [await store.events_after(table_id, number) for number in (3, len(events) - 1, len(events))],
        "held": (await store.leases.held([table_id]))[table_id][2:4],
        "record": record,
        "faults": [*saleroom.verify(record), *fair_faults(record)],
        "story": [deal_story(state.match, number) for number in range(1, len(state.match.deals) + 1)],
        "views": [_view(live.state, seat) for seat in (None, *range(header.seats))],
        "chat": live.state.chat,
        "summary": summarise(state),
        "listing": await store.summary(table_id),
        "visits": await store.avoidance.visits(table_id),
        "operator's table": await operator.table(table_id),
        "operator's people": await operator.people(None, 50),
        "people by name": [await operator.people(name, 50) for name in ("an", "nobody there")],
        "accounts": [await operator.account(holder[:12]) for holder in holders],
        **{f"of {holder}": await _of_person(hub, holder) for holder in holders},
    }


def _view(state: TableState, seat: int | None) -> Any:
    present = [False] * state.header.seats
    return Projection(state).snapshot(seat, False, build="", present=present, spectators=0, now=0.0)


async def _of_person(hub: Hub, holder: str) -> dict[str, Any]:
    store = hub.store
    account = await store.people.account_of(holder)
    return {
        "export": b"".join([piece async for piece in await personal_data(hub, account)]),
        "tables": await store.tables_of(holder),
        "list": await store.own_list(holder, [holder]),
        "erasure": await store.erasure.tables_with([holder]),
        "one device": await store.erasure.seats_on_device([holder]),
        "standings": await store.results.standings(holder),
    }


def stored_rows(connection: Connection, table_id: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table's events exactly as they are stored."""
    own = select(*(cast(column, Text) if column is table_events.c.data else column for column in table_events.c))
    query = own.where(table_events.c.table_id == table_id).order_by(table_events.c.number)
    return [tuple(row) for row in connection.execute(query)]


async def rows_of(store: Store, table_id: str) -> list[tuple[Any, ...]]:
    return await store.database.read(lambda connection: stored_rows(connection, table_id))


async def archive_all(store: Store) -> int:
    """Archive all finished tables; return their number."""
    return (await archive_due(store, time.time() + 1, rest=0)).tables


async def archived(store: Store) -> set[str]:
    """Return the ids of all tables in the archive, which must agree with their summaries."""

    def read(connection: Connection) -> set[str]:
        names = set(connection.execute(select(archives.c.table_id)).scalars())
        noted = select(table_summaries.c.table_id).where(table_summaries.c.archived)
        assert set(connection.execute(noted).scalars()) == names
        for name in names:
            assert archived_events(connection, name)
        return names

    return await store.database.read(read)


async def evicted(hub: Hub) -> None:
    """Drop all tables from memory when their summaries are stored."""
    for name in hub.names:
        live = hub.in_memory(name)
        assert live is not None
        async with asyncio.timeout(PATIENCE):
            while (listing := await hub.store.summary(name)) is None or listing[1] != summarise(live.state):
                await asyncio.sleep(0.01)
        hub.evict(live)
