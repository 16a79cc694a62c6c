"""A pass with checksums finds every change of stored tables, and replays each table once before any of them again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.realtime import verifying
from saleroom.server.realtime.verifying import CheckReport, check
from saleroom.server.storage.checksums import ChecksumFile, digest_of
from saleroom.server.storage.columns import leases, table_events, table_summaries, tables
from saleroom.server.storage.store import FIRST_EPOCH, Store
from tests.server.test_store import ANN, SUMMARY, header
from tests.stores import place, raw

both_stores = pytest.mark.usefixtures("store_kind")
WORDS = "these words were said at the table"


def events() -> list[TableEvent]:
    return [
        TableEvent(1, "sit", 0, {"name": "Ann", "word": "Käse ♠"}, "command-1", ANN, 5.0),
        TableEvent(2, "say", 0, {"text": WORDS}, "command-2", ANN, 6.5),
    ]


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each replayed table is added."""
    names: list[str] = []
    real = verifying._replay

    def replay(header: TableHeader, events: list[TableEvent]) -> tuple[bool, list[str]]:
        names.append(header.id)
        return real(header, events)

    monkeypatch.setattr(verifying, "_replay", replay)
    return names


async def made(folder: Path, *names: str) -> None:
    """Add tables to the store of a test."""
    store = await Store.open(place(folder / "house.db"))
    for name in names:
        await store.create(header(name), events(), SUMMARY)
    await store.close()


async def one_pass(folder: Path, slices: int = 1000) -> CheckReport:
    return await check(place(folder / "house.db"), folder / "checksums.sqlite3", slices)


@both_stores
@pytest.mark.parametrize("count", [1, 6, 7])
async def test_slices_cover_every_table_once(tmp_path: Path, count: int, replayed: list[str]) -> None:
    names = [f"table-{number}" for number in range(count)]
    await made(tmp_path, *names)
    assert await one_pass(tmp_path, 3) == CheckReport(tables=count)
    assert replayed == names, "the first pass replays all"
    passes = []
    for _ in range(3):
        replayed.clear()
        assert await one_pass(tmp_path, 3) == CheckReport(tables=count)
        passes.append(set(replayed))
        assert len(replayed) == -(-count // 3)
    assert set().union(*passes) == set(names)
    assert sum(map(len, passes[: count // len(replayed)])) == len(set().union(*passes[: count // len(replayed)]))


@both_stores
async def test_new_and_continued_tables_are_replayed_in_the_same_night(tmp_path: Path, replayed: list[str]) -> None:
    await made(tmp_path, "a", "b", "c")
    await one_pass(tmp_path)
    await made(tmp_path, "d")
    store = await Store.open(place(tmp_path / "house.db"))
    await store.append("c", TableEvent(3, "say", 0, {"text": "more"}, "command-3", ANN, 7.0), FIRST_EPOCH)
    await store.erasure.erase("b", [ANN], ANN)
    await store.close()
    replayed.clear()
    assert (await one_pass(tmp_path)).faults == []
    assert replayed == ["a", "b", "c", "d"]  # "a" is the slice of this night
    replayed.clear()
    assert (await one_pass(tmp_path)).faults == [] and len(replayed) == 1


CHANGES: list[tuple[Any, dict[str, Any]]] = [
    *((table_events, {name: value}) for name, value in {
        "number": 3, "kind": "portrait", "seat": 1, "data": {"text": WORDS.replace("t", "u", 1)},
        "command": "command-3", "holder": ANN.replace("a", "c", 1), "at": 6.25,
    }.items()),
    *((tables, {name: value}) for name, value in {
        "game": "auction-house", "options": {"target": 8, "low": "dealt"}, "seats": 5,
        "server_seed": bytes([1, *range(1, 32)]), "owner": "b" * 64, "owner_name": "Anm", "listed": True,
        "hints": False, "pace": "slow", "clock": 60, "made_at": 5.5, "rules_version": 2, "rated": True,
        "contest": "daily", "words": ["a"], "language": "de", "evening": "a",
    }.items()),
]  # fmt: skip


@both_stores
@pytest.mark.parametrize("table, values", CHANGES, ids=lambda value: "-".join(value) if isinstance(value, dict) else "")
async def test_a_changed_value_is_found_without_a_replay(
    tmp_path: Path, table: Any, values: dict[str, Any], replayed: list[str]
) -> None:
    await made(tmp_path, "a", "b")
    await one_pass(tmp_path)
    with raw(tmp_path / "house.db") as connection:
        which = (
            (table_events.c.number == 2, table_events.c.table_id == "b")
            if table is table_events
            else (tables.c.id == "b",)
        )
        connection.execute(update(table).where(*which).values(values))
    replayed.clear()
    assert (await one_pass(tmp_path)).faults == ["table b has changed since it was checked before"]
    assert replayed == ["a"]
    assert len((await one_pass(tmp_path)).faults) == 1, "the fault is reported until it is mended"


async def test_every_flipped_byte_of_an_event_is_found(tmp_path: Path) -> None:
    await made(tmp_path, "a", "b")
    path = tmp_path / "house.db"
    await one_pass(tmp_path)
    content = path.read_bytes()
    start = content.index(WORDS.encode())
    begin, end = content.rindex(b"b\x02say", 0, start), start + len(WORDS) + len('"}command-2') + 64
    for offset in range(begin + 2, end):
        flipped = bytearray(content)
        flipped[offset] ^= 1 << (offset % 8)
        path.write_bytes(flipped)
        report = await one_pass(tmp_path)
        assert len(report.faults) == 1 and report.faults[0].startswith("table b "), offset - begin
    path.write_bytes(content)
    assert (await one_pass(tmp_path)).faults == []


@both_stores
async def test_lost_tables_and_lost_events_are_found(tmp_path: Path) -> None:
    await made(tmp_path, "a", "b", "c")
    await one_pass(tmp_path)
    with raw(tmp_path / "house.db") as connection:
        connection.execute(delete(table_events).where(table_events.c.table_id == "b", table_events.c.number == 2))
        connection.execute(update(leases).where(leases.c.table_id == "c").values(edition=-1))
        for table in (table_events, leases, table_summaries):
            connection.execute(delete(table).where(table.c.table_id == "a"))
        connection.execute(delete(tables).where(tables.c.id == "a"))
    assert (await one_pass(tmp_path)).faults == [
        "table a is missing",
        "table b is older than when it was checked before",
        "table c is older than when it was checked before",
    ]


def test_fields_that_a_later_version_adds_change_no_checksum() -> None:
    @dataclass(frozen=True)
    class LaterHeader(TableHeader):
        later: str | None = None

    @dataclass(frozen=True)
    class LaterEvent(TableEvent):
        later: str | None = None

    earlier, digest = header("a"), digest_of(header("a"), events())
    assert digest_of(LaterHeader(**vars(earlier)), events()) == digest
    assert digest_of(LaterHeader(**vars(earlier), later="x"), events()) != digest
    assert digest_of(earlier, [LaterEvent(**vars(event)) for event in events()]) == digest
    assert digest_of(earlier, [LaterEvent(**vars(event), later="x") for event in events()]) != digest


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with ChecksumFile.open(tmp_path / "checksums.sqlite3"):
        assert (tmp_path / "checksums.sqlite3").stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(tmp_path / "checksums.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM checksums").fetchone() == (0,)
