"""The same tests on both stores: a module or test that uses the fixture `store_kind` runs on SQLite and on PostgreSQL.

`place` stands between a test and its store: the file that the test names, or a database of that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from tests.services import Postgres, postgres

_cluster: list[Postgres] = []
"""The cluster of the test that runs now, if it runs on PostgreSQL."""


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Postgres]:
    """One cluster for all tests of a process."""
    with postgres() as cluster:
        yield cluster


KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)]


@pytest.fixture(params=KINDS)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which store `place` names while a test runs."""
    yield from _chosen(request)


@pytest.fixture(scope="module", params=KINDS)
def module_store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The same for a module all of whose tests share what one fixture has opened."""
    yield from _chosen(request)


def _chosen(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "postgresql":
        _cluster.append(request.getfixturevalue("postgres_cluster"))
    yield request.param
    _cluster.clear()


def place(path: Path) -> DataPlace:
    """The file, or the database that stands for it."""
    return DatabaseUrl(_cluster[0].database(str(path))) if _cluster else path
