"""Locations of the store and the bus.

An error in one of them is reported at the start, in one line without a password.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from saleroom.server.ops.settings import BusUrl, DatabaseUrl, bus_place, data_place, machine_name
from saleroom.server.realtime.verifying import check
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import Leases, machine_of
from saleroom.server.storage.postgres_import import move
from saleroom.server.storage.store import Store
from tests import services
from tests.children import finished
from tests.stores import raw
from tests.upgrades.dump import play_a_little

PROGRAM = Path(sys.executable).parent / "saleroom"


def test_passwords_do_not_stand_on_the_command_line(tmp_path, monkeypatch):
    for given in ("postgresql://me:secret@host/name", "postgresql://me@host/name?password=secret"):
        with pytest.raises(ValueError, match="PGPASSFILE") as caught:
            data_place(given)
        assert "secret" not in str(caught.value)
    with pytest.raises(ValueError, match="SALEROOM_BUS_FILE") as caught:
        bus_place("redis://:secret@host:6379/0")
    assert "secret" not in str(caught.value)
    monkeypatch.setenv("SALEROOM_DATA", "postgresql://me:secret@host/name")
    (tmp_path / "bus").write_text("redis://:secret@host:6379/0\n")
    monkeypatch.setenv("SALEROOM_BUS_FILE", str(tmp_path / "bus"))
    data, bus = data_place(None), bus_place(None)
    assert isinstance(data, DatabaseUrl) and data.text.endswith("secret@host/name")
    assert str(data) == "postgresql://me@host/name" and "secret" not in repr((data, bus))
    assert isinstance(bus, BusUrl) and bus.text == "redis://:secret@host:6379/0"


def test_a_machine_has_a_name_that_fits_into_an_address(monkeypatch):
    assert machine_name(None) == "" and machine_name("saleroom-1") == "saleroom-1"
    for name in ("", "Saleroom", "a.b", "a/b", "x" * 24):
        with pytest.raises(ValueError, match="--machine"):
            machine_name(name)
    monkeypatch.setenv("SALEROOM_MACHINE", "north")
    assert machine_name(None) == "north" and machine_name("south") == "south"
    assert machine_of(Leases(None, "a" * 23).process) == "a" * 23 and len(Leases(None, "a" * 23).process) == 40
    assert machine_of(Leases(None).process) == ""


@pytest.mark.parametrize("text", ["mysql://host/name", "http://x"])
def test_other_databases_are_refused(text):
    with pytest.raises(ValueError, match="name a file, or postgresql://"):
        data_place(text)


@pytest.fixture(scope="module")
def cluster() -> Iterator[services.Postgres]:
    with services.postgres() as found:
        yield found


async def trouble(url: str) -> str:
    with pytest.raises(StoreTrouble) as caught:
        await Store.open(DatabaseUrl(url))
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def _opened(url: str) -> None:
    await (await Store.open(DatabaseUrl(url))).close()


@pytest.mark.integration
async def test_a_database_that_cannot_be_used_is_named_in_one_line(cluster: services.Postgres):
    nowhere = cluster.url("x").replace(f":{cluster.port}", f":{services.free_port()}")
    assert "nothing answers there" in await trouble(nowhere)
    assert "there is no such database" in await trouble(cluster.url("missing"))
    foreign = cluster.database("foreign")
    cluster.sql("CREATE TABLE recipes (name text)", database=foreign.rsplit("/", 1)[1])
    assert "some other program" in await trouble(foreign)
    newer = cluster.database("newer")
    await _opened(newer)
    cluster.sql("UPDATE alembic_version SET version_num = '9999'", database=newer.rsplit("/", 1)[1])
    assert "newer Saleroom" in await trouble(newer)


@pytest.mark.integration
async def test_missing_rights_are_named(cluster: services.Postgres):
    url = cluster.database("rights")
    name = url.rsplit("/", 1)[1]
    cluster.sql("CREATE ROLE guest LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC", database=name)
    guest = url.replace("postgres@", "guest@")
    assert "lacks the rights to create tables" in await trouble(guest)
    await _opened(url)
    cluster.sql("GRANT SELECT ON alembic_version TO guest", database=name)
    assert "lacks the rights to read and write" in await trouble(guest)
    cluster.sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO guest", database=name)
    await _opened(guest)
    for table, right in itertools.product(("rows", "archives"), ("SELECT", "INSERT", "UPDATE", "DELETE")):
        cluster.sql(f"REVOKE {right} ON {table} FROM guest", database=name)
        assert "lacks the rights to read and write" in await trouble(guest), (table, right)
        cluster.sql(f"GRANT {right} ON {table} TO guest", database=name)


@pytest.mark.integration
def test_something_else_answers(tmp_path: Path, cluster: services.Postgres):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent_port = silent.getsockname()[1]
        for bus, said in (
            (f"redis://127.0.0.1:{services.free_port()}/0", "nothing answers there"),
            (f"redis://127.0.0.1:{silent_port}/0", "nothing answers there"),
            (f"redis://127.0.0.1:{cluster.port}/0", "answers there"),
        ):
            chosen = ["--port", "0", "--data", tmp_path / "x.db", "--bus", bus]
            done = finished([PROGRAM, "serve", "--no-open", *chosen], text=True)
            assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
            assert done.stderr.startswith("saleroom: --bus: ") and said in done.stderr


@pytest.mark.integration
async def test_two_servers_fill_an_empty_database_at_once(cluster: services.Postgres):
    url = cluster.database("at once")
    await asyncio.gather(_opened(url), _opened(url))


# From SQLite to PostgreSQL


@pytest.mark.integration
async def test_a_data_file_is_moved_row_by_row(tmp_path: Path, cluster: services.Postgres):
    await play_a_little(tmp_path)
    url = cluster.database("moved")
    done = finished([PROGRAM, "move-data", "--data", tmp_path / "house.db", url], text=True)
    assert done.returncode == 0, done.stderr
    assert "holds 2 tables" in done.stdout and "1 match verified" in done.stdout
    report = await check(tmp_path / "house.db")
    assert report == await check(DatabaseUrl(url)) and (report.matches, report.faults) == (1, [])
    with pytest.raises(StoreTrouble, match="holds tables already"):
        move(tmp_path / "house.db", DatabaseUrl(url))


@pytest.mark.integration
async def test_nothing_is_moved_where_a_row_does_not_fit(tmp_path: Path, cluster: services.Postgres):
    await play_a_little(tmp_path)
    with raw(tmp_path / "house.db") as connection:
        connection.exec_driver_sql("UPDATE tables SET owner_name = ?", ("x" * 100,))
    url = cluster.database("too long")
    with pytest.raises(StoreTrouble):
        move(tmp_path / "house.db", DatabaseUrl(url))
    assert cluster.sql("SELECT count(*) FROM tables", database=url.rsplit("/", 1)[1]) == ["0"]


@pytest.mark.integration
@pytest.mark.parametrize("workers", [1, 2])
async def test_a_server_that_cannot_open_its_store_ends_with_one_line(tmp_path, workers):
    """Check an error that the check before the start does not find, because it does not test every table of the
    file.
    """
    await play_a_little(tmp_path)
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        connection.execute("UPDATE tables SET rules_version = 9")
        connection.commit()
    with services.redis() as redis:
        options = ["--port", "0", "--data", tmp_path / "house.db", "--bus", redis.url, "--workers", str(workers)]
        done = finished([PROGRAM, "serve", "--no-open", *options], text=True, timeout=300)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert len(lines) == 1 and "newer than this Saleroom" in lines[0], done.stderr
