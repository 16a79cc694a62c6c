"""Hostile and unlucky sockets: refused, dropped, counted; nobody else at the table notices."""

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
from saleroom.server.realtime.sockets import SocketEndpoint, SocketLimits
from tests.server.live_tables import Browser, Guest, Script, found, holder, house, run, serving, token, until

EASY = SocketLimits(rate=1000, burst=1000, address_rate=10_000, address_burst=10_000)


def pitch(hub: Any, *chairs: str, **more: Any):
    return found(hub, "auction-pitch", *chairs, **{"deals": 1, **more})


def test_a_match_over_a_socket(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "bot", "bot", "bot", start=True)
            async with Browser.at(url, live.id, "Ann") as ann, Browser.at(url, live.id) as watcher:
                snapshot = await ann.next("snapshot")
                assert snapshot["you"]["seat"] == 0 and snapshot["you"]["owner"] and snapshot["build"] == "build"
                assert (await watcher.next("snapshot"))["you"] == {
                    "seat": None, "owner": False, "asked": None, "mine": None, "may_undo": False,
                }  # fmt: skip
                you = snapshot["you"]
                while not live.state.over:
                    if you["asked"] is None:
                        you = (await ann.next("update"))["you"]
                        continue
                    mine = you["mine"]
                    action = mine["legal"][0] if mine["legal"] else f"bid {mine['bids']['low']}"
                    assert (await ann.do("act", at=you["asked"], action=action))["type"] == "done"
                    you = [message for message in ann.told if message["type"] == "update"][-1]["you"]

    run(scene())


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


