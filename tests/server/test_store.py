"""Storage is durable and keeps the order of events. Of several events with one number, the first one written stays."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, delete, func, insert, select, update

from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.storage import columns, datafile, leases
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import LeaseStatus
from saleroom.server.storage.store import FIRST_EPOCH, StaleEpoch, Store
from tests.children import child
from tests.stores import place

both_stores = pytest.mark.usefixtures("store_kind")

ANN, BOB = "a" * 64, "b" * 64
SUMMARY = TableSummary("gathering", ["Ann", ""], [0, 0], [], {ANN: 0}, 5.0)


def header(name: str, owner: str = ANN, listed: bool = False) -> TableHeader:
    return TableHeader(
        name,
        "auction-pitch",
        {"target": 7, "low": "dealt"},
        4,
        bytes(range(32)),
        owner,
        "Ann",
        listed,
        True,
        "easy",
        None,
        5.0,
    )


def move(number: int, command: str | None = None, holder: str = ANN, seat: int = 0) -> TableEvent:
    return TableEvent(number, "move", seat, {"action": "bid 2", "deep": [1, None]}, command, holder, 6.5)


@asynccontextmanager
async def opened(path: Path):
    store = await Store.open(place(path))
    try:
        yield store
    finally:
        await store.close()


@both_stores
async def test_stored_tables_are_read_back_equal(tmp_path: Path) -> None:
    sat = TableEvent(1, "sit", 0, {"name": "Ann", "word": "Käse ♠"}, None, ANN, 5.0)
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [sat], SUMMARY)
        await store.append("t1", move(2, "command-1"), FIRST_EPOCH)
    async with opened(tmp_path / "s.db") as store:
        assert await store.load("t1") == (header("t1"), [sat, move(2, "command-1")])
        assert await store.events_after("t1", 1) == [move(2, "command-1")]
        assert await store.events_after("t1", 2) == []
        assert await store.load("t2") is None


@both_stores
async def test_events_of_many_tables_share_transactions(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        commits = 0
        for table in range(50):
            await store.create(header(f"t{table}"), [], SUMMARY)
        write = store.database.write

        async def counted(transaction: Any, serial: bool = True) -> Any:
            nonlocal commits
            commits += 1
            return await write(transaction, serial)

        store.database.write = counted
        await asyncio.gather(*(store.append(f"t{table}", move(1), FIRST_EPOCH) for table in range(50)))
        assert commits <= 2


@both_stores
async def test_an_event_number_is_written_once_and_others_in_its_batch_succeed(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        for name in ("t1", "t2", "t3"):
            await store.create(header(name), [], SUMMARY)
        await store.append("t2", move(1), FIRST_EPOCH)
        told = await asyncio.gather(
            *(store.append(name, move(1, holder=BOB), FIRST_EPOCH) for name in ("t1", "t2", "t3")),
            return_exceptions=True,
        )
        assert [type(answer) for answer in told] == [type(None), StaleEpoch, type(None)]
        assert [row.holder for row in await store.events_after("t2", 0)] == [ANN]
        assert [row.holder for row in await store.events_after("t3", 0)] == [BOB]


@both_stores
async def test_a_command_is_carried_out_once(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        await store.append("t1", move(1, "command-1"), FIRST_EPOCH)
        with pytest.raises(StaleEpoch):
            await store.append("t1", move(2, "command-1"), FIRST_EPOCH)
        await store.append("t1", move(2, "command-1", BOB), FIRST_EPOCH)
        await store.append("t1", move(3, None, BOB), FIRST_EPOCH)
        await store.append("t1", move(4, None, BOB), FIRST_EPOCH)


@both_stores
async def test_two_stores_on_one_database(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        for number in range(1, 20):
            told = await asyncio.gather(
                one.append("t1", move(number, holder=ANN), FIRST_EPOCH),
                two.append("t1", move(number, holder=BOB), FIRST_EPOCH),
                return_exceptions=True,
            )
            assert sorted(str(type(answer).__name__) for answer in told) == ["NoneType", "StaleEpoch"]
        assert [row.number for row in await two.events_after("t1", 0)] == list(range(1, 20))


@pytest.mark.integration
async def test_every_append_that_returned_survives_kill_9(tmp_path: Path) -> None:
    program = f"""
