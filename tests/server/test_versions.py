"""Two versions on one store.

A table with events that only the newer version can read is not lost: it waits for a process of the newer version.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import update

from saleroom.server.core import apply
from saleroom.server.core.state.events import TableEvent
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.columns import tables
from saleroom.server.storage.datafile import StoreTrouble
from tests import services
from tests.server.clusters import Member, members
from tests.server.live_tables import Browser, make_table, until
from tests.stores import raw

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("store_kind")]

NEW = cast("Any", "novelty")
"""An event kind that only a newer version knows."""


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    """Yield a bus for all tests of this module."""
    with services.redis() as server:
        yield server


@pytest.fixture
async def two(tmp_path: Path, redis: services.Redis) -> AsyncIterator[list[Member]]:
    """Yield two processes. Tests use the first as the older version and the second as the newer version."""
    async with members(tmp_path, redis.url, redis.url) as both:
        yield both


async def write_anew(newer: Member, table: LiveTable) -> None:
    """Let the newer process take a table over, and write an event that the older process does not know."""
    lease = await newer.hub.store.leases.take(table.id)
    assert lease is not None
    await newer.hub.store.append(table.id, TableEvent(table.state.version + 1, NEW), lease.epoch)


def learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process understand the new event kind from now on."""
    monkeypatch.setitem(apply._APPLY, NEW, lambda state, event: None)


async def new_table(member: Member) -> LiveTable:
    return await make_table(member.hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)


async def test_a_table_of_a_newer_version_waits_and_the_others_go_on(
    two: list[Member], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "saleroom.server")
    older, newer = two
    changed, same = await new_table(older), await new_table(older)
    async with Browser.at(older.url, changed.id, "Ann") as ann, Browser.at(older.url, same.id, "Ben") as ben:
        await ann.next("snapshot")
        await write_anew(newer, changed)
        assert (await ann.closed())[0] == 1012  # a browser would now reconnect, perhaps to the newer process
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
    async with Browser.at(older.url, changed.id, "Ann") as ann:
        assert (await ann.closed())[0] == 1011
    with pytest.raises(StoreTrouble, match=r"waits for a process of a newer version: .*'novelty'"):
        await older.hub.find(changed.id)
    assert "Traceback" not in caplog.text
    assert len(await older.hub.store.events_after(changed.id, 0)) == changed.state.version + 1


async def test_the_newer_process_gets_a_table_that_the_older_one_owns_in_vain(
    two: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a table that the older process has taken over although it cannot read the table's newest event."""
    older, newer = two
    table = await new_table(older)
    await write_anew(newer, table)
    await until(lambda: older.hub.in_memory(table.id) is None)
    await older.hub.store.leases.take(table.id)
    learn(monkeypatch)
    async with Browser.at(newer.url, table.id, "Ann") as ann:
        assert (await ann.do("say", text="Here I am"))["type"] == "done"
    found = newer.hub.in_memory(table.id)
    assert found is not None and found.owner is None


@pytest.mark.parametrize(("column", "value"), [("rules_version", 99), ("game", "auction-novelty")])
async def test_what_a_table_needs_is_named(two: list[Member], tmp_path: Path, column: str, value: object) -> None:
    older, newer = two
    table = await new_table(newer)
    with raw(tmp_path / "house.db") as connection:
        connection.execute(update(tables).where(tables.c.id == table.id).values({column: value}))
    with pytest.raises(StoreTrouble, match=f"table {table.id} waits for a process of a newer version: "):
        await older.hub.find(table.id)


async def test_an_older_owner_leaves_to_others_what_it_cannot_carry_out(
    two: list[Member], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    older, newer = two
    table = await new_table(older)
    there = await newer.hub.find(table.id)
    assert there is not None and there.owner == older.cluster.process
    send = newer.cluster.bus.send

    def say_more(process: str, message: dict[str, Any]) -> None:
        """Simulate the newer version: send messages of unknown kinds, and commands with unknown fields."""
        send(process, {"kind": "novelty"})
        send(process, {**message, "command": {**message["command"], "novelty": 1}} if "command" in message else message)

    monkeypatch.setattr(newer.cluster.bus, "send", say_more)
    async with Browser.at(newer.url, table.id, "Ann") as ann:
        assert (await ann.do("say", text="Do you understand?"))["type"] == "done"
    assert there.owner is None and "a message of another version" in caplog.text
