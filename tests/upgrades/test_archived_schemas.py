"""Tests that tables of every earlier schema read the same before and after they are archived."""

from __future__ import annotations

from pathlib import Path

import pytest

from saleroom.server.realtime.verifying import check
from saleroom.server.storage import leases
from saleroom.server.storage.archive import draft
from saleroom.server.storage.archive_format import decode
from saleroom.server.storage.store import Store
from tests.server.archived_tables import archive_all, archived, evicted, readings, rows_of
from tests.server.live_tables import Guest, holder, open_hub
from tests.upgrades.test_schemas import every_schema, made


@every_schema
async def test_every_stored_byte_is_in_the_archive(tmp_path: Path, schema: str) -> None:
    store = await Store.open(made(tmp_path, schema))
    try:
        names = [one.id for one, _ in await store.tables_of(holder("Ann"))]
        assert len(names) == 2
        for name in names:
            rows = await store.database.read(lambda connection, name=name: draft(connection, name))
            assert rows is not None
            events = [(name, number, *event) for number, event in enumerate(decode(rows.content), 1)]
            assert events == await rows_of(store, name)
    finally:
        await store.close()


@every_schema
async def test_every_reading_is_equal_before_and_after(
    tmp_path: Path, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "DAY", 0.0)  # as if the server had been updated more than a day ago
    path = made(tmp_path, schema)
    async with open_hub(tmp_path) as hub:
        (live,) = [
            live
            for one, summary in await hub.store.tables_of(holder("Ann"))
            if summary.status == "playing" and (live := await hub.find(one.id)) is not None
        ]
        ann = Guest(hub, live, "Ann")
        ann.seat = 0
        await ann.play_on()
        ann.leave()
        await hub.results.wait_until_written()
        await evicted(hub)
        before, rows = await readings(hub, live.id, [holder("Ann")]), await rows_of(hub.store, live.id)
        checksums = tmp_path / "checksums.sqlite3"
        assert (await check(path, checksums, 1000)).faults == []
        await evicted(hub)
        assert await archive_all(hub.store) == 1 and await archived(hub.store) == {live.id}
        assert await readings(hub, live.id, [holder("Ann")]) == before
        assert (await check(path, checksums, 1000)).faults == []
        await hub.store.erasure.erase(live.id, [], "no person")  # unpacks the table
        assert await rows_of(hub.store, live.id) == rows
