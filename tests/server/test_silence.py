"""A store that is silent or slow. Callers get errors until the store answers again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import psycopg
import pytest
from alembic import command
from sqlalchemy import Connection, insert, text
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage import columns, postgres
from saleroom.server.storage.backend import READERS
from saleroom.server.storage.database import Database, open_database
from saleroom.server.storage.datafile import StoreUnavailable
from saleroom.server.storage.store import Store
from tests import services
from tests.server.clusters import Wire
from tests.stores import place

pytestmark = [
    pytest.mark.integration,
    pytest.mark.usefixtures("store_kind"),
    pytest.mark.parametrize("store_kind", ["postgresql"], indirect=True),
]


async def test_a_silent_store_holds_nobody_up_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_cluster: services.Postgres
) -> None:
    monkeypatch.setattr(postgres, "ANSWER", 1.0)
    url = place(tmp_path / "house.db")
    assert isinstance(url, DatabaseUrl)
    async with Wire.to(postgres_cluster.port) as wire:
        store = await Store.open(DatabaseUrl(url.text.replace(f":{postgres_cluster.port}/", f":{wire.port}/")))
        try:
            assert await store.summary("") is None
            wire.silence()
            told = await asyncio.gather(
                *(store.summary("") for _ in range(READERS)), store.leases.record_heartbeat(), return_exceptions=True
            )
            assert {type(each) for each in told} == {StoreUnavailable}
            await wire.mend()
            assert await store.summary("") is None
            await store.leases.record_heartbeat()
        finally:
            await store.close()


async def test_a_migration_may_take_its_time(
    monkeypatch: pytest.MonkeyPatch, postgres_cluster: services.Postgres, tmp_path: Path
) -> None:
    """Check a slow migration.

    On a busy machine, seconds can pass between two statements, and another process waits even longer.
    """

    def slowly(*given: object) -> None:
        time.sleep(2.0)
        upgrade(*given)

    upgrade = command.upgrade
    monkeypatch.setattr(command, "upgrade", slowly)
    monkeypatch.setattr(postgres, "ANSWER", 1.0)
    short = "-c idle_in_transaction_session_timeout=500 -c lock_timeout=500 -c statement_timeout=500"
    monkeypatch.setitem(postgres._CONNECTION, "options", short)
    url = DatabaseUrl(postgres_cluster.database(f"slow {tmp_path}"))
    for store in await asyncio.gather(Store.open(url), Store.open(url)):
        assert await store.summary("") is None
        await store.close()


async def test_a_transaction_whose_connection_ended_is_run_again(
    monkeypatch: pytest.MonkeyPatch, postgres_cluster: services.Postgres, tmp_path: Path
) -> None:
    """Let the process pause during a transaction, so that PostgreSQL ends the transaction."""
    monkeypatch.setitem(postgres._CONNECTION, "options", "-c idle_in_transaction_session_timeout=500")
    database = open_database(DatabaseUrl(postgres_cluster.database(f"stopped {tmp_path}")))
    pauses = [2.0, 2.0, 0.0]

    def stopped(connection: Connection) -> int:
        connection.execute(text("SELECT 1"))
        time.sleep(pauses.pop(0))
        return connection.execute(text("SELECT 2")).scalar_one()

    try:
        assert await database.write(stopped) == 2 and not pauses
    finally:
        await database.close()


async def test_a_connection_that_ended_while_it_was_made_is_made_again(
    monkeypatch: pytest.MonkeyPatch, postgres_cluster: services.Postgres, tmp_path: Path
) -> None:
    """Let the process pause while it connects, so that PostgreSQL can end a transaction that the driver has started."""
    monkeypatch.setitem(postgres._CONNECTION, "options", "-c idle_in_transaction_session_timeout=500")
    url = DatabaseUrl(postgres_cluster.database(f"stopped at first {tmp_path}"))
    await (await Store.open(url)).close()
    initialize, pauses = PGDialect_psycopg.initialize, [2.0, 2.0, 2.0, 0.0]

    def stopped(self: PGDialect_psycopg, connection: Connection) -> None:
        connection.exec_driver_sql("SELECT 1")
        time.sleep(pauses.pop(0))
        initialize(self, connection)

    monkeypatch.setattr(PGDialect_psycopg, "initialize", stopped)
    database = Database(postgres.backend(url))
    try:
        assert await database.write(lambda connection: connection.execute(text("SELECT 2")).scalar_one()) == 2
        assert not pauses
    finally:
        await database.close()


async def test_no_transaction_is_in_a_pipeline_where_it_would_never_be_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that no transaction runs in a pipeline.

    PostgreSQL frees the locks of a stopped process by ending its idle transactions. A transaction in a pipeline never
    counts as idle.
    """
    monkeypatch.setattr(psycopg.Pipeline, "__enter__", lambda _: pytest.fail("a pipeline"))
    store = await Store.open(place(tmp_path / "house.db"))
    try:
        await store.database.write(_two_at_once)
        assert len(await store.bots.everything()) == 2
    finally:
        await store.close()


def _two_at_once(connection: Connection) -> None:
    rows = [{"id": name, "name": name, "looks": name, "made_at": 5.0} for name in ("one", "two")]
    done = connection.execute(insert(columns.bots), rows, execution_options={"preserve_rowcount": True})
    assert done.rowcount == 2
