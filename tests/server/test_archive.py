"""Tests of the archive: an archived table can be read, exported, erased and continued like any other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from typer.main import get_command

from saleroom.cli import app, guarded
from saleroom.server.core.apply import replay
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.tournament_tables import round_name
from saleroom.server.ops import metrics
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime import archiving
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.verifying import check
from saleroom.server.storage.archive import ARCHIVED, draft, store_draft
from saleroom.server.storage.archive_store import FIRST, DueTable
from saleroom.server.storage.columns import (
    archives,
    leases,
    processes,
    table_events,
    table_summaries,
    tables,
    tournament_tables,
    tournaments,
)
from saleroom.server.storage.datafile import StoreTrouble, StoreUnavailable
from tests.server.archived_tables import archive_all, archived, evicted, let_hours_pass, readings, rows_of
from tests.server.live_tables import Guest, holder, make_table, open_hub
from tests.server.test_administration import operator
from tests.server.test_hot_seat import live_table as hot_seat_table
from tests.stores import contents, place

pytestmark = pytest.mark.usefixtures("store_kind")

WORDS = "these words were said at the table"


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with open_hub(tmp_path) as hub:
        yield hub


async def finished_table(hub: Hub, **more: Any) -> LiveTable:
    """Return a table in memory at which Ann and Ben have talked, undone a move and played to the end."""
    live = await make_table(hub, "auction-draw", "me", "open", "bot", deals=1, **more)
    ann, ben = Guest(hub, live, "Ann"), Guest(hub, live, "Ben")
    assert (await ben.do("sit", seat=1, name="Ben", word="Käse"))["type"] == "done"
    ann.seat, ben.seat = 0, 1
    await ann.do("say", text="before")
    await ann.do("start")
    await asyncio.gather(ann.play_on(), ben.play_on())
    assert (await ben.do("say", text=WORDS))["type"] == "done"
    await hub.results.wait_until_written()
    for guest in (ann, ben):
        guest.leave()
    return live


async def test_every_reading_is_equal_before_and_after(hub: Hub, tmp_path: Path) -> None:
    live = await finished_table(hub)
    holders = [holder("Ann"), holder("Ben")]
    await evicted(hub)
    before, rows = await readings(hub, live.id, holders), await rows_of(hub.store, live.id)
    checksums = tmp_path / "checksums.sqlite3"
    first = await check(place(tmp_path / "house.db"), checksums, 1000)
    await evicted(hub)
    counted = metrics.ARCHIVED._value.get()
    assert await archive_all(hub.store) == 1 and await archived(hub.store) == {live.id}
    assert metrics.ARCHIVED._value.get() == counted + 1
    assert len(await rows_of(hub.store, live.id)) == 1 < len(rows), "only the marker is left"
    assert await readings(hub, live.id, holders) == before
    second = await check(place(tmp_path / "house.db"), checksums, 1000)
    assert (first.faults, second.faults, first.matches) == ([], [], 1)
    assert await archive_all(hub.store) == 0


async def test_the_rows_come_back_byte_for_byte(hub: Hub) -> None:
    live = await finished_table(hub)
    before = await rows_of(hub.store, live.id)
    await archive_all(hub.store)
    await hub.store.erasure.erase(
        live.id, ["no such device"], "nor such a person"
    )  # unpacks the table, changes nothing
    assert await rows_of(hub.store, live.id) == before and await archived(hub.store) == set()
    assert await archive_all(hub.store) == 1


async def test_an_erased_person_is_in_no_archive(hub: Hub, tmp_path: Path) -> None:
    live = await finished_table(hub)
    await evicted(hub)
    await archive_all(hub.store)
    assert await erase(hub, [holder("Ben")], holder("Ben")) == [live.id]
    assert await archive_all(hub.store) == 1
    stored = await hub.store.load(live.id)
    assert stored is not None
    everything = repr(stored) + await asyncio.to_thread(contents, tmp_path / "house.db")
    assert not [word for word in ("Ben", WORDS, holder("Ben")) if word in everything]
    assert replay(*stored).match is not None and "before" in repr(stored), "the moves and the others' chat stay"
    assert await hub.store.erasure.tables_with([holder("Ben")]) == []
    async with operator(tmp_path) as admin:
        assert [line.names for line in await admin.people(None, 10) if line.identity == holder("Ann")] == [["Ann"]]


async def test_people_at_one_device_are_erased_from_the_archive(hub: Hub) -> None:
    live = await hot_seat_table(hub, "auction-pitch")
    await evicted(hub)
    await hub.store.database.write(
        lambda connection: connection.execute(update(table_summaries).values(status="over", results_kept=True))
    )
    before = await hub.store.erasure.seats_on_device([holder("Ann")])
    await archive_all(hub.store)
    assert await archived(hub.store) == {live.id}
    assert await hub.store.erasure.seats_on_device([holder("Ann")]) == before and before


async def test_people_go_on_at_an_archived_table(hub: Hub) -> None:
    live = await finished_table(hub)
    version = live.state.version
    await evicted(hub)
    await archive_all(hub.store)
    again = await hub.find(live.id)
    assert again is not None and again.state.over
    ann = Guest(hub, again, "Ann")
    assert (await ann.do("say", text="still here"))["type"] == "done"
    assert (await ann.do("rematch"))["type"] == "done"
    ann.leave()
    later = await hub.store.events_after(live.id, version)
    assert [event.kind for event in later] == ["say", "rematch"]
    await evicted(hub)
    stored = await hub.store.load(live.id)
    assert stored is not None and [event.number for event in stored[1]] == list(range(1, version + 3))
    assert await archive_all(hub.store) == 0, "later events stay next to the archive"
    assert (await erase(hub, [holder("Ann")], holder("Ann")))[0] and await archive_all(hub.store) == 1


async def test_other_tables_stay_as_they_are(hub: Hub, tmp_path: Path) -> None:
    closed = await finished_table(hub)
    recent, missing = await finished_table(hub), await finished_table(hub)
    playing = await make_table(hub, "auction-draw", "me", "bot", start=True, deals=1)
    async with operator(tmp_path, hub) as admin:
        await admin.close(closed.id)
    await evicted(hub)
    before = time.time() - 3600

    def change(connection: Any) -> None:
        old = table_summaries.c.table_id != recent.id
        connection.execute(update(table_summaries).where(old).values(last_at=before))
        own = table_summaries.c.table_id == missing.id
        connection.execute(update(table_summaries).where(own).values(results_kept=False))

    await hub.store.database.write(change)
    assert (await archiving.archive_due(hub.store, time.time() - 60, rest=0)).tables == 0
    assert playing.id not in await archived(hub.store) == set()
    async with operator(tmp_path, hub) as admin:
        await admin.close(closed.id, closed=False)
    assert (await archiving.archive_due(hub.store, time.time() - 60, rest=0)).tables == 1


async def test_the_tables_of_a_tournament_wait_for_its_end(hub: Hub) -> None:
    later, live = await finished_table(hub), await finished_table(hub)
    await evicted(hub)
    row = {"id": "cup", "title": "Cup", "game": "auction-draw", "options": {}, "seats": 3, "rounds": 2, "round": 1}
    organiser = {"organiser": holder("Ann"), "organiser_name": "Ann", "seed": b"seed", "made_at": 0.0}
    table = {"event": "cup", "round": 2, "number": 1, "table_id": "other", "people": [], "scores": None}

    def begin(connection: Connection) -> None:
        own = tables.c.id == live.id
        connection.execute(update(tables).where(own).values(contest=round_name("cup", 1)))
        connection.execute(update(table_summaries).where(table_summaries.c.table_id == live.id).values(last_at=1.0))
        connection.execute(insert(tournaments), {**row, **organiser})

    await hub.store.database.write(begin)
    assert len(await hub.store.archives.due(2.0, limit=1)) == 0
    assert await archive_all(hub.store) == 1 and await archived(hub.store) == {later.id}
    last_round = update(tournaments).values(round=2)
    await hub.store.database.write(lambda connection: connection.execute(last_round))
    await hub.store.database.write(lambda connection: connection.execute(insert(tournament_tables), table))
    assert await archive_all(hub.store) == 0, "a table of the last round has no score"
    scores = update(tournament_tables).values(scores=[1, 2, 3])
    await hub.store.database.write(lambda connection: connection.execute(scores))
    assert await archive_all(hub.store) == 1 and await archived(hub.store) == {later.id, live.id}


async def test_a_changed_table_is_not_archived(hub: Hub) -> None:
    """Between reading and writing, a table gets an event, is rewritten, or is archived by another process."""
    live = await finished_table(hub)
    database, archive = hub.store.database, hub.store.archives

    async def drafted() -> Any:
        return await database.read(lambda connection: draft(connection, live.id))

    async def refused(ready: Any) -> bool:
        return not await database.write(lambda connection: store_draft(connection, ready), serial=False)

    old = await drafted()
    ann = Guest(hub, live, "Ann")
    await ann.do("say", text="one more")
    ann.leave()
    assert await refused(old)
    old = await drafted()
    await hub.store.erasure.erase(live.id, [holder("Ben")], holder("Ben"))
    assert await refused(old)
    twice = await drafted()
    assert await archive.move(live.id) is not None and await refused(twice)
    assert await archive.move(live.id) is None and await archived(hub.store) == {live.id}


async def test_an_interrupted_write_changes_nothing(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await finished_table(hub)
    await evicted(hub)
    before = await rows_of(hub.store, live.id)

    def cut_off(*arguments: Any) -> Any:
        raise OSError("the power went")

    monkeypatch.setattr("saleroom.server.storage.archive._replace_rows", cut_off)
    assert await archive_all(hub.store) == 0
    monkeypatch.undo()
    assert await rows_of(hub.store, live.id) == before and await archived(hub.store) == set()
    assert await archive_all(hub.store) == 1


async def test_a_pass_ends_during_an_outage(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """One failure alone could be due to the table, so the pass continues with the next."""
    names, tried = ["a", "b", "c", "d", "e"], []
    fails: dict[str, Exception] = {}

    async def due(before: float, after: DueTable = FIRST) -> list[DueTable]:
        return [DueTable(1.0, name) for name in names] if after == FIRST else []

    async def move(table_id: str) -> None:
        tried.append(table_id)
        if table_id in fails:
            raise fails[table_id]

    monkeypatch.setattr(hub.store.archives, "due", due)
    monkeypatch.setattr(hub.store.archives, "move", move)
    fails.update(a=StoreUnavailable("locked"), c=StoreTrouble("damaged"), d=ValueError("odd"))
    report = await archiving.archive_due(hub.store, time.time(), rest=0)
    assert (tried, report.failed, report.trouble) == (names, 3, "table a: locked")
    tried.clear()
    fails.update({name: StoreUnavailable("no database") for name in names[1:]})
    with pytest.raises(StoreUnavailable, match="no database"):
        await archiving.archive_due(hub.store, time.time(), rest=0)
    assert tried == ["a", "b"]


async def test_the_command_fails_if_a_table_could_not_be_archived(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    live = await finished_table(hub)
    await evicted(hub)
    data = place(tmp_path / "house.db")
    text = data.text if isinstance(data, DatabaseUrl) else str(data)
    monkeypatch.setattr("saleroom.server.storage.archive.decode", lambda content: [])
    command = ["admin", "archive", "--days", "0", "--note", "after the holidays", "--data", text]
    assert await asyncio.to_thread(guarded, get_command(app), command) == 0  # people may still look at the match
    assert capsys.readouterr().out.startswith("0 tables archived")
    await let_hours_pass(hub.store)
    assert await asyncio.to_thread(guarded, get_command(app), command) == 1
    output = capsys.readouterr()
    assert output.out.startswith("0 tables archived")
    assert f"1 table could not be archived; the first: table {live.id}: " in output.err
    async with operator(tmp_path, hub) as admin:
        line = (await admin.log(1))[0]
    assert (line.action, line.subject, line.note) == ("archive", "0 days", "after the holidays")
    assert line.done_at is not None


async def test_a_table_with_a_gap_is_left_alone_and_hides_no_others(hub: Hub) -> None:
    broken, whole = await finished_table(hub), await finished_table(hub)
    gap = (table_events.c.table_id == broken.id, table_events.c.number == 3)
    await hub.store.database.write(lambda connection: connection.execute(table_events.delete().where(*gap)))
    assert await archive_all(hub.store) == 1 and await archived(hub.store) == {whole.id}


async def test_a_damaged_archive_is_reported(hub: Hub, tmp_path: Path) -> None:
    live = await finished_table(hub)
    await evicted(hub)
    await archive_all(hub.store)
    damage = update(archives).where(archives.c.part == 0).values(content=b"\x01" + bytes(40))
    await hub.store.database.write(lambda connection: connection.execute(damage))
    with pytest.raises(StoreTrouble, match="damaged"):
        await hub.find(live.id)
    report = await check(place(tmp_path / "house.db"))
    assert len(report.faults) == 1 and live.id in report.faults[0]


async def test_an_earlier_version_refuses_the_marker(hub: Hub) -> None:
    live = await finished_table(hub)
    await archive_all(hub.store)
    header = live.state.header
    ((_, number, kind, *_, at),) = await rows_of(hub.store, live.id)
    marker = TableEvent(number, kind, at=at)
    assert kind == ARCHIVED and number == live.state.version
    with pytest.raises(ValueError, match="does not follow"):
        replay(header, [marker])
    with pytest.raises(ValueError, match="does not know"):
        replay(header, [TableEvent(1, ARCHIVED)])


async def test_the_archiver_waits_for_older_versions(hub: Hub) -> None:
    await finished_table(hub)
    await hub.store.leases.record_heartbeat()
    assert not await hub.store.leases.older_version_runs()
    older = {"id": "0123456789abcdef", "seen_at": time.time()}
    await hub.store.database.write(lambda connection: connection.execute(insert(processes), older))
    with pytest.raises(archiving.OlderVersionRuns):
        await archive_all(hub.store)
    await hub.store.database.write(
        lambda connection: connection.execute(update(processes).values(seen_at=time.time() - 1000))
    )
    assert await archive_all(hub.store) == 1


async def test_an_older_server_without_a_bus_is_noticed_by_its_tables(hub: Hub) -> None:
    """Without a bus, a process gives no sign of life."""
    live, recent = await finished_table(hub), await finished_table(hub)
    await evicted(hub)

    async def change(query: Any) -> None:
        await hub.store.database.write(lambda connection: connection.execute(query))

    await change(update(leases).where(leases.c.table_id == recent.id).values(owner="0123456789abcdef"))
    with pytest.raises(archiving.OlderVersionRuns):
        await archive_all(hub.store)
    assert await archived(hub.store) == set()
    long_ago = time.time() - 2 * DAY
    await change(update(table_summaries).where(table_summaries.c.table_id == recent.id).values(last_at=long_ago))
    assert not await hub.store.leases.older_version_runs(), "it has not played for two days"
    await change(update(table_summaries).values(last_at=time.time()))
    assert await hub.store.leases.older_version_runs()
    await change(update(leases).values(owner=None))
    assert not await hub.store.leases.older_version_runs(), "it has given its tables up"
    await change(update(table_summaries).values(last_at=long_ago))
    assert await archive_all(hub.store) == 2 and await archived(hub.store) == {live.id, recent.id}


async def test_the_server_archives_after_the_days(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await finished_table(hub)
    await evicted(hub)
    await archiving.archive_regularly(hub.store, 0)
    past = update(table_summaries).values(last_at=time.time() - 31 * 86400)
    await hub.store.database.write(lambda connection: connection.execute(past))
    monkeypatch.setattr(archiving, "BEGIN_AFTER", 0)
    task = asyncio.create_task(archiving.archive_regularly(hub.store, 30))
    async with asyncio.timeout(60):
        while await archived(hub.store) != {live.id}:
            await asyncio.sleep(0.01)
    task.cancel()
