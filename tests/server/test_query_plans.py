"""Frequent queries use an index. PostgreSQL chooses by the size of a table, so only one query is checked there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest
from sqlalchemy import event, text

from saleroom.server.storage.directory import Directory
from saleroom.server.storage.store import Store
from tests.server.live_tables import holder
from tests.stores import place

HOLDERS = [holder("Ann"), holder("Ben")]


@pytest.fixture
async def store(store_kind: str, tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(place(tmp_path / "house.db"))
    yield store
    await store.close()


async def plan(store: Store, query: Awaitable[object]) -> str:
    """Return the database's plans for all queries that `query` sends to the database."""
    statements = []

    def note(_connection, _cursor, statement, parameters, _context, _many):
        statements.append((statement, parameters))

    engine = store.database._engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        await query
    finally:
        event.remove(engine, "before_cursor_execute", note)
    selects = [each for each in statements if each[0].lstrip().startswith("SELECT")]
    assert selects

    def explain(connection):
        word = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            word = "EXPLAIN"
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        plans = [connection.exec_driver_sql(f"{word} {statement}", parameters) for statement, parameters in selects]
        return [str(row[-1]) for steps in plans for row in steps]

    return "\n".join(await store.database.read(explain))


sqlite_only = pytest.mark.parametrize("store_kind", ["sqlite"], indirect=True)


async def test_the_archiver_finds_the_oldest_tables_without_sorting(store: Store, store_kind: str) -> None:
    steps = await plan(store, store.archives.due(time.time()))
    if store_kind == "sqlite":
        assert "SEARCH briefs USING INDEX briefs_archive_due" in steps and "TEMP B-TREE" not in steps, steps
    else:
        assert "Index Scan using briefs_archive_due on briefs" in steps and "Sort" not in steps, steps


async def test_matches_without_results_are_found_by_their_index(store: Store, store_kind: str) -> None:
    steps = await plan(store, store.results.due())
    if store_kind == "sqlite":
        assert "SCAN briefs USING INDEX briefs_results_due" in steps, steps
    else:
        assert "Scan using briefs_results_due on briefs" in steps, steps


@sqlite_only
async def test_the_tables_of_a_person_are_found_by_an_index(store: Store) -> None:
    steps = await plan(store, store.erasure.tables_with(HOLDERS))
    assert "SEARCH rows USING INDEX rows_sitting" in steps and "SCAN rows" not in steps, steps
    steps = await plan(store, store.own_list(HOLDERS[0], HOLDERS))
    assert "SEARCH rows USING INDEX rows_sitting" in steps and "SCAN rows" not in steps, steps
    steps = await plan(store, Directory(store.database).unfinished(HOLDERS))
    assert "SEARCH rows USING INDEX rows_sitting" in steps and "SCAN rows" not in steps, steps
    steps = await plan(store, store.bots.unfinished(HOLDERS[0]))
    assert "SEARCH rows USING INDEX rows_sitting" in steps, steps


@sqlite_only
async def test_the_people_of_a_server_are_listed_by_an_index(store: Store) -> None:
    for query in (Directory(store.database).people(None, 10), Directory(store.database).identities("0123456")):
        steps = await plan(store, query)
        assert "rows USING INDEX rows_sitting" in steps, steps


@sqlite_only
async def test_the_tournaments_of_a_person_are_found_by_indexes(store: Store) -> None:
    steps = await plan(store, store.contests.tournaments.latest_of(HOLDERS[0], 10))
    assert "SCAN events" not in steps and "SCAN event_people" not in steps, steps
