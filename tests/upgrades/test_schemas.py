"""Tests that a data file of any earlier schema is upgraded, and that a file from a newer program is refused in one
line.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import saleroom
from saleroom.kernel.compile import COMPILED
from saleroom.server.core.apply import apply, replay
from saleroom.server.core.decide import decide
from saleroom.server.core.portraits import given
from saleroom.server.core.state.table import portrait
from saleroom.server.protocol import commands
from saleroom.server.storage import columns, database, datafile
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store
from tests.children import finished
from tests.server.live_tables import holder
from tests.upgrades.dump import DUMPS

PROGRAM = Path(sys.executable).parent / "saleroom"
SCHEMAS = sorted(path.stem for path in DUMPS.glob("*.sql"))
every_schema = pytest.mark.parametrize("schema", SCHEMAS)


def made(folder: Path, schema: str) -> Path:
    """Return a data file with the given schema, as written by the version of the program that had this schema."""
    path = folder / "house.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DUMPS / f"{schema}.sql").read_text(encoding="utf-8"))
    return path


def content(path: Path) -> dict[str, list[Any]]:
    """Return all contents of a data file, including its schema."""
    with closing(sqlite3.connect(path)) as connection:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'alembic_version'"
        names = [name for (name,) in connection.execute(named)]
        found = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}
        return {**found, "schema": connection.execute("SELECT * FROM alembic_version").fetchall()}


async def opened(path: Path) -> None:
    await (await Store.open(path)).close()


def test_every_schema_is_tried():
    """Check that every schema has a dump. After a new migration, run `python -m tests.upgrades.dump`, and never delete
    its output.
    """
    script = ScriptDirectory(str(Path(database.__file__).parent / "migrations"))
    revisions = [revision.revision for revision in script.walk_revisions()]
    assert sorted(revisions) == SCHEMAS
    assert script.get_heads() == [datafile.NEWEST]


@every_schema
async def test_it_comes_to_the_newest_columns(tmp_path, schema):
    path = made(tmp_path, schema)
    await opened(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == datafile.NEWEST
        assert compare_metadata(context, columns.metadata) == []
    engine.dispose()
    await opened(tmp_path / "new.db")
    assert layout(path) == layout(tmp_path / "new.db")


def layout(path: Path) -> dict[str, Any]:
    """Return the columns and indexes of each table."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: (
                connection.execute(f"PRAGMA table_info({name})").fetchall(),
                sorted(index[1:] for index in connection.execute(f"PRAGMA index_list({name})")),
            )
            for name in names
        }


FIRST_REVOKES = "0025"
"""First schema whose small file was written with version 2 of the rules of Auction Pitch."""


@every_schema
async def test_no_row_is_lost_and_tables_go_on(tmp_path, schema):
    path = made(tmp_path, schema)
    before = content(path)
    store = await Store.open(path)
    try:
        tables = {name: replay(*(await store.load(name) or ())) for (name, *_) in before["tables"]}
        assert sorted(table.status for table in tables.values()) == ["gathering", "playing"]
        assert sum(table.version for table in tables.values()) == len(before["rows"])
        assert {table.header.rules_version for table in tables.values()} == {1 if schema < FIRST_REVOKES else 2}
        table = next(table for table in tables.values() if table.match is not None)
        assert table.match is not None and 0 in table.match.to_act
        assert [portrait(seat) for seat in table.seats] == [given(holder("Ann")), None, None, None]
        act = commands.Act(type="act", id="one-more-move", at=table.turn_version(0), action=table.match.legal(0)[0])
        event = decide(table, act, holder("Ann"), time.time())
        apply(table, event)
        lease = await store.leases.take(table.header.id)
        assert lease is not None
        await store.append(table.header.id, event, lease.epoch)
        assert await store.events_after(table.header.id, event.number - 1) == [event]
        assert saleroom.verify(table.match.record()) == []
        assert {one.id for one, _ in await store.tables_of(holder("Ann"))} == set(tables)
    finally:
        await store.close()
    after = content(path)
    assert [row[: len(before["briefs"][0])] for row in after["briefs"]] == before["briefs"]
    assert [row for row in after["rows"] if row in before["rows"]] == before["rows"]
    assert [row[: len(before["tables"][0])] for row in after["tables"]] == before["tables"]


OLDER = [schema for schema in SCHEMAS if schema != datafile.NEWEST]


@pytest.mark.parametrize("schema", OLDER)
async def test_a_migration_that_is_cut_off_leaves_the_file_as_it_was(tmp_path, schema, monkeypatch):
    path = made(tmp_path, schema)
    before = content(path)
    real = command.upgrade

    def cut_off(*arguments: Any) -> None:
        real(*arguments)
        raise OSError("the power went")

    monkeypatch.setattr(command, "upgrade", cut_off)
    with pytest.raises(StoreTrouble):
        await opened(path)
    assert content(path) == before
    monkeypatch.undo()
    await opened(path)


@pytest.mark.integration
@pytest.mark.parametrize("schema", OLDER)
async def test_two_servers_that_start_at_once(tmp_path, schema):
    path = made(tmp_path, schema)
    for store in await asyncio.gather(Store.open(path), Store.open(path)):
        await store.close()
    assert content(path)["schema"] == [(datafile.NEWEST,)]


# A newer file


@pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
@pytest.mark.parametrize(
    "change, reason",
    [
        ("UPDATE alembic_version SET version_num = '9999'", "written by a newer Saleroom"),
        ("UPDATE tables SET rules_version = 9", "rules version 9 of auction-pitch is newer than this Saleroom"),
        ("UPDATE tables SET game = 'auction-whist'", "tables of auction-whist, which this Saleroom does not have"),
    ],
)
@pytest.mark.integration
def test_an_older_program_stops_with_one_line(tmp_path, change, reason):
    path = made(tmp_path, datafile.NEWEST)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    before = content(path)
    done = finished([PROGRAM, "serve", "--no-open", "--port", "0", "--data", path], text=True)
    assert done.returncode == 2
    assert [line for line in done.stderr.splitlines() if not line.startswith("{")] == done.stderr.splitlines()[-1:]
    assert done.stderr.splitlines()[-1].startswith("saleroom: ")
    assert str(path) in done.stderr and reason in done.stderr and "install" in done.stderr
    assert content(path) == before