def test_junk_is_refused_until_it_is_too_much(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            other = Guest(hub, live, None)
            for junk in JUNK:
                async with Browser.at(url, live.id, "Ann") as ann:
                    await ann.next("snapshot")
                    for _ in range(4):
                        await ann.send(junk)
                        refused = await ann.next("refused")
                        assert (refused["reason"], refused["id"]) == ("malformed", None), junk
                    await ann.send(junk)
                    assert (await ann.closed())[0] == 1008, junk
            assert {message["type"] for message in other.told} <= {"snapshot", "presence"}

    run(scene())


def test_a_huge_frame_ends_the_connection(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            for size in (5_000, 5_000_000):
                async with Browser.at(url, live.id, "Ann") as ann:
                    await ann.next("snapshot")
                    await ann.send("x" * size)
                    assert (await ann.closed())[0] == 1009

    run(scene())


def test_no_hello(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, replace(EASY, hello=0.1)) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            for said in (None, "junk", {"type": "say", "id": "command-1", "text": "Hello"}):
                async with websockets.connect(f"{url}/{live.id}") as connection:
                    browser = Browser(connection)
                    if said is not None:
                        await browser.send(said)
                    assert await browser.closed() == (1008, "no hello")
                    assert browser.told == []

    run(scene())


def test_no_such_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url, Browser.at(url, "nowhere", "Ann") as ann:
            assert await ann.closed() == (4404, "there is no such table")

    run(scene())


def test_a_flood_is_slowed_down_and_then_ended(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, replace(EASY, rate=5, burst=20)) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            ben = Guest(hub, live, None)
            async with Browser.at(url, live.id, "Ann") as ann:
                for number in range(200):
                    await ann.send({"type": "say", "id": f"command-{number}", "text": "Buy!"})
                assert await ann.closed() == (1008, "too-fast")
                refused = [message for message in ann.told if message["type"] == "refused"]
                assert {message["reason"] for message in refused} <= {"too-fast"}
            assert 1 <= len(ben.versions()) <= 10

    run(scene())


def test_an_address_asks_only_so_much_on_all_its_connections(tmp_path: Path) -> None:
    async def scene() -> None:
        limits = replace(EASY, address_rate=1, address_burst=40)
        async with house(tmp_path) as hub, serving(hub, limits) as url, AsyncExitStack() as stack:
            live = await pitch(hub, "me", "open", "open", "open")
            told = []
            for number in range(4):
                browser = await stack.enter_async_context(Browser.at(url, live.id, f"Guest {number}"))
                told += [(await browser.do("why", action="pass")).get("reason") for _ in range(8)]
            assert 5 <= told.count("not-yours") <= 26 and "too-fast" in told

    run(scene())


def test_connections_are_counted_by_address_and_by_person(tmp_path: Path) -> None:
    async def scene() -> None:
        limits = replace(EASY, sockets_per_address=5, sockets_per_holder=2, watchers=2)
        async with house(tmp_path) as hub, serving(hub, limits) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            for name in ("Ann", None, "Ben"):
                async with AsyncExitStack() as stack:
                    for _ in range(2):
                        browser = await stack.enter_async_context(Browser.at(url, live.id, name))
                        await browser.next("snapshot")
                    browser = await stack.enter_async_context(Browser.at(url, live.id, name))
                    assert (await browser.closed())[0] == 1013
                await until(lambda: not live.presence.listeners)
            async with AsyncExitStack() as stack:
                tables = [await pitch(hub, "me", "open", "open", "open") for _ in range(6)]
                for table in tables[:5]:
                    browser = await stack.enter_async_context(Browser.at(url, table.id))
                    await browser.next("snapshot")
                browser = await stack.enter_async_context(Browser.at(url, tables[5].id))
                assert await browser.closed() == (1013, "too many connections")
            async with Browser.at(url, live.id) as browser:
                await browser.next("snapshot")  # those who have gone count no more

    run(scene())


def test_a_slow_reader_is_dropped_and_nobody_waits_for_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub:
            live = await pitch(hub, "me", "open", "open", "open")
            ann, stuck = Guest(hub, live, "Ann"), Script(live.id)
            serving = asyncio.create_task(stuck.run(SocketEndpoint(hub, replace(EASY, outgoing=10))))
            await until(lambda: live.presence.watchers() == 1)
            for _ in range(30):
                assert (await ann.do("say", text="Hello"))["type"] == "done"
            await until(lambda: live.presence.watchers() == 0)
            await asyncio.wait_for(serving, 3)  # it is waited for a second, and no longer
            assert len(stuck.sent) <= 1

    run(scene())


def test_what_a_dropped_connection_had_begun_is_carried_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub:
            live = await pitch(hub, "me", "open", "open", "open")
            watcher = Guest(hub, live, None)
            begun, kept, real = asyncio.Event(), asyncio.Event(), hub.store.append

            async def slow(*event: Any) -> None:
                begun.set()
                await kept.wait()
                await real(*event)

            hub.store.append = slow
            said = {"type": "say", "id": "command-1", "text": "Hello"}
            ann = Script(live.id, "Ann", json.dumps(said))
            serving = asyncio.create_task(ann.run(SocketEndpoint(hub, EASY)))
            await begun.wait()
            live.presence.drop_all(1013, "too slow")
            watcher.dropped = None
            live.join(watcher)
            await asyncio.sleep(0.05)
            assert not serving.done()
            kept.set()
            await asyncio.wait_for(serving, 3)
            assert watcher.versions() == [live.state.version]
            assert live.state.version_of("command-1", holder("Ann")) == live.state.version

    run(scene())


def test_a_lost_connection_comes_back_to_everything(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            async with Browser.at(url, live.id, "Ann") as ann:
                await ann.next("snapshot")
                ann.connection.transport.abort()
            await until(lambda: not live.presence.listeners)
            await Guest(hub, live, "Ann").do("say", text="Elsewhere")
            async with Browser.at(url, live.id, "Ann") as ann:
                snapshot = await ann.next("snapshot")
                assert snapshot["version"] == live.state.version
                assert snapshot["chat"][-1]["text"] == "Elsewhere"

    run(scene())


def test_other_peoples_tables_and_old_commands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "bot", "bot", "bot", start=True)
            ann = Guest(hub, live, "Ann")
            await until(lambda: ann.asked is not None)
            asked = ann.asked
            action = live.state.match.legal(0)[0]
            assert (await ann.do("act", "command-mine", at=asked, action=action))["type"] == "done"
            version = live.state.version
            async with Browser.at(url, live.id, "Eve") as eve:
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
                assert replayed["type"] == "refused"  # an id is one person's
            async with Browser.at(url, live.id, "Ann") as ann_again:
                await ann_again.next("snapshot")
                again = await ann_again.do("act", "command-mine", at=asked, action=action)
                assert again["type"] == "done" and again["version"] <= version
                stale = await ann_again.do("act", at=asked, action=action)
                assert stale["reason"] in ("stale", "illegal")
            moves = [event for event in (await hub.store.load(live.id))[1] if event.seat == 0 and event.kind == "move"]
            assert len(moves) == 1

    run(scene())


def test_closing_the_house_says_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "open", "open", "open")
            async with Browser.at(url, live.id, "Ann") as ann:
                await ann.next("snapshot")
                await live.close()
                assert (await ann.closed())[0] == 1012

    run(scene())


def test_the_logs_name_no_card_and_no_token(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "saleroom")

    async def scene() -> None:
        async with house(tmp_path) as hub, serving(hub, EASY) as url:
            live = await pitch(hub, "me", "bot", "bot", "bot", start=True)
            async with Browser.at(url, live.id, "Ann") as ann:
                await ann.do("act", at=10**9, action="play JD")
                await ann.send("play JD")
                await ann.next("refused")
            await Guest(hub, live, "Ann").play_on()

    run(scene())
    lines = [f"{record.getMessage()} {getattr(record, FACTS, '')}" for record in caplog.records]
    assert any("joined" in line for line in lines)
    for line in lines:
        assert token("Ann") not in line and holder("Ann") not in line
        assert "play" not in line and "JD" not in line


# What is counted


def test_a_bucket_fills_up_again() -> None:
    bucket = TokenBucket(2, 4, 0)
    assert [bucket.take(1, 0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take(1, 0.5)
    assert not bucket.take(1, 0.5)
    assert bucket.take(4, 100)
    assert not bucket.take(1, 100)


def test_counting_takes_little_room() -> None:
    buckets = TokenBuckets(1, 1, most=10, clock=lambda: 0)
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
def test_a_household_is_one_address(address: str, counted: str) -> None:
    assert address_key(address) == counted