import asyncio, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from tests.server.test_store import FIRST_EPOCH, SUMMARY, Store, header, move
async def main():
    store = await Store.open(Path({str(tmp_path / "s.db")!r}))
    await store.create(header("t1"), [], SUMMARY)
    for number in range(1, 100000):
        await store.append("t1", move(number), FIRST_EPOCH)
        print(number, flush=True)
asyncio.run(main())
"""
    with child([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(next(process.stdout)) for _ in range(100)]
        process.kill()
        told += [int(line) for line in process.stdout if line.endswith("\n")]
    async with opened(tmp_path / "s.db") as store:
        assert [row.number for row in await store.events_after("t1", 0)][: len(told)] == told


@both_stores
async def test_the_lobby_lists_tables_by_person_status_and_time(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("mine"), [], SUMMARY)
        await store.create(header("joined", BOB, listed=True), [TableEvent(1, "sit", 1, {}, None, ANN, 5)], SUMMARY)
        await store.create(header("elsewhere", BOB, listed=True), [], SUMMARY)
        await store.append("elsewhere", move(1, holder=ANN), FIRST_EPOCH)  # a move does not count as sitting down
        store.note_summary("joined", TableSummary("playing", ["Bob", "Ann"], [3, 4], [], {BOB: 0, ANN: 1}, 8.0), 0)
        store.note_summary("joined", TableSummary("playing", ["Bob", "Ann"], [5, 4], [], {BOB: 0, ANN: 1}, 9.0), 0)
        await store.append("mine", move(1), FIRST_EPOCH)
        found = await store.tables_of(ANN)
        assert [(one.id, brief.scores) for one, brief in found] == [("joined", [5, 4]), ("mine", [0, 0])]
        assert [one.id for one, _ in await store.listed(0)] == ["joined", "elsewhere"]
        assert [one.id for one, _ in await store.listed(6)] == ["joined"]
        assert await store.bots_due(0) == []
        due = TableSummary("playing", ["Bob", "Ann"], [5, 4], [], {BOB: 0, ANN: 1}, 9.0, bots_due=True)
        due = replace(due, clock_now=60, hints_now=False, free=[1])  # the header has no clock, and hints
        store.note_summary("joined", due, 0)
        await store.append("mine", move(2), FIRST_EPOCH)
        assert await store.bots_due(0) == ["joined"]
        assert await store.bots_due(10) == []
        assert await store.summary("joined") == (
            header("joined", BOB, listed=True),
            due,
        )
        assert await store.summary("nowhere") is None


@both_stores
async def test_a_null_character_in_a_text_does_no_harm(tmp_path: Path) -> None:
    async with opened(tmp_path / "house.db") as store:
        assert await store.summary("a\0b") is None
        assert await store.results.matches("a\0b", "auction\0pitch", None, 0, 5) == []
        await store.bots.make("Zero\0", None, 5.0)
        [(program, _)] = await store.bots.everything()
        assert program.name.startswith("Zero")


@both_stores
async def test_closing_writes_what_waits(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        waiting = [asyncio.create_task(store.append("t1", move(number), FIRST_EPOCH)) for number in range(1, 30)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
    async with opened(tmp_path / "s.db") as store:
        assert len(await store.events_after("t1", 0)) == 29


async def test_the_file_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        names = ("journal_mode", "synchronous", "foreign_keys")
        found = await store.database.write(
            lambda connection: [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
        )
        assert found == ["wal", 2, 1]


async def test_only_the_owner_of_a_new_file_can_read_it_and_its_journals(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = await Store.open(tmp_path / "s.db")  # a copy of a migrated file would have other permissions
        try:
            await store.create(header("t1"), [], SUMMARY)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        finally:
            await store.close()
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("s.db", "s.db-wal", "s.db-shm"), 0o600)


def test_the_permissions_of_an_existing_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.touch()
    path.chmod(0o640)
    datafile.prepare_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640 and not datafile.is_open_to_others(path)
    path.chmod(0o644)
    assert datafile.is_open_to_others(path)


async def test_the_migrations_make_the_columns(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async with opened(tmp_path / "s.db"):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 's.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == datafile.NEWEST
        assert compare_metadata(context, columns.metadata) == []
    engine.dispose()


# Trouble


async def trouble(path: Path) -> str:
    """Return the error message for a data file that cannot be opened."""
    with pytest.raises(StoreTrouble) as caught:
        await Store.open(path)
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    return text


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(b"this is no database " * 1000)
    assert "is damaged, or no Saleroom file" in await trouble(path)
    assert path.read_bytes() == b"this is no database " * 1000


async def test_a_file_damaged_in_its_middle_says_so_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await store.create(header("t1"), [move(number) for number in range(1, 400)], SUMMARY)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(StoreTrouble, match="damaged"):
        async with opened(path) as store:
            await store.load("t1")


async def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    async with opened(path) as store:
        await store.database.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        )
    before = path.read_bytes()
    assert "newer Saleroom" in await trouble(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = path.read_bytes()
    assert "some other program" in await trouble(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


@pytest.mark.parametrize("name", ["what?x.db", "a#b%20.db", "mode=ro&x.db", "file:x.db"])
async def test_a_file_has_the_name_that_it_was_given(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path / name) as store:
        await store.create(header("t1"), [], SUMMARY)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    async with opened(tmp_path / name) as store:
        assert await store.load("t1") is not None


async def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is no file" in await trouble(tmp_path / "pipe")
    assert "is no file" in await trouble(Path("/dev/null"))


async def test_a_file_that_was_left_in_the_middle_is_looked_at_and_opened(tmp_path: Path) -> None:

    left = tmp_path / "left"
    left.mkdir()
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        for path in tmp_path.glob("s.db*"):
            shutil.copy(path, left)
    assert (left / "s.db-wal").stat().st_size
    async with opened(left / "s.db") as store:
        assert await store.load("t1") is not None


async def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot write to" in await trouble(tmp_path / "file" / "s.db")
    assert "cannot write to" in await trouble(tmp_path)


async def test_a_full_disk_loses_nothing_and_passes(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        await store.append("t1", move(1), FIRST_EPOCH)
        await store.database.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1"))
        big = TableEvent(2, "say", 0, {"text": "x" * 100_000}, None, ANN, 7)
        with pytest.raises(StoreTrouble, match="disk is full"):
            await store.append("t1", big, FIRST_EPOCH)
        await store.append("t1", big, FIRST_EPOCH)  # this append uses a new connection, which has no size limit
        assert [row.number for row in await store.events_after("t1", 0)] == [1, 2]


async def test_a_file_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saleroom.server.storage.datafile.BUSY", 0.1)
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        other = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreTrouble, match="held by another program"):
            await store.append("t1", move(1), FIRST_EPOCH)
        other.execute("ROLLBACK")
        other.close()
        await store.append("t1", move(1), FIRST_EPOCH)


def test_a_file_whose_kind_of_journal_changes_while_another_program_writes(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as pool:
        prepared = pool.submit(datafile.prepare_file, path)
        with pytest.raises(TimeoutError):
            prepared.result(0.2)
        other.execute("ROLLBACK")
        prepared.result(20)
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


# Two processes


@both_stores
async def test_nobody_writes_after_another_has_taken_over(tmp_path: Path) -> None:
    """Check that the old owner cannot write an event, even if no event has its number yet."""
    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        await one.append("t1", move(1), FIRST_EPOCH)
        lease = await two.leases.take("t1")
        assert lease is not None and lease.epoch > FIRST_EPOCH
        with pytest.raises(StaleEpoch):
            await one.append("t1", move(2), FIRST_EPOCH)
        await two.append("t1", move(2, holder=BOB), lease.epoch)
        assert [row.holder for row in await one.events_after("t1", 0)] == [ANN, BOB]


@both_stores
async def test_a_late_summary_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        lease = await two.leases.take("t1")
        assert lease is not None
        for store, status, epoch in ((two, "over", lease.epoch), (one, "playing", FIRST_EPOCH)):
            store.note_summary("t1", replace(SUMMARY, status=status), 0, epoch)
            await store.create(header(status), [], SUMMARY)
            await store.append(status, move(1), FIRST_EPOCH)  # this append also writes the noted summary
        found = await one.summary("t1")
        assert found is not None and found[1].status == "over"


@both_stores
async def test_a_summary_from_before_a_table_is_rewritten_changes_nothing(tmp_path: Path) -> None:
    """Try to write the old summary while the transaction that rewrites the table is still open."""
    begun = threading.Event()

    def rewrite(connection: Connection) -> None:
        leases.renew(connection, "t1")
        connection.execute(update(columns.table_summaries).values(names=["player 1"]))
        begun.set()
        time.sleep(0.3)

    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        rewriting = asyncio.create_task(two.database.write(rewrite, serial=False))
        await asyncio.to_thread(begun.wait)
        one.note_summary("t1", replace(SUMMARY, names=["Ann"]), 0)
        await rewriting
    async with opened(tmp_path / "s.db") as store:
        found = await store.summary("t1")
        assert found is not None and found[1].names == ["player 1"]


async def taken(store: Store) -> tuple[int, int]:
    """Return the epoch and the edition of the table's lease."""
    lease = await store.leases.take("t1", only_if_unowned=True)
    assert lease is not None
    return lease.epoch, lease.edition


