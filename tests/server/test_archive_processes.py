"""Tests of archiving in real processes: a kill at any moment, play meanwhile, and an earlier version."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, insert, select

from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from saleroom.server.realtime.archiving import archive_due
from saleroom.server.realtime.verifying import check
from saleroom.server.storage.columns import leases, table_events, table_summaries, tables
from saleroom.server.storage.store import Store
from tests.children import finished
from tests.server.archived_tables import archive_all, archived, evicted, let_hours_pass, rows_of
from tests.server.live_tables import open_hub, token
from tests.server.test_archive import finished_table
from tests.server.test_kill import PATIENCE, Server
from tests.server.test_side_by_side import older
from tests.stores import contents, place

__all__ = ["older"]

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("store_kind")]

COPIES = 30
KILLS = 2


def copy_table(connection: Connection, table_id: str, copies: int) -> None:
    """Add copies of a table with other ids."""
    for database_table in (tables, table_summaries, leases, table_events):
        key = database_table.c.id if database_table is tables else database_table.c.table_id
        rows = [dict(row._mapping) for row in connection.execute(select(database_table).where(key == table_id))]
        values = [{**row, key.name: f"{table_id}-{copy}"} for copy in range(copies) for row in rows]
        connection.execute(insert(database_table), values)


async def many_finished(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Add finished tables to a store; return the rows of their events."""
    async with open_hub(folder) as hub:
        live = await finished_table(hub)
        await evicted(hub)
        await hub.store.database.write(lambda connection: copy_table(connection, live.id, COPIES))
        await let_hours_pass(hub.store)
        return {name: await rows_of(hub.store, name) for name in (live.id, f"{live.id}-0", f"{live.id}-{COPIES - 1}")}


async def count_archived(store: Store) -> int:
    query = select(func.count()).select_from(table_summaries).where(table_summaries.c.archived)
    return await store.database.read(lambda connection: connection.execute(query).scalar_one())


async def killed_archiver(data: DataPlace, seconds: float) -> None:
    """Run `saleroom admin archive`, and kill it some time after it has begun to archive, if it has not ended."""
    text = data.text if isinstance(data, DatabaseUrl) else str(data)
    command = [sys.executable, "-m", "saleroom", "admin", "archive", "--days", "0"]
    process = await asyncio.create_subprocess_exec(*command, env={**os.environ, "SALEROOM_DATA": text})
    store = await Store.open(data)
    try:
        before = await count_archived(store)
        while await count_archived(store) == before and process.returncode is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()
        await store.close()


async def test_a_killed_archiver_loses_and_doubles_nothing(tmp_path: Path) -> None:
    events, data = await many_finished(tmp_path), place(tmp_path / "house.db")
    chance = random.Random(1)
    assert (await check(data, tmp_path / "checksums")).faults == []
    counts = []
    for _ in range(KILLS):
        await killed_archiver(data, chance.uniform(0, 0.1))
        store = await Store.open(data)
        counts.append(len(await archived(store)))
        await store.close()
        report = await check(data, tmp_path / "checksums", 1000)
        assert (report.faults, report.tables) == ([], COPIES + 1)
    assert counts == sorted(counts) and 0 < counts[0] < COPIES
    store = await Store.open(data)
    try:
        await archive_all(store)
        assert len(await archived(store)) == COPIES + 1
        for name, rows in events.items():
            await store.erasure.erase(name, [], "no person")  # unpacks the table
            assert await rows_of(store, name) == rows
    finally:
        await store.close()
    assert (await check(data, tmp_path / "checksums", 1)).faults == []


async def test_writers_hardly_wait_for_the_archiver(tmp_path: Path) -> None:
    """While tables are archived, every event of another table is stored, in order."""
    await many_finished(tmp_path)
    async with open_hub(tmp_path) as hub:
        work = asyncio.create_task(archive_due(hub.store, time.time(), rest=0))
        live = await finished_table(hub)
        assert (await work).tables == COPIES + 1
        events = await hub.store.events_after(live.id, 0)
        assert [event.number for event in events] == list(range(1, live.state.version + 1))
    assert (await check(place(tmp_path / "house.db"))).faults == []


def test_the_command_says_what_it_archived(tmp_path: Path) -> None:
    data = place(tmp_path / "house.db")
    asyncio.run(many_finished(tmp_path))
    text = data.text if isinstance(data, DatabaseUrl) else str(data)
    command = [sys.executable, "-m", "saleroom", "admin", "archive", "--days"]
    environment = {**os.environ, "SALEROOM_DATA": text}
    none = finished([*command, "1"], text=True, env=environment)
    assert (none.returncode, none.stdout) == (0, "0 tables archived: 0.0 MB of events are now 0.0 MB\n")
    done = finished([*command, "0"], text=True, env=environment)
    assert done.returncode == 0 and done.stdout.startswith(f"{COPIES + 1} tables archived: "), done.stderr


async def answer_of(server: Server, path: str) -> int:
    """Return the status with which a server answers Ann's request."""
    headers = {"authorization": f"Bearer {token('Ann')}"}

    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        return (await client.get(f"http://{server.place}/{path}", headers=headers)).status_code


async def test_an_earlier_version_leaves_archived_tables_alone(tmp_path: Path, older: dict[str, str]) -> None:
    """A process of the version before archives has the data file open, and people ask it for archived tables."""
    if isinstance(place(tmp_path / "house.db"), DatabaseUrl):
        pytest.skip("the template of databases already has the newest schema")
    (tmp_path / "house.db").unlink()
    server = await Server.start(tmp_path / "house.db", environment=older, log=tmp_path / "log")
    try:
        while await answer_of(server, "readyz") != 200:  # it listens before it has opened the file
            await asyncio.sleep(0.1)
        async with open_hub(tmp_path) as hub:  # migrates the file
            live = await finished_table(hub)
            await evicted(hub)
            assert await answer_of(server, f"api/tables/{live.id}/story") == 200, "the earlier version reads it so far"
            stored = await hub.store.load(live.id)
            later = await finished_table(hub)
            await evicted(hub)
            assert await archive_all(hub.store) == 2
            before = await asyncio.to_thread(contents, tmp_path / "house.db")
            for page in ("story", "record"):
                assert await answer_of(server, f"api/tables/{later.id}/{page}") == 503
            assert await answer_of(server, "api/tables") == await answer_of(server, "api/me/matches") == 200
            assert await asyncio.to_thread(contents, tmp_path / "house.db") == before
            assert await hub.store.load(live.id) == stored and await archived(hub.store) == {live.id, later.id}
    finally:
        await server.kill()
    assert (await check(tmp_path / "house.db")).faults == []
