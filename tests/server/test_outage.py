"""Outages of the store during commands. A command with an unknown outcome is looked up, and never carried out twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage import outage
from saleroom.server.storage.datafile import OutcomeUnknown, StoreUnavailable
from tests import services
from tests.server.clusters import members
from tests.server.live_tables import Browser, Guest, make_table, open_hub, serving, until


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outage, "PAUSE", 0.01)


async def gathering(hub: Hub) -> LiveTable:
    return await make_table(hub, "auction-pitch", "me", "open", "open", "open")


async def lines(hub: Hub, table: LiveTable) -> list[str]:
    """Return the stored chat lines of a table."""
    stored = await hub.store.events_after(table.id, 0)
    return [event.data["text"] for event in stored if event.kind == "say"]


class Broken:
    """Wrapper of `Store.append` and `Leases.take` that fails as often as a test says."""

    def __init__(self, hub: Hub) -> None:
        self._append, self._take = hub.store.append, hub.store.leases.take
        hub.store.append, hub.store.leases.take = self.append, self.take  # type: ignore[method-assign]
        self.outage = hub.store.database.outage
        self.refused = 0
        """Number of writes to refuse before they reach the store."""
        self.lost = 0
        """Number of writes to carry out without an answer."""
        self.takes = 0
        """Number of leases to refuse."""

    async def append(self, *event: Any) -> None:
        if self.refused:
            self.refused -= 1
            self._fail(StoreUnavailable("nothing answers there"))
        await self._append(*event)
        if self.lost:
            self.lost -= 1
            self._fail(OutcomeUnknown("it closed the connection"))

    async def take(self, *given: Any) -> Any:
        if self.takes:
            self.takes -= 1
            self._fail(StoreUnavailable("nothing answers there"))
        return await self._take(*given)

    def _fail(self, error: StoreUnavailable) -> None:
        self.outage.note_failure()
        raise error


async def test_a_command_whose_answer_was_lost_is_found_in_the_store(hub: Hub) -> None:
    table = await gathering(hub)
    ann, broken = Guest(hub, table, "Ann"), Broken(hub)
    broken.lost, broken.takes = 1, 3
    assert (await ann.do("say", text="Hello"))["type"] == "done"
    assert await lines(hub, table) == ["Hello"] and len(ann.versions()) == 1


async def test_a_command_waits_until_the_store_writes_again(hub: Hub) -> None:
    table = await gathering(hub)
    ann, broken = Guest(hub, table, "Ann"), Broken(hub)
    broken.refused = 5
    assert (await ann.do("say", text="Hello"))["type"] == "done"
    assert await lines(hub, table) == ["Hello"]


async def test_a_refusal_for_the_store_is_true(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outage, "PATIENCE", 0.1)
    table = await gathering(hub)
    ann, broken = Guest(hub, table, "Ann"), Broken(hub)
    broken.refused = 10_000
    answer = await ann.do("say", text="Hello")
    assert (answer["type"], answer["key"]) == ("refused", "server.not-stored")
    broken.refused = 0
    assert (await ann.do("say", text="Again"))["type"] == "done"
    assert await lines(hub, table) == ["Again"]


async def test_an_outage_is_waited_for_once_and_not_by_each_command(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await gathering(hub)
    ann, broken = Guest(hub, table, "Ann"), Broken(hub)
    broken.refused = 10_000
    monkeypatch.setattr(outage, "PATIENCE", 0.1)
    await ann.do("say", text="Hello")
    monkeypatch.setattr(outage, "PATIENCE", 0.0)  # the time since the outage began is now longer than the patience
    broken.refused = 1
    assert (await ann.do("say", text="Hello"))["type"] == "refused"
    assert broken.refused == 0


async def test_a_command_with_an_unknown_outcome_ends_the_connection_and_is_answered_on_the_next(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "PATIENCE", 0.1)
    table = await gathering(hub)
    broken = Broken(hub)
    async with serving(hub) as url:
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            broken.lost, broken.takes = 1, 10_000
            await ann.send({"type": "say", "id": "command-line", "text": "Hello"})
            assert await ann.closed() == (1012, "the outcome of a command is unknown")
            assert not any(message.get("id") == "command-line" for message in ann.told)
        broken.takes = 0
        async with Browser.at(url, table.id, "Ann") as ann:
            assert (await ann.do("say", "command-line", text="Hello"))["type"] == "done"
    assert await lines(hub, table) == ["Hello"]


async def test_a_later_outage_is_waited_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outage, "PATIENCE", 0.05)
    now = outage.Outage()
    now.note_failure()
    await asyncio.sleep(0.1)  # no write showed that the first outage was over
    calls = iter((StoreUnavailable("away"), None))

    async def attempt() -> str:
        error = next(calls)
        if error is not None:
            now.note_failure()
            monkeypatch.setattr(outage, "PATIENCE", 60.0)
            raise error
        return "written"

    assert await now.outlast(attempt) == "written"


# PostgreSQL


@pytest.fixture
def lost_answers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list; while it has an entry, the connection breaks after a commit, and the entry is removed."""
    real, left = psycopg.Connection.commit, list[int]()

    def commit(self: psycopg.Connection) -> None:
        real(self)
        if left:
            left.pop()
            self.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(psycopg.Connection, "commit", commit)
    return left