@both_stores
async def test_a_lease_is_left_to_an_owner_that_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        await one.leases.record_heartbeat()
        assert await two.leases.held(["t1", "t2"]) == {"t1": LeaseStatus(one.leases.process, True, 0, 0, 1)}
        assert await two.leases.take("t1", only_if_unowned=True) is None
        assert await taken(one) == (FIRST_EPOCH + 1, 0)
        monkeypatch.setattr(leases, "EXPIRY", -1000.0)
        assert await taken(two) == (FIRST_EPOCH + 2, 0)
        monkeypatch.undo()
        await two.leases.record_heartbeat()
        await two.leases.give_up()
        assert (await one.leases.held(["t1"]))["t1"].owner is None
        with pytest.raises(StaleEpoch):
            await two.append("t1", move(1), FIRST_EPOCH + 2)
        assert await taken(one) == (FIRST_EPOCH + 4, 0)


@both_stores
@pytest.mark.parametrize("hour", [-3600, 3600])
async def test_a_process_that_died_before_the_clock_jumped_counts_as_dead(tmp_path: Path, hour: int) -> None:
    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        await one.create(header("t1"), [], SUMMARY)
        await one.leases.record_heartbeat()
        assert await one.leases.claim("a job")
        seen = update(columns.processes).values(seen_at=columns.processes.c.seen_at + hour)
        await one.database.write(lambda connection: connection.execute(seen))
        assert not (await two.leases.held(["t1"]))["t1"].alive
        assert await taken(two) == (FIRST_EPOCH + 1, 0)
        assert await two.leases.claim("a job")


@both_stores
async def test_a_table_of_an_older_server_gets_a_lease(tmp_path: Path) -> None:
    async with opened(tmp_path / "s.db") as store:
        await store.create(header("t1"), [], SUMMARY)
        await store.database.write(lambda connection: connection.execute(delete(columns.leases)))
        assert await taken(store) == (1, 0)
        await store.append("t1", move(1), 1)


@both_stores
async def test_transactions_that_read_before_they_write_run_one_after_the_other(tmp_path: Path) -> None:
    """Run transactions that each count the rows and add a row.

    None may miss a row that another transaction is adding.
    """

    def count_and_add(connection: Any, name: str) -> int:
        found = connection.execute(select(func.count()).select_from(columns.people)).scalar_one()
        connection.execute(insert(columns.people), {"id": name, "made_at": float(found)})
        return found

    async with opened(tmp_path / "s.db") as one, opened(tmp_path / "s.db") as two:
        counted = await asyncio.gather(
            *(store.database.write(partial(count_and_add, name=f"p{n}")) for n, store in enumerate([one, two] * 6))
        )
        assert sorted(counted) == list(range(12))
