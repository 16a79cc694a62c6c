"""Backups taken during play contain every acknowledged move, and play continues from a restored backup."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from saleroom.kernel.compile import COMPILED
from saleroom.server.storage import datafile
from saleroom.server.storage.backup import back_up, restore
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import FIRST_EPOCH, Store
from tests.children import finished
from tests.server.test_kill import PATIENCE, Person, Server, check, rows_of, running, sit_down
from tests.server.test_store import SUMMARY, header, move
from tests.upgrades.dump import DUMPS

PROGRAM = Path(sys.executable).parent / "saleroom"


async def write(path: Path, *names: str, rows: int = 3) -> None:
    """Create a data file with the named tables."""
    store = await Store.open(path)
    for name in names:
        await store.create(header(name), [move(number) for number in range(1, rows + 1)], SUMMARY)
    await store.close()


def tables_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def refused(function, *paths: Path) -> str:
    """Return the error text of a refused call, and check that the call changes no files."""
    before = {path: path.read_bytes() for path in paths[0].parent.iterdir() if path.is_file()}
    with pytest.raises(StoreTrouble) as caught:
        function(*paths)
    assert {path: path.read_bytes() for path in paths[0].parent.iterdir() if path.is_file()} == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def run(*arguments) -> subprocess.CompletedProcess[str]:
    return finished([PROGRAM, *map(str, arguments)], text=True)


# During play


async def play_on(server: Server, people: list[Person], enough) -> None:
    """Play until `enough` returns True, then kill the server."""
    playing = asyncio.gather(*(person.play(server.place) for person in people))
    try:
        async with asyncio.timeout(PATIENCE):
            while not enough():
                assert not playing.done(), playing.result()
                await asyncio.sleep(0.01)
    finally:
        await server.kill()
        await playing


async def back_up_under_play(folder: Path) -> None:
    data, copies = folder / "house.db", [folder / f"copy-{number}.db" for number in range(3)]
    before: list[dict[tuple[str, str], tuple[int, str]]] = []
    async with running(data) as server:
        people = await sit_down(server, "auction-pitch", random.Random(1))

        async def take() -> None:
            for copy in copies:
                kept = sum(len(person.kept) for person in people)
                while sum(len(person.kept) for person in people) < kept + 4:
                    await asyncio.sleep(0.01)
                before.append({(person.name, id): done for person in people for id, done in person.kept.items()})
                done = await asyncio.to_thread(run, "backup", copy, "--data", data)
                assert (done.returncode, done.stderr) == (0, ""), done
                assert done.stdout.startswith(f"{copy}: 1 table, ")

        taking = asyncio.create_task(take())
        await play_on(server, people, taking.done)
        await taking
    assert sorted(folder.glob("copy*")) == copies  # no journal files and no unfinished copies
    final = (await rows_of(data, [people[0].table]))[people[0].table]
    check({people[0].table: final}, people)
    lengths = []
    for acknowledged, copy in zip(before, copies, strict=True):
        rows = (await rows_of(copy, [people[0].table]))[people[0].table]
        assert rows == final[: len(rows)]
        for (_, command), (version, _) in acknowledged.items():
            assert rows[version - 1].command == command
        lengths.append(len(rows))
    assert lengths == sorted(set(lengths)) and lengths[-1] <= len(final)

    # Restore the first copy over the later data, serve it, and continue its table.
    done = await asyncio.to_thread(run, "restore", copies[0], "--data", data)
    assert done.returncode == 0, done
    again = [Person(one.name, one.table, one.seat, one.rng, sent=1000) for one in people]
    async with running(data) as server:
        await play_on(server, again, lambda: all(len(one.kept) > 1 or one.over for one in again))
    rows = (await rows_of(data, [people[0].table]))[people[0].table]
    check({people[0].table: rows}, again)
    assert rows[: lengths[0]] == final[: lengths[0]] and len(rows) > lengths[0]
    (replaced,) = folder.glob("house.db.replaced-*")
    assert (await rows_of(replaced, [people[0].table]))[people[0].table] == final


@pytest.mark.integration
@pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
async def test_backups_under_play_hold_what_was_acknowledged_and_are_served(tmp_path: Path) -> None:
    await back_up_under_play(tmp_path)


@pytest.mark.integration
@pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
async def test_no_file_is_restored_while_a_server_uses_it(tmp_path: Path) -> None:
    await write(tmp_path / "copy.db", "old")
    async with running(tmp_path / "house.db") as server:
        await server.post(
            "tables",
            "Ann",
            {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}] + [{"kind": "bot"}] * 3},
        )
        done = await asyncio.to_thread(run, "restore", tmp_path / "copy.db", "--data", tmp_path / "house.db")
        assert done.returncode == 2
        assert done.stderr == f"saleroom: {tmp_path / 'house.db'} is in use; stop the server first\n"
        assert server.process.returncode is None
    assert tables_in(tmp_path / "house.db") != ["old"]
    assert [path.name for path in tmp_path.iterdir() if "replaced" in path.name] == []


# Backups


async def test_a_writer_is_not_kept_waiting_and_is_not_waited_for(tmp_path: Path) -> None:
    data = tmp_path / "house.db"
    store = await Store.open(data)
    await store.create(header("t1"), [], SUMMARY)
    writer = sqlite3.connect(data, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE tables SET listed = 1")
    await asyncio.to_thread(back_up, data, tmp_path / "copy.db")
    writer.execute("COMMIT")
    writer.close()
    await store.append("t1", move(1), FIRST_EPOCH)
    await store.close()
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        assert connection.execute("SELECT listed FROM tables").fetchall() == [(0,)]


async def test_a_backup_replaces_nothing(tmp_path: Path) -> None:
    await write(tmp_path / "house.db", "t1")
    (tmp_path / "copy.db").write_text("mine")
    assert "exists already" in refused(back_up, tmp_path / "house.db", tmp_path / "copy.db")
    assert "exists already" in refused(back_up, tmp_path / "house.db", tmp_path / "house.db")


async def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    await write(tmp_path / "house.db", "t1", "t2")
    assert back_up(tmp_path / "house.db", tmp_path / "copy.db") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "house.db"]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


async def test_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("not a database at all")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    await write(tmp_path / "house.db", "t1")
    copy = tmp_path / "copy.db"
    assert "there is no file" in refused(back_up, tmp_path / "none.db", copy)
    assert "holds no tables yet" in refused(back_up, tmp_path / "empty.db", copy)
    assert "no Saleroom file" in refused(back_up, tmp_path / "text.db", copy)
    assert "some other program" in refused(back_up, tmp_path / "other.db", copy)
    assert "there is no folder" in refused(back_up, tmp_path / "house.db", tmp_path / "deep" / "copy.db")


async def test_a_damaged_file_is_not_backed_up_as_if_it_were_sound(tmp_path: Path) -> None:
    await damaged(tmp_path / "house.db")
    assert "is damaged" in refused(back_up, tmp_path / "house.db", tmp_path / "copy.db")


async def test_a_file_that_another_program_holds_is_not_waited_for_without_end(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("saleroom.server.storage.backup.BUSY", 0.1)
    await write(tmp_path / "house.db", "t1")
    with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
        other.execute("BEGIN EXCLUSIVE")
        assert "held by another program" in refused(back_up, tmp_path / "house.db", tmp_path / "copy.db")


# Restoring


async def damaged(path: Path) -> None:
    """Create a data file with garbage in its middle."""
    await write(path, "t1", rows=400)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    path.write_bytes(data)


async def test_the_replaced_file_is_kept(tmp_path: Path) -> None:
    await write(tmp_path / "house.db", "new")
    await write(tmp_path / "copy.db", "old")
    kept = [restore(tmp_path / "copy.db", tmp_path / "house.db") for _ in range(2)]
    assert tables_in(tmp_path / "house.db") == ["old"]
    assert kept[0] != kept[1]
    assert [tables_in(path) for path in kept if path] == [["new"], ["old"]]
    assert [path.parent for path in kept if path] == [tmp_path] * 2
    await write(tmp_path / "house.db", "later")  # the restored file stays writable
    assert tables_in(tmp_path / "house.db") == ["later", "old"]


async def test_a_file_that_a_crash_left_is_kept_with_what_its_journal_held(tmp_path: Path) -> None:
    await write(tmp_path / "copy.db", "old")
    (tmp_path / "left").mkdir()
    store = await Store.open(tmp_path / "house.db")
    await store.create(header("new"), [], SUMMARY)
    for end in ("", "-wal"):
        (tmp_path / "left" / f"house.db{end}").write_bytes((tmp_path / f"house.db{end}").read_bytes())
    await store.close()
    kept = restore(tmp_path / "copy.db", tmp_path / "left" / "house.db")
    assert kept is not None and tables_in(kept) == ["new"]
    assert tables_in(tmp_path / "left" / "house.db") == ["old"]


async def test_a_backup_comes_where_there_was_no_file(tmp_path: Path) -> None:
    await write(tmp_path / "copy.db", "old")
    assert restore(tmp_path / "copy.db", tmp_path / "deep" / "house.db") is None
    assert tables_in(tmp_path / "deep" / "house.db") == ["old"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["house.db"]


@pytest.mark.parametrize("how", ["header", "middle"])
async def test_a_damaged_data_file_is_replaced_and_kept_as_it_is(tmp_path: Path, how: str) -> None:
    await write(tmp_path / "copy.db", "old")
    await damaged(tmp_path / "house.db")
    if how == "header":
        (tmp_path / "house.db").write_bytes(b"rubbish " * 4000)
    before = (tmp_path / "house.db").read_bytes()
    kept = restore(tmp_path / "copy.db", tmp_path / "house.db")
    assert tables_in(tmp_path / "house.db") == ["old"]
    assert kept is not None
    assert kept.read_bytes()[8192:] == before[8192:]


async def test_what_is_no_sound_backup_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data" / "house.db"
    data.parent.mkdir()
    await write(data, "new")
    (tmp_path / "empty.db").touch()
    await damaged(tmp_path / "damaged.db")
    (tmp_path / "text.db").write_text("not a database at all")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    for name, change in (
        ("newer", "UPDATE alembic_version SET version_num = '9999'"),
        ("rules", "UPDATE tables SET rules_version = 9"),
    ):
        await write(tmp_path / f"{name}.db", "t1")
        with closing(sqlite3.connect(tmp_path / f"{name}.db")) as connection:
            connection.execute(change)
            connection.commit()
    for name, reason in {
        "none": "there is no file",
        "empty": "holds no tables",
        "damaged": "is damaged",
        "text": "no Saleroom file",
        "other": "some other program",
        "newer": "written by a newer Saleroom",
        "rules": "rules version 9 of auction-pitch is newer",
    }.items():
        assert reason in refused(restore, tmp_path / f"{name}.db", data)
    assert "is the data file itself" in refused(restore, data, data)
    assert tables_in(data) == ["new"]
    assert [path.name for path in data.parent.iterdir()] == ["house.db"]


async def test_the_database_of_another_program_is_not_replaced(tmp_path: Path) -> None:
    await write(tmp_path / "copy.db", "old")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    with pytest.raises(StoreTrouble, match="some other program"):
        restore(tmp_path / "copy.db", tmp_path / "other.db")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


async def test_a_backup_of_an_earlier_schema_is_restored_and_opened(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        connection.executescript((DUMPS / "0001.sql").read_text(encoding="utf-8"))
    await write(tmp_path / "house.db", "new")
    restore(tmp_path / "copy.db", tmp_path / "house.db")
    await write(tmp_path / "house.db", "later")
    assert tables_in(tmp_path / "house.db") == ["later", "table-command-0", "table-command-1"]
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(datafile.NEWEST,)]


async def test_a_name_beside_the_file_is_free(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda *_: "now")
    await write(tmp_path / "house.db", "new")
    await write(tmp_path / "copy.db", "old")
    kept = [restore(tmp_path / "copy.db", tmp_path / "house.db") for _ in range(3)]
    assert [path.name for path in kept if path] == [
        "house.db.replaced-now",
        "house.db.replaced-now-2",
        "house.db.replaced-now-3",
    ]
