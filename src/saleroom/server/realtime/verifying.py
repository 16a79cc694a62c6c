"""Check of all tables in a store. Saleroom replays each table, and the referee checks the record of its match."""

from __future__ import annotations

from sqlalchemy import select

from saleroom.match.referee import faults as verify
from saleroom.server.core.apply import replay
from saleroom.server.ops.settings import DataPlace
from saleroom.server.storage.columns import tables
from saleroom.server.storage.store import Store


async def faults_of(place: DataPlace) -> tuple[int, list[str]]:
    """Return the number of matches, and a line for each fault in a table or its record."""
    store = await Store.open(place)
    try:
        names = await store.database.read(lambda connection: list(connection.execute(select(tables.c.id)).scalars()))
        faults = [await _faults(store, name) for name in names]
    finally:
        await store.close()
    return sum(match for match, _ in faults), [line for _, lines in faults for line in lines]


async def _faults(store: Store, name: str) -> tuple[bool, list[str]]:
    stored = await store.load(name)
    assert stored is not None
    header, events = stored
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        return True, [f"table {name}: its events have gaps"]
    try:
        state = replay(header, events)
    except Exception as error:
        return True, [f"table {name} cannot be replayed: {error}"]
    if state.match is None:
        return False, []
    return True, [f"table {name}: {fault}" for fault in verify(state.match.record())]
