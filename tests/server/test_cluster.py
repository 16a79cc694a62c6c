"""Several processes share tables. One process owns each table, the others follow it, and no failure loses data."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from redis.asyncio import Redis

from saleroom.server.core.state.events import TableEvent
from saleroom.server.http.rate_limits import TokenBuckets
from saleroom.server.ops import logs, metrics
from saleroom.server.protocol import commands
from saleroom.server.realtime import cluster, hub, strays
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage import leases
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store
from tests import services
from tests.server.clusters import Member, Wire, member, members
from tests.server.live_tables import PATIENCE, Browser, Guest, holder, make_table, until
from tests.server.log_lines import lines

__all__ = ["lines"]

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("store_kind")]


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    """Yield a bus for all tests of this module."""
    with services.redis() as server:
        yield server


async def table_of_two(one: Member, other: Member) -> tuple[LiveTable, LiveTable]:
    """Return a table that the first process owns, and the copy at the second process, which follows the first.

    A table moves to the process to which its people are connected. Tests therefore wait for the first person's snapshot
    before they connect other people.
    """
    here = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
    there = await other.hub.find(here.id)
    assert there is not None and there.owner == one.cluster.process and here.owner is None
    return here, there


async def test_lines_about_a_forwarded_command_have_the_id_of_its_connection(
    tmp_path: Path, redis, monkeypatch, lines
) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)

        async def fail(*_: object) -> None:
            raise StoreTrouble("the disk is broken")

        monkeypatch.setattr(one.hub.store, "append", fail)
        logs.set_context(connection="at the other process")
        say = commands.Say(type="say", id="command-line", text="Hello")
        assert b"server.not-stored" in await other.cluster.carry_out(there, say, holder("Ann"))
        line = lines.about("store")
        assert (line["connection"], line["table"]) == ("at the other process", here.id)


async def test_people_at_two_processes_see_each_other_and_each_others_moves(tmp_path: Path, redis, monkeypatch) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)  # prevents takeovers on a busy machine
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert "update" in {message["type"] for message in ben.told}  # the event arrives before its acknowledgement
        assert (await ann.next("update"))["what"]["kind"] == "sit"
        await until(lambda: here.presence.present()[:2] == there.presence.present()[:2] == [True, True])
        assert (await ann.do("say", text="Hello"))["type"] == "done"
        assert (await ben.next("update"))["what"]["text"] == "Hello"
        assert (await ben.do("react", what="nice"))["type"] == "done"
        assert (await ann.next("reacted"))["seat"] == 1
        await ben.connection.close()
        await until(lambda: here.presence.present()[:2] == [True, False])
        assert here.owner is None and there.owner == one.cluster.process


async def test_a_rematch_starts_when_its_people_have_come_through_two_processes(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        table = await make_table(one.hub, "auction-draw", "me", "open", deals=1)
        ann, ben = Guest(one.hub, table, "Ann"), Guest(one.hub, table, "Ben")
        await ben.do("sit", seat=1, name="Ben")
        await ann.do("start")
        await asyncio.gather(ann.play_on(), ben.play_on())
        assert (await ann.do("rematch"))["type"] == "done" and table.state.rematch is not None
        browser = await stack.enter_async_context(Browser.at(one.url, table.state.rematch, "Ann"))
        assert (await browser.next("snapshot"))["table"]["status"] == "gathering"
        await stack.enter_async_context(Browser.at(other.url, table.state.rematch, "Ben"))
        assert (await browser.next("update"))["what"]["kind"] == "start"


async def test_the_owner_knows_the_addresses_of_people_at_another_process(tmp_path: Path, redis, monkeypatch) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, _ = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        await until(lambda: here.presence.addresses() == {0: "127.0.0.1", 1: "127.0.0.1"})
        await ben.connection.close()
        await until(lambda: here.presence.addresses() == {0: "127.0.0.1"})


async def test_a_command_sent_again_through_another_process_is_carried_out_once(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, _ = await table_of_two(one, other)
        first = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        second = await stack.enter_async_context(Browser.at(other.url, here.id, "Ann"))
        told = await asyncio.gather(*(each.do("say", "command-again", text="Once") for each in (first, second)))
        stored = await one.hub.store.events_after(here.id, 0)  # the table may have changed owners on a busy machine
        assert [each["version"] for each in told] == [event.number for event in stored if event.kind == "say"] * 2


async def test_a_table_is_handed_over_when_its_owner_closes(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        async with Browser.at(other.url, here.id, "Ann") as ann:
            await ann.next("snapshot")
            await one.hub.close()
            await one.cluster.close()
            assert (await ann.do("say", text="Still here"))["type"] == "done"
            await until(lambda: there.owner is None)


async def test_a_table_that_its_owner_has_let_go_is_taken_over(tmp_path: Path, redis) -> None:
    """Release a table that has had no connections.

    A person then reconnects through another process, and bots must move.
    """
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here = await make_table(one.hub, "auction-pitch", "me", "bot", "bot", "bot", deals=1)
        one.hub.evict_idle(0)
        assert one.hub.in_memory(here.id) is None
        async with Browser.at(other.url, here.id, "Ann") as ann:
            assert (await ann.do("start"))["type"] == "done"
            there = other.hub.in_memory(here.id)
            assert there is not None
            asked = there.state.turn_version  # a bot has moved, unless Ann is the first seat to act
            await until(lambda: there.state.version > here.state.version + 1 or asked(0) is not None)
            assert there.owner is None


async def test_the_copy_of_a_table_of_another_process_is_kept_for_a_short_time(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await ben.next("snapshot")
        there.presence.quiet_since -= hub.FOLLOW_FOR
        other.hub.evict_idle(600.0)
        assert other.hub.in_memory(here.id) is there
        await ben.connection.close()
        await until(lambda: not there.presence.listeners)
        other.hub.evict_idle(600.0)
        assert other.hub.in_memory(here.id) is there, "Ben may return"
        there.presence.quiet_since -= hub.FOLLOW_FOR
        here.presence.quiet_since -= hub.FOLLOW_FOR
        for each in (one, other):
            each.hub.evict_idle(600.0)
        assert other.hub.in_memory(here.id) is None and one.hub.in_memory(here.id) is here
        assert (await ann.do("say", text="Still here"))["type"] == "done"


async def test_strays_are_sent_to_the_owner_once_it_has_been_the_same_for_a_while(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await ben.next("snapshot")
        home = [strays.Strays(one.hub), strays.Strays(other.hub)]
        for each in home:
            each.send_home(1000.0)
            each.send_home(2000.0)  # no process is a neighbour
        for each in home:
            each.neighbours = lambda: [one.cluster.process, other.cluster.process]
            each.send_home(3000.0)
            each.send_home(3000.0 + strays.AFTER - 0.1)
        assert there.owner == one.cluster.process and len(there.presence.listeners) == 1
        for each in home:
            each.send_home(3000.0 + strays.AFTER)
        assert await ben.closed() == (strays.ELSEWHERE, "the table is elsewhere")
        assert (await ann.do("say", text="Still here"))["type"] == "done"
        back = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))  # as if no process took it
        await back.next("snapshot")
        await until(lambda: len(there.presence.listeners) == 1)
        (connection,) = there.presence.listeners
        for second in (1.0, 2.0, strays.AFTER - 0.1):
            home[1].send_home(3000.0 + strays.AFTER + second)
        await back.do("say", text="Back")  # answered, so still connected
        assert there.presence.listeners == {connection}
        home[1].send_home(3000.0 + 2 * strays.AFTER)
        assert await back.closed() == (strays.ELSEWHERE, "the table is elsewhere")


async def test_strays_are_sent_to_the_owners_machine_by_its_name_and_only_once(
    tmp_path: Path, redis, monkeypatch
) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)  # prevents takeovers on a busy machine
    async with (
        member(tmp_path, redis.url, "south") as one,
        member(tmp_path, redis.url, "north") as other,
        member(tmp_path, redis.url, "south") as neighbour,
        AsyncExitStack() as stack,
    ):
        here, there = await table_of_two(one, other)
        browsers = []
        for name, server in {"Ann": one, "Ben": other, "Cid": neighbour}.items():
            browsers.append(await stack.enter_async_context(Browser.at(server.url, here.id, name)))
            await browsers[-1].next("snapshot")
        ann, ben, cid = browsers
        home = [strays.Strays(server.hub) for server in (one, other, neighbour)]
        for each in home:
            each.send_home(1000.0)
            each.send_home(1000.0 + strays.AFTER - 0.1)
        assert len(there.presence.listeners) == 1
        for each in home:
            each.send_home(1000.0 + strays.AFTER)
        assert await ben.closed() == (strays.ELSEWHERE, "machine south")
        assert (await ann.do("say", text="Still here"))["type"] == "done"
        await cid.next("update")  # so still connected to another process of the owner's machine
        await until(lambda: not there.presence.listeners)
        home[1].send_home(1000.0 + strays.AFTER + 1.0)
        back = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))  # the proxy ignores names
        await back.next("snapshot")
        dora = await stack.enter_async_context(Browser.at(other.url, here.id, "Dora"))
        await dora.next("snapshot")
        home[1].send_home(1000.0 + strays.AFTER + 2.0)
        assert await dora.closed() == (strays.ELSEWHERE, "machine south")
        await back.do("say", text="Back")  # answered, so still connected
        home[1].send_home(1000.0 + strays.AFTER + strays.AGAIN)
        assert await back.closed() == (strays.ELSEWHERE, "machine south")


async def test_a_process_that_takes_a_table_over_stores_its_summary(tmp_path: Path, redis, monkeypatch) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        there.summary.store()  # stores nothing, because this process follows
        stored = []
        monkeypatch.setattr(Store, "note_summary", lambda store, table_id, *_: stored.append(table_id))
        await there.own(only_if_unowned=False)
        assert there.owner is None and stored == [here.id]


async def test_a_table_goes_where_its_people_are(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        async with Browser.at(other.url, here.id, "Ann") as ann:
            await until(lambda: there.owner is None)
            async with Browser.at(one.url, here.id, "Ben") as ben:  # people are at both processes, so the table stays
                assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
                assert (await ann.do("say", text="Hello"))["type"] == "done"
                assert there.owner is None
            again = one.hub.in_memory(here.id)
            assert again is not None and again is not here and again.owner == other.cluster.process


async def test_a_follower_takes_over_from_an_owner_that_does_not_answer(tmp_path: Path, redis) -> None:
    """Cut the owner's bus connection, so that the owner gets no messages.

    The owner keeps running, but its writes are refused after the takeover.
    """
    async with Wire.to(redis.port) as wire, AsyncExitStack() as stack:
        cut = f"redis://127.0.0.1:{wire.port}/0"
        one, other = await stack.enter_async_context(members(tmp_path, cut, redis.url))
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
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


async def test_a_table_is_taken_over_once_by_all_commands_that_waited(tmp_path: Path, redis, monkeypatch) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        before = (await one.hub.store.leases.held([here.id]))[here.id].epoch
        taken = metrics.TAKEN._value.get()
        monkeypatch.setattr(cluster, "ANSWER", 0.2)
        monkeypatch.setattr(one.cluster.bus, "send", lambda *message: None)  # the owner never answers
        says = [commands.Say(type="say", id=f"command-{number}", text="Hello") for number in range(5)]
        answers = [other.cluster.carry_out(there, say, holder("Ann")) for say in says]
        assert all(b"done" in answer for answer in await asyncio.gather(*answers))
        assert (await one.hub.store.leases.held([here.id]))[here.id].epoch == before + 1
        assert metrics.TAKEN._value.get() == taken + 1


async def test_a_follower_gets_events_from_the_owner_and_not_from_the_store(tmp_path: Path, redis, monkeypatch) -> None:
    monkeypatch.setattr(leases, "EXPIRY", 60.0)
    async with members(tmp_path, redis.url, redis.url) as (one, other), AsyncExitStack() as stack:
        here, there = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await ben.next("snapshot")
        await until(lambda: bool(here.presence.elsewhere) and there._followed == here.epoch)
        reads: list[int] = []
        read = other.hub.store.events_after

        async def counted(table_id: str, number: int) -> list[TableEvent]:
            reads.append(number)
            return await read(table_id, number)

        monkeypatch.setattr(other.hub.store, "events_after", counted)
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ann.do("say", text="Hello"))["type"] == "done"
        assert (await ben.next("update"))["what"]["text"] == "Hello"
        assert reads == []
        monkeypatch.setattr(cluster, "LARGEST", 10)
        assert (await ann.do("say", text="Large"))["type"] == "done"
        assert (await ben.next("update"))["what"]["text"] == "Large"
        # The event itself is read once. Later reads of a slow test begin after it, so that they return nothing.
        assert reads[0] == here.state.version - 1
        assert set(reads[1:]) <= {here.state.version}
        assert here.state.seats == there.state.seats and here.state.version == there.state.version


@pytest.mark.parametrize("wrong", [{"epoch": -1}, {"edition": 1}, {"number": 1}, {"epoch": None}])
async def test_a_follower_takes_only_the_next_event_of_the_present_owner(tmp_path: Path, redis, wrong) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = await table_of_two(one, other)
        version = there.state.version
        lease = {"epoch": wrong.get("epoch", here.epoch), "edition": wrong.get("edition", 0)}
        number = version + 1 + wrong.get("number", 0)
        event = {"number": number, "kind": "say", "seat": 0, "data": {"text": "x"}, "holder": holder("Ann")}
        people = {"seats": [0], "watchers": 0, "from": one.cluster.process}
        other.cluster._moved({"table": here.id, "version": number, "event": event, **lease, **people})
        await until(lambda: not other.cluster._announced)
        assert there.state.version == version
        if wrong == {"number": 1}:  # the same message with everything right
            event["number"] = number = version + 1
            other.cluster._moved({"table": here.id, "version": number, "event": event, **lease, **people})
            assert there.state.version == version + 1


async def test_a_look_at_the_store_that_took_too_long_changes_nothing(tmp_path: Path, redis) -> None:
    """Check a process that takes a table over before its slow query for the table's previous owner returns."""
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        _, there = await table_of_two(one, other)
        ownership = other.cluster._ownership
        seen = await other.hub.store.leases.held([there.id])
        assert await ownership.own(there, only_if_unowned=False)
        await ownership._apply_lease(there, seen[there.id])
        assert there.owner is None


