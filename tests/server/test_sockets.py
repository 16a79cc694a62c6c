"""Hostile and unlucky sockets are refused, dropped or counted, and other people at the table notice nothing."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import websockets

from saleroom.server.http.rate_limits import ConnectionCounter, TokenBucket, TokenBuckets, address_key
from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.realtime.sockets import SocketEndpoint
from tests.server.live_tables import Browser, Guest, Script, holder, make_table, open_hub, serving, token, until

pytestmark = pytest.mark.usefixtures("store_kind")

EASY = SocketLimits(rate=1000, burst=1000, address_rate=10_000, address_burst=10_000)


def pitch_table(hub: Hub, *chairs: str, **more: Any):
    return make_table(hub, "auction-pitch", *chairs, **{"deals": 1, **more})


async def test_a_whole_match_can_be_played_over_a_socket(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        async with Browser.at(url, table.id, "Ann") as ann, Browser.at(url, table.id) as watcher:
            snapshot = await ann.next("snapshot")
            assert snapshot["you"]["seat"] == 0 and snapshot["you"]["owner"] and snapshot["build"] == "build"
            assert (await watcher.next("snapshot"))["you"] == {
                "seat": None, "owner": False, "asked": None, "mine": None, "may_undo": False, "call": None,
            }  # fmt: skip
            you = snapshot["you"]
            while not table.state.over:
                if you["asked"] is None:
                    you = (await ann.next("update"))["you"]
                    continue
                mine = you["mine"]
                action = mine["legal"][0] if mine["legal"] else f"bid {mine['bids']['low']}"
                assert (await ann.do("act", at=you["asked"], action=action))["type"] == "done"
                you = [message for message in ann.told if message["type"] == "update"][-1]["you"]


JUNK: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "[" * 4000,
    json.dumps({"type": "act"}),
    json.dumps({"type": "say", "id": "short", "text": "x"}),
    json.dumps({"type": "say", "id": "command-1", "text": 7}),
    json.dumps({"type": "say", "id": "command-1", "text": "x", "seat": 1}),
    json.dumps({"type": "act", "id": "command-1", "at": -1, "action": "pass"}),
    json.dumps({"type": "act", "id": "command-1", "at": 1.5, "action": "pass"}),
    json.dumps({"type": "sit", "id": "command-1", "seat": 99, "name": "x"}),
    json.dumps({"type": "hello", "token": None}),
    json.dumps({"type": "update", "id": "command-1"}),
    '{"type": "say", "id": "command-1", "text": "\\ud800"}',
    b"\x00\xff",
]


async def test_a_table_that_is_let_go_while_somebody_connects_is_found_again(hub: Hub, monkeypatch) -> None:
    """Let another process take the table over while a person connects.

    The old `LiveTable` would get no later events.
    """
    table = await pitch_table(hub, "open", "open", "open", "open")
    real = hub.store.people.holders_of

    async def meanwhile(holder: str) -> Any:
        if hub.in_memory(table.id) is table:
            hub.evict(table)
        return await real(holder)

    monkeypatch.setattr(hub.store.people, "holders_of", meanwhile)
    async with serving(hub, EASY) as url, Browser.at(url, table.id, "Ann") as ann:
        await ann.next("snapshot")
        async with Browser.at(url, table.id, "Ben") as ben:
            assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
            assert (await ann.next("update"))["what"]["kind"] == "sit"


async def test_malformed_messages_are_refused_then_the_connection_is_closed(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        other = Guest(hub, table, None)
        for junk in JUNK:
            async with Browser.at(url, table.id, "Ann") as ann:
                await ann.next("snapshot")
                for _ in range(4):
                    await ann.send(junk)
                    refused = await ann.next("refused")
                    assert (refused["reason"], refused["id"]) == ("malformed", None), junk
                await ann.send(junk)
                assert (await ann.closed())[0] == 1008, junk
        assert {message["type"] for message in other.told} <= {"snapshot", "presence"}


async def test_a_message_that_is_too_long_closes_the_connection(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        for size in (5_000, 5_000_000):
            async with Browser.at(url, table.id, "Ann") as ann:
                await ann.next("snapshot")
                await ann.send("x" * size)
                assert (await ann.closed())[0] == 1009


async def test_a_connection_without_a_hello_is_closed(hub: Hub) -> None:
    async with serving(hub, replace(EASY, hello=0.1)) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        for said in (None, "junk", {"type": "say", "id": "command-1", "text": "Hello"}):
            async with websockets.connect(f"{url}/{table.id}") as connection:
                browser = Browser(connection)
                if said is not None:
                    await browser.send(said)
                assert await browser.closed() == (1008, "no hello")
                assert browser.told == []


async def test_a_connection_to_an_unknown_table_is_closed(hub: Hub) -> None:
    async with serving(hub, EASY) as url, Browser.at(url, "nowhere", "Ann") as ann:
        assert await ann.closed() == (4404, "there is no such table")


async def test_a_flood_is_refused_as_too_fast_and_then_closed(hub: Hub) -> None:
    async with serving(hub, replace(EASY, rate=5, burst=20)) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        ben = Guest(hub, table, None)
        async with Browser.at(url, table.id, "Ann") as ann:
            for number in range(200):
                await ann.send({"type": "say", "id": f"command-{number}", "text": "Buy!"})
            assert await ann.closed() == (1008, "too-fast")
            refused = [message for message in ann.told if message["type"] == "refused"]
            assert {message["reason"] for message in refused} <= {"too-fast"}
        assert 1 <= len(ben.versions()) <= 10


async def test_all_connections_of_an_address_share_its_rate_limit(tmp_path: Path) -> None:
    limits = replace(EASY, address_rate=1, address_burst=40)
    async with open_hub(tmp_path) as hub, serving(hub, limits) as url, AsyncExitStack() as stack:
        table = await pitch_table(hub, "me", "open", "open", "open")
        told = []
        for number in range(4):
            browser = await stack.enter_async_context(Browser.at(url, table.id, f"Guest {number}"))
            told += [(await browser.do("why", action="pass")).get("reason") for _ in range(8)]
        assert 5 <= told.count("not-yours") <= 26 and "too-fast" in told


async def test_strangers_at_the_same_address_do_not_use_up_what_a_player_may_do(tmp_path: Path) -> None:
    limits = SocketLimits(rate=1, burst=30, address_rate=0, address_burst=60, sockets_per_address=10)
    async with open_hub(tmp_path) as hub, serving(hub, limits) as url, AsyncExitStack() as stack:
        table = await pitch_table(hub, "me", "open", "open", "open")
        ann = await stack.enter_async_context(Browser.at(url, table.id, "Ann"))
        refused = []
        while "too-fast" not in refused:
            junk = await stack.enter_async_context(Browser.at(url, table.id))
            refused += [(await junk.do("why", action="pass")).get("reason") for _ in range(10)]
        late = await stack.enter_async_context(Browser.at(url, table.id))
        assert await late.closed() == (1013, "too many connections")
        assert [(await ann.do("why", action="pass"))["type"] for _ in range(10)] == ["because"] * 10
        phone = await stack.enter_async_context(Browser.at(url, table.id, "Ann"))
        assert (await phone.do("why", action="pass"))["type"] == "because"


async def test_a_persons_devices_share_what_they_may_ask_for(tmp_path: Path) -> None:
    limits = replace(EASY, rate=0, burst=28)
    async with open_hub(tmp_path) as hub, serving(hub, limits) as url, AsyncExitStack() as stack:
        table = await pitch_table(hub, "me", "open", "open", "open")
        devices = [await stack.enter_async_context(Browser.at(url, table.id, "Ann")) for _ in range(2)]
        told = [(await device.do("why", action="pass")).get("reason") for _ in range(15) for device in devices]
        assert told == [None] * 20 + ["too-fast"] * 10


async def test_sixty_people_behind_one_router_play_with_two_devices_each(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub, serving(hub, SocketLimits()) as url, AsyncExitStack() as stack:
        for club in range(15):
            names = [f"Player {club}-{seat}" for seat in range(4)]
            table = await pitch_table(hub, "me", "open", "open", "open", name=names[0])
            for seat, name in enumerate(names):
                for device in range(2):
                    browser = await stack.enter_async_context(Browser.at(url, table.id, name))
                    await browser.next("snapshot")
                    if seat and not device:
                        assert (await browser.do("sit", seat=seat, name=name))["type"] == "done"
            assert len(table.presence.listeners) == 8


async def test_whoever_does_not_say_who_they_are_makes_room(tmp_path: Path) -> None:
    limits = replace(EASY, unidentified=3)
    async with open_hub(tmp_path) as hub, serving(hub, limits) as url, AsyncExitStack() as stack:
        table = await pitch_table(hub, "me", "open", "open", "open")
        silent = [
            await stack.enter_async_context(websockets.connect(f"{url}/{table.id}", compression=None)) for _ in range(3)
        ]
        ann = await stack.enter_async_context(Browser.at(url, table.id, "Ann"))
        await ann.next("snapshot")
        with pytest.raises(websockets.ConnectionClosed):
            await silent[0].recv()
        assert (await ann.do("why", action="pass"))["type"] == "because"


async def test_connections_are_limited_by_address_and_by_person(tmp_path: Path) -> None:
    limits = replace(EASY, sockets_per_address=5, sockets_per_holder=2, spectators=2)
    async with open_hub(tmp_path) as hub, serving(hub, limits) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        for name in ("Ann", None, "Ben"):
            async with AsyncExitStack() as stack:
                for _ in range(2):
                    browser = await stack.enter_async_context(Browser.at(url, table.id, name))
                    await browser.next("snapshot")
                browser = await stack.enter_async_context(Browser.at(url, table.id, name))
                assert (await browser.closed())[0] == 1013
            await until(lambda: not table.presence.listeners)
        async with AsyncExitStack() as stack:
            tables = [await pitch_table(hub, "me", "open", "open", "open") for _ in range(6)]
            for table in tables[:5]:
                browser = await stack.enter_async_context(Browser.at(url, table.id))
                await browser.next("snapshot")
            browser = await stack.enter_async_context(Browser.at(url, tables[5].id))
            assert await browser.closed() == (1013, "too many connections")
        async with Browser.at(url, table.id) as browser:
            await browser.next("snapshot")  # closed connections no longer count


async def test_a_slow_reader_is_dropped_and_delays_nobody(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann, stuck = Guest(hub, table, "Ann"), Script(table.id)
    serving = asyncio.create_task(stuck.run(SocketEndpoint(hub, replace(EASY, outgoing=10))))
    await until(lambda: table.presence.spectators() == 1)
    for _ in range(30):
        assert (await ann.do("say", text="Hello"))["type"] == "done"
    await until(lambda: table.presence.spectators() == 0)
    await asyncio.wait_for(serving, 3)  # shutting down waits at most a second
    assert len(stuck.sent) <= 1


async def test_a_command_of_a_dropped_connection_is_still_carried_out(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    watcher = Guest(hub, table, None)
    begun, kept, real = asyncio.Event(), asyncio.Event(), hub.store.append

    async def slow(*event: Any) -> None:
        begun.set()
        await kept.wait()
        await real(*event)

    hub.store.append = slow
    said = {"type": "say", "id": "command-1", "text": "Hello"}
    ann = Script(table.id, "Ann", json.dumps(said))
    serving = asyncio.create_task(ann.run(SocketEndpoint(hub, EASY)))
    await begun.wait()
    table.presence.drop_all(1013, "too slow")
    watcher.dropped = None
    table.join(watcher)
    await asyncio.sleep(0.05)
    assert not serving.done()
    kept.set()
    await asyncio.wait_for(serving, 3)
    assert watcher.versions() == [table.state.version]
    assert table.state.version_of("command-1", holder("Ann")) == table.state.version


async def test_a_client_that_reconnects_gets_a_complete_snapshot(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            ann.connection.transport.abort()
        await until(lambda: not table.presence.listeners)
        await Guest(hub, table, "Ann").do("say", text="Elsewhere")
        async with Browser.at(url, table.id, "Ann") as ann:
            snapshot = await ann.next("snapshot")
            assert snapshot["version"] == table.state.version
            assert snapshot["chat"][-1]["text"] == "Elsewhere"


async def test_commands_for_others_seats_and_for_older_turns_are_refused(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        ann = Guest(hub, table, "Ann")
        await until(lambda: ann.asked is not None)
        asked = ann.asked
        action = table.state.match.legal(0)[0]
        assert (await ann.do("act", "command-mine", at=asked, action=action))["type"] == "done"
        version = table.state.version
        async with Browser.at(url, table.id, "Eve") as eve:
            await eve.next("snapshot")
            for kind, parts in (
                ("act", {"at": asked, "action": action}),
                ("undo", {}),
                ("consent", {"yes": True}),
                ("nudge", {"seat": 0}),
                ("reseat", {"seat": 1, "to": None}),
                ("settle", {"hints": False}),
                ("start", {}),
                ("leave", {}),
                ("say", {"text": "Hello"}),
                ("rematch", {}),
                ("hint", {}),
                ("why", {"action": "pass"}),
                ("sit", {"seat": 0, "name": "Ann"}),
            ):
                assert (await eve.do(kind, **parts))["type"] == "refused", kind
            replayed = await eve.do("act", "command-mine", at=asked, action=action)
            assert replayed["type"] == "refused"  # a command id belongs to one person
        async with Browser.at(url, table.id, "Ann") as ann_again:
            await ann_again.next("snapshot")
            again = await ann_again.do("act", "command-mine", at=asked, action=action)
            assert again["type"] == "done" and again["version"] <= version
            stale = await ann_again.do("act", at=asked, action=action)
            assert stale["reason"] in ("stale", "illegal")
        moves = [event for event in (await hub.store.load(table.id))[1] if event.seat == 0 and event.kind == "move"]
        assert len(moves) == 1


async def test_connections_are_told_when_the_server_closes(hub: Hub) -> None:
    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "open", "open", "open")
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            await table.close()
            assert (await ann.closed())[0] == 1012


async def test_logs_contain_no_card_and_no_token(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "saleroom")

    async with serving(hub, EASY) as url:
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.do("act", at=10**9, action="play JD")
            await ann.send("play JD")
            await ann.next("refused")
        await Guest(hub, table, "Ann").play_on()
    lines = [f"{record.getMessage()} {getattr(record, FACTS, '')}" for record in caplog.records]
    assert any("joined" in line for line in lines)
    for line in lines:
        assert token("Ann") not in line and holder("Ann") not in line
        assert "play" not in line and "JD" not in line


# Counting


def test_a_token_bucket_refills() -> None:
    bucket = TokenBucket(2, 4, 0)
    assert [bucket.take(1, 0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take(1, 0.5)
    assert not bucket.take(1, 0.5)
    assert bucket.take(4, 100)
    assert not bucket.take(1, 100)


def test_what_was_spent_elsewhere_is_paid_back() -> None:
    now = [0.0]
    here, there = (TokenBuckets(1, 10, clock=lambda: now[0]) for _ in range(2))
    assert here.collect() == there.collect() == {}
    assert [here.take("ann", 6), there.take("ann", 8), there.take("ben")] == [True] * 3
    for key, cost in there.collect().items():
        here.charge(key, cost)
    # `collect` does not report what the other process has charged
    assert there.collect() == {} and here.collect() == {"ann": 6}
    now[0] = 4.0
    assert not here.take("ann")  # 10 - 6 - 8 + 4
    now[0] = 5.0
    assert here.take("ann") and here.take("ben", 9) and not here.take("ben", 9)
    for _ in range(100):
        here.charge("ann", 10)
    now[0] = 26.0
    assert here.take("ann")  # the debt is at most one burst


def test_what_is_to_be_told_is_bounded() -> None:
    buckets = TokenBuckets(1, 1, limit=10, clock=lambda: 0)
    buckets.take("before the first collection")
    assert buckets.collect() == {}
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets.collect()) == 10


def test_rate_limit_counters_stay_small() -> None:
    buckets = TokenBuckets(1, 1, limit=10, clock=lambda: 0)
    for number in range(1000):
        assert buckets.take(str(number))
    assert len(buckets) == 10
    assert not buckets.take("999")
    census = ConnectionCounter()
    for number in range(1000):
        assert census.enter(str(number), 1)
        assert not census.enter(str(number), 1)
        census.leave(str(number))
    assert len(census) == 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, counted: str) -> None:
    assert address_key(address) == counted