on_postgres = [
    pytest.mark.integration,
    pytest.mark.usefixtures("store_kind"),
    pytest.mark.parametrize("store_kind", ["postgresql"], indirect=True),
]


class TestPostgres:
    pytestmark = on_postgres

    async def test_a_lost_answer_to_a_commit_is_no_refusal(self, tmp_path: Path, lost_answers: list[int]) -> None:
        async with open_hub(tmp_path) as hub:
            table = await gathering(hub)
            ann = Guest(hub, table, "Ann")
            for line in ("one", "two", "three"):
                lost_answers.append(1)
                assert (await ann.do("say", text=line))["type"] == "done"
                assert not lost_answers
            assert await lines(hub, table) == ["one", "two", "three"]

    async def test_a_lost_answer_to_a_read_is_read_again(self, tmp_path: Path, lost_answers: list[int]) -> None:
        async with open_hub(tmp_path) as hub:
            table = await gathering(hub)
            lost_answers.append(1)
            assert await hub.store.load(table.id) is not None and not lost_answers


@pytest.mark.integration
async def test_a_restart_of_the_database_costs_a_wait_and_no_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outage, "PATIENCE", 120.0)
    monkeypatch.setattr(outage.OutageLines, "CALM", 0.0)
    caplog.set_level(logging.WARNING, "saleroom")
    with services.postgres() as postgres:
        async with on(postgres, tmp_path, monkeypatch) as hub:
            table = await gathering(hub)
            ann, said, restarted = Guest(hub, table, "Ann"), list[str](), asyncio.Event()

            async def talk() -> None:
                while not restarted.is_set():
                    said.append(f"line {len(said)}")
                    assert (await ann.do("say", text=said[-1]))["type"] == "done"

            talking = asyncio.create_task(talk())
            for _ in range(3):
                enough = len(said) + 20
                await until(lambda enough=enough: len(said) > enough or talking.done())
                await asyncio.to_thread(postgres.restart)
            restarted.set()
            await talking
            assert await lines(hub, table) == said
    logged = [record.getMessage() for record in caplog.records]
    assert logged == ["the database is unavailable", "the database is available again"] * (len(logged) // 2)
    assert 1 <= len(logged) // 2 <= 3


@asynccontextmanager
async def on(postgres: services.Postgres, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hub]:
    """Yield a hub on a database of `postgres`."""
    url = DatabaseUrl(postgres.database("outage"))
    monkeypatch.setattr("tests.server.live_tables.place", lambda _: url)
    async with open_hub(folder) as hub:
        yield hub


@pytest.mark.integration
@pytest.mark.usefixtures("store_kind")
@pytest.mark.parametrize("store_kind", ["postgresql"], indirect=True)
async def test_a_follower_gives_no_answer_while_the_outcome_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "PATIENCE", 0.0)
    monkeypatch.setattr("saleroom.server.realtime.cluster.ANSWER", 0.3)
    monkeypatch.setattr("saleroom.server.realtime.ownership.Ownership._send_away", lambda self: None)
    with services.redis() as redis:
        async with members(tmp_path, redis.url, redis.url) as (one, other):
            table = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot")
            async with Browser.at(one.url, table.id, "Ann") as ann, Browser.at(other.url, table.id, "Ann") as second:
                await ann.next("snapshot")
                await second.next("snapshot")
                here, there = Broken(one.hub), Broken(other.hub)
                here.lost, here.takes, there.takes = 1, 10_000, 10_000
                await second.send({"type": "say", "id": "command-line", "text": "Hello"})
                assert (await second.closed())[0] == 1012
                here.takes = there.takes = 0
            async with Browser.at(other.url, table.id, "Ann") as second:
                assert (await second.do("say", "command-line", text="Hello"))["type"] == "done"
            assert await lines(one.hub, table) == ["Hello"]