@pytest.mark.parametrize("how", ["cut", "silence"])
async def test_what_the_bus_lost_comes_from_the_store(tmp_path: Path, redis, how: str) -> None:
    """Check that events arrive while a bus connection is closed or silent, and that the bus works afterwards."""
    async with Wire.to(redis.port) as wire, AsyncExitStack() as stack:
        cut = f"redis://127.0.0.1:{wire.port}/0"
        one, other = await stack.enter_async_context(members(tmp_path, redis.url, cut))
        here, _ = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")
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


async def subscriptions(client: Redis) -> dict[str, str]:
    """Return the peer addresses of all subscribed connections, by connection id."""
    return {each["id"]: each["addr"] for each in await client.client_list(_type="pubsub")}


@pytest.mark.parametrize("how", ["forgotten", "ended"])
async def test_subscriptions_that_redis_has_forgotten_are_made_anew(tmp_path: Path, redis, how: str) -> None:
    """Check that a client subscribes again.

    While its connection stays open, it cannot know that its subscription is gone.
    """
    async with Wire.to(redis.port) as wire, Redis.from_url(redis.url) as client, AsyncExitStack() as stack:
        through = f"redis://127.0.0.1:{wire.port}/0"
        one, other = await stack.enter_async_context(members(tmp_path, through, through))
        here, _ = await table_of_two(one, other)
        ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
        await ann.next("snapshot")  # otherwise the table would move to the only person
        ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
        await until(lambda: one.cluster.bus.works and other.cluster.bus.works)
        before = await subscriptions(client)
        for address in before.values():
            if how == "forgotten":
                wire.write(int(address.rpartition(":")[2]), b"UNSUBSCRIBE\r\n")
            else:
                await client.client_kill(address)
        async with asyncio.timeout(PATIENCE):
            while len((await subscriptions(client)).keys() - before) < len(before):
                await asyncio.sleep(0.05)
        await until(lambda: one.cluster.bus.works and other.cluster.bus.works)
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert here.owner is None


