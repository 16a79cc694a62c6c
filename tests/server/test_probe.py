"""Write probe of the store, which reports a server that cannot write as not ready."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage import datafile, probe
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.probe import KIND, WriteProbe
from saleroom.server.storage.store import Store
from tests import services
from tests.server.http_client import opened
from tests.stores import place
from tests.surroundings import full, small_disk

NO_SMALL_DISK = "only root may have a small disk"
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "FRESH", 0.0)


def test_a_server_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 16) as disk:
        if disk is None:
            pytest.skip(NO_SMALL_DISK)
        with opened(disk / "x.sqlite3") as browser:
            assert browser.get("/readyz").json() == {"status": "ready"}
            with full(disk):
                answer = browser.get("/readyz")
                assert answer.status_code == 503
                assert "the disk is full" in answer.json()["reason"]
                alive = browser.get("/healthz")
                assert alive.status_code == 200, "what is stored can be read"
                assert alive.json()["status"] == "read-only" and "the disk is full" in alive.json()["reason"]
                stranger = browser.get("/healthz", headers={"x-forwarded-for": "10.0.0.7"})
                assert stranger.json() == {"status": "read-only", "reason": "store"}
            assert browser.get("/readyz").json() == {"status": "ready"}
            assert browser.get("/healthz").json() == {"status": "ok"}


@pytest.mark.integration
async def test_a_server_whose_database_has_a_full_disk_is_not_ready() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="saleroom-probe-") as around,
        small_disk(Path(around) / "disk", 160) as disk,
    ):
        if disk is None:
            pytest.skip(NO_SMALL_DISK)
        Path(around).chmod(0o755)
        with services.postgres("max_wal_size=64MB", within=disk) as postgres:
            store = await Store.open(DatabaseUrl(postgres.database("probe")))
            try:
                await store.probe.check(PATIENCE)
                with full(disk), pytest.raises(StoreTrouble):
                    await store.probe.check(PATIENCE)
                if postgres.process.poll() is not None:
                    await asyncio.to_thread(postgres.restart)
                await until_it_writes(store)
            finally:
                await store.close()


async def until_it_writes(store: Store) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await store.probe.check(PATIENCE)
            except StoreTrouble:
                await asyncio.sleep(0.1)


@pytest.mark.usefixtures("store_kind")
async def test_a_probe_leaves_nothing(tmp_path: Path) -> None:
    store = await Store.open(place(tmp_path / "house.db"))
    try:
        for _ in range(3):
            await store.probe.check(PATIENCE)
        left = f"SELECT count(*) FROM codes WHERE kind = '{KIND}'"
        assert await store.database.read(lambda connection: connection.exec_driver_sql(left).scalar()) == 0
    finally:
        await store.close()


async def test_a_store_that_another_program_holds_is_not_ready_once_that_is_certain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datafile, "BUSY", 0.2)
    store = await Store.open(tmp_path / "house.db")
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        await store.probe.check(0.0)  # the probe has no result yet
        with pytest.raises(StoreTrouble, match="held by another program"):
            await store.probe.check(PATIENCE)
        other.execute("ROLLBACK")
        await until_it_writes(store)
    finally:
        other.close()
        await store.close()


class Slow:
    """A database whose writes end only when a test releases them."""

    def __init__(self) -> None:
        self.writes: list[asyncio.Future[None]] = []

    async def write(self, transaction: Callable[..., Awaitable[None]], serial: bool) -> None:
        self.writes.append(asyncio.get_running_loop().create_future())
        await self.writes[-1]


async def test_a_write_that_does_not_end_counts_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    database = Slow()
    probing = WriteProbe(database)
    await probing.check(0.0)
    monkeypatch.setattr(probe, "STUCK", 0.0)
    with pytest.raises(StoreTrouble, match="has not written"):
        await probing.check(0.0)
    database.writes[0].set_result(None)
    await probing.check(PATIENCE)
    await probing.close()


async def test_probes_are_shared_and_the_last_result_holds_meanwhile() -> None:
    database = Slow()
    probing = WriteProbe(database)
    await asyncio.gather(*(probing.check(0.01) for _ in range(10)))
    assert len(database.writes) == 1
    database.writes[0].set_exception(StoreTrouble("the disk is full"))
    with pytest.raises(StoreTrouble):
        await probing.check(PATIENCE)
    with pytest.raises(StoreTrouble):
        await probing.check(0.0)
    assert len(database.writes) == 2
    database.writes[1].set_result(None)
    await probing.check(PATIENCE)
    await probing.close()
