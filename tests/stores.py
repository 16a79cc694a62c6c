"""Fixtures that run the same tests on both stores. A test or module that uses the fixture `store_kind` runs on SQLite
and on PostgreSQL.

`place` returns the store of a test: the file that the test names, or a database of that name.
"""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from saleroom.server.storage import columns, postgres
from saleroom.server.storage.sqlitefile import open_sqlite
from saleroom.server.storage.store import Store
from tests import services

TEMPLATE = "newest"
"""Name of a database with the newest schema. All other databases are copies of it."""

_cluster: list[services.Postgres] = []
"""PostgreSQL cluster of the current test; empty if the test runs on SQLite."""


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[services.Postgres]:
    """Provide one cluster for all tests of a process."""
    with services.postgres() as cluster:
        cluster.sql(f"CREATE DATABASE {TEMPLATE}")
        asyncio.run(_fill(DatabaseUrl(cluster.url(TEMPLATE))))
        yield cluster


async def _fill(place: DataPlace) -> None:
    await (await Store.open(place)).close()


KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)]


@pytest.fixture(params=KINDS)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """Set the kind of store that `place` returns while a test runs."""
    yield from _chosen(request)


@pytest.fixture(scope="module", params=KINDS)
def module_store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """Set the kind of store for a module whose tests share one opened store."""
    yield from _chosen(request)


def _chosen(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "postgresql":
        _cluster.append(request.getfixturevalue("postgres_cluster"))
    yield request.param
    _cluster.clear()


def place(path: Path) -> DataPlace:
    """Return the file, or the corresponding PostgreSQL database. A new file or database has the newest schema."""
    if _cluster:
        return DatabaseUrl(_cluster[0].database(str(path), template=TEMPLATE))
    if not path.exists() and path.parent.is_dir():
        shutil.copyfile(_migrated(), path)
    return path


@cache
def _migrated() -> Path:
    """Return a data file with the newest schema.

    Tests copy this file, because running all migrations takes longer than most tests.
    """
    folder = tempfile.mkdtemp(prefix="saleroom-data-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "newest.db"
    with ThreadPoolExecutor(1) as thread:  # the test might already be running an event loop in this thread
        thread.submit(asyncio.run, _fill(path)).result()
    return path


@contextmanager
def raw(path: Path) -> Iterator[Connection]:
    """Open a separate transaction on the store that `place(path)` returns."""
    found = place(path)
    engine = postgres.open_postgres(found, 1) if isinstance(found, DatabaseUrl) else open_sqlite(found)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            yield connection
    finally:
        engine.dispose()


def contents(path: Path) -> str:
    """Return the contents of the whole store as text."""
    with raw(path) as connection:
        return "\n".join(
            repr(tuple(row)) for table in columns.metadata.sorted_tables for row in connection.execute(select(table))
        )