async def test_a_bus_that_starts_again_empty_goes_on(tmp_path: Path) -> None:
    with services.redis() as server:
        async with members(tmp_path, server.url, server.url) as (one, other), AsyncExitStack() as stack:
            here, _ = await table_of_two(one, other)
            ann = await stack.enter_async_context(Browser.at(one.url, here.id, "Ann"))
            await ann.next("snapshot")
            ben = await stack.enter_async_context(Browser.at(other.url, here.id, "Ben"))
            await until(lambda: other.cluster.bus.works)
            services.end(server.process)
            await until(lambda: not other.cluster.bus.works)
            server.process = await asyncio.to_thread(services.start_redis, server.port)
            await until(lambda: other.cluster.bus.works and one.cluster.bus.works)
            assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
            assert here.owner is None


async def test_limits_hold_for_all_processes_together(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        here, there = (TokenBuckets(0.001, 10) for _ in range(2))
        for member, buckets in ((one, here), (other, there)):
            member.cluster.share({"people": buckets})
        await until(lambda: one.cluster.bus.works and other.cluster.bus.works)
        assert there.take("ann", 9)
        await until(lambda: len(here) == 1)
        assert not here.take("ann", 9) and here.take("ben", 9)
        await until(lambda: len(there) == 2)
        assert not there.take("ben", 9) and there.take("ann", 1)  # each process deducts only once what it consumed


async def test_a_job_is_done_by_one_process_while_it_lives(tmp_path: Path, redis) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        claims = await asyncio.gather(*(each.hub.store.leases.claim("practice/today") for each in (one, other) * 3))
        assert sum(claims) == 3 and len({claims[0], claims[2], claims[4]}) == 1
        first, second = (one, other) if claims[0] else (other, one)
        assert await second.hub.store.leases.claim("practice/tomorrow")
        await first.hub.close()
        await first.cluster.close()
        assert await second.hub.store.leases.claim("practice/today")


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
