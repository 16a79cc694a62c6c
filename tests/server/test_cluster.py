"""Several processes share the tables: one owns each, the others follow, and nothing is lost whatever breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from saleroom.server.realtime.live_table import LiveTable
from tests import services
from tests.server.clusters import Member, Wire, members
from tests.server.live_tables import Browser, make_table, until

pytestmark = [pytest.mark.anyio, pytest.mark.integration, pytest.mark.usefixtures("store_kind")]


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    """A bus for all tests of this module."""
    with services.redis() as server:
        yield server


async def table_of_two(one: Member, other: Member) -> tuple[LiveTable, LiveTable]:
    """A table that the first process owns, and that the second one follows."""
    here = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
    there = await other.hub.find(here.id)
    assert there is not None and there.owner == one.cluster.process and here.owner is None
    return here, there


async def test_people_at_two_processes_see_each_other_and_each_others_moves(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert ben.told[-2]["type"] == "update"  # nothing is acknowledged before it is told
        assert (await ann.next("update"))["what"]["kind"] == "sit"
        await until(lambda: here.presence.present()[:2] == there.presence.present()[:2] == [True, True])
        assert (await ann.do("say", text="Hello"))["type"] == "done"
        assert (await ben.next("update"))["what"]["text"] == "Hello"
        assert (await ben.do("react", what="nice"))["type"] == "done"
        assert (await ann.next("reacted"))["seat"] == 1
        await ben.connection.close()
        await until(lambda: here.presence.present()[:2] == [True, False])
        assert here.owner is None and there.owner == one.cluster.process


async def test_a_command_sent_again_through_another_process_is_carried_out_once(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, _ = await table_of_two(one, other)
        first = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        second = await stack.enter_async_context(Browser.at(other.url, here.id, "Ann"))
        told = await asyncio.gather(*(each.do("say", "command-again", text="Once") for each in (first, second)))
        assert {each["version"] for each in told} == {here.state.version}


async def test_a_table_is_handed_over_when_its_owner_closes(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        async with Browser.at(other.url, here.id, "Ann") as ann:
            await ann.next("snapshot")
            await one.hub.close()
            await one.cluster.close()
            assert (await ann.do("say", text="Still here"))["type"] == "done"
            await until(lambda: there.owner is None)


async def test_a_follower_takes_over_from_an_owner_that_does_not_answer(tmp_path: Path, redis) -> None:
    """The owner's bus is cut, so that it hears nothing; it lives, and may write nothing afterwards."""
    async with Wire.to(redis.port) as wire, AsyncExitStack() as stack:
        cut = f"redis://127.0.0.1:{wire.port}/0"
        one, other = await stack.enter_async_context(members(tmp_path, cut, redis.url))
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await wire.cut()
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert there.owner is None
        told = await ann.do("say", text="Who is there?")
        assert told["type"] == "done"
        await until(lambda: here.state.version == there.state.version)
        assert [event.number for event in await one.hub.store.events_after(here.id, 0)] == list(
            range(1, here.state.version + 1)
        )


@pytest.mark.parametrize("how", ["cut", "silence"])
async def test_what_the_bus_lost_comes_from_the_store(tmp_path: Path, redis, how: str) -> None:
    """A connection that ends, and one that is dead without a sign: afterwards the bus works as before."""
    async with Wire.to(redis.port) as wire, AsyncExitStack() as stack:
        cut = f"redis://127.0.0.1:{wire.port}/0"
        one, other = await stack.enter_async_context(members(tmp_path, redis.url, cut))
        here, _ = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await ben.next("snapshot")
        await until(lambda: other.cluster.bus.works)
        await (wire.cut() if how == "cut" else asyncio.to_thread(wire.silence))
        assert (await ann.do("say", text="Lost"))["type"] == "done"
        assert (await ben.next("update"))["what"]["text"] == "Lost"
        await until(lambda: not other.cluster.bus.works)
        await wire.mend()
        await until(lambda: other.cluster.bus.works)
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert here.owner is None


async def test_a_bus_that_starts_again_empty_goes_on(tmp_path: Path) -> None:
    with services.redis() as server:
        async with members(tmp_path, server.url, server.url) as (one, other), AsyncExitStack() as stack:
            here, _ = await table_of_two(one, other)
            ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
            await until(lambda: other.cluster.bus.works)
            services.end(server.process)
            await until(lambda: not other.cluster.bus.works)
            server.process = await asyncio.to_thread(services.start_redis, server.port)
            await until(lambda: other.cluster.bus.works and one.cluster.bus.works)
            assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
            assert here.owner is None


async def test_what_is_erased_is_loaded_anew_everywhere(tmp_path: Path, redis) -> None:
    from saleroom.server.realtime.erasure import erase
    from tests.server.live_tables import holder

    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        async with Browser.at(other.url, here.id, "Ann") as ann:
            assert (await ann.do("say", text="My secret"))["type"] == "done"
            await erase(one.hub, [holder("Ann")], holder("Ann"))
            assert (await ann.closed())[0] == 1012
            again = await other.hub.find(here.id)
            assert again is not None and again is not there
            assert "Ann" not in [place.name for place in again.state.seats]
