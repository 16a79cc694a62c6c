"""Webhooks of correspondence tables and tournaments, against local imitations of the chats that receive them."""

from __future__ import annotations

import asyncio
import html
import json
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.quiet_hours import QuietHours
from saleroom.server.ops.settings import BusUrl, PublicUrl
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime import cluster, delivery, reminders
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.reminders import Reminders
from saleroom.server.storage.datafile import StoreUnavailable
from saleroom.server.storage.notifications import LEASE, MessagePreferences, Scope, Webhook, code_digest
from saleroom.server.workers import webhook
from saleroom.server.workers.https_sender import parse_https
from saleroom.server.workers.webhook import Notice, kind_of
from tests.server.event_people import PEOPLE, open_club
from tests.server.http_client import HERE, opened
from tests.server.live_tables import Guest, holder, open_hub, token, until
from tests.server.program_people import bearer
from tests.server.receivers import Receiver, Request, receiver
from tests.server.test_correspondence import Clock, a_match, hide, waits
from tests.stores import contents

PUBLIC = PublicUrl("https", "cards.example.org", "")
DISCORD = "https://discord.com/api/webhooks/123/secret-of-discord"
SLACK = "https://hooks.slack.com/services/T0/B0/secret-of-slack"
MATRIX = "https://matrix.example.org/webhook/6f1c9a0e-8f5d-4a2b-9c3d-0123456789ab"
PLAIN = "https://chat.example.org/secret-of-chat"
both_stores = pytest.mark.usefixtures("store_kind")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


@pytest.fixture
def chat() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def messenger(hub: Hub, chat: Receiver, **more: Any) -> Reminders:
    return Reminders(hub, PUBLIC, sender=chat.sender(**more))


async def set_webhook(hub: Hub, target: str, address: str = PLAIN, scope: Scope = "table", **more: Any) -> Webhook:
    """Store a confirmed webhook of Ann's."""
    usual = {
        "id": f"hook-{target}"[:40],
        "identity": holder("Ann"),
        "kind": kind_of(parse_https(address)),
        "language": "en",
        "code": code_digest("x"),
        "code_until": 0.0,
        "guesses": 1,
        "confirmed_at": 1.0,
        "failed_at": None,
        "announced": 0,
        "made_at": 1.0,
    }
    new = Webhook(scope=scope, target=target, address=address, **{**usual, **more})
    assert await hub.store.notifications.add_webhook(new)
    return new


async def leave(running: Reminders, live: LiveTable, people: list[Guest]) -> int:
    """Wait until the bots have moved and no message is in progress, and let all people leave the table; return the seat
    of the person to act.
    """
    seat = await waits(live)
    await idle(running)
    for guest in people:
        guest.leave()
    return seat


async def idle(running: Reminders) -> None:
    """Wait until no message is in progress."""
    while running._tasks:
        await asyncio.gather(*running._tasks)


def said(request: Request) -> str:
    """Return the text of a message."""
    return request.json.get("content") or request.json["text"]


# Formats


NASTY = "@everyone <!channel> [x](https://evil.example) **b** #room :smile: <@123> `c` \"'&"


def payload(address: str, **names: Any) -> dict[str, Any]:
    place = parse_https(address)
    notice = Notice("turn", "en", names, "https://cards.example.org/table/x", "https://cards.example.org/stop#k")
    request = webhook.post(kind_of(place), place, notice)
    assert request.headers == {"content-type": "application/json"}
    return json.loads(request.body)


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        (DISCORD, "discord"),
        ("https://ptb.discord.com/api/webhooks/1/x", "discord"),
        ("https://discord.com.evil.example/api/webhooks/1/x", "plain"),
        (SLACK, "slack"),
        (MATRIX, "matrix"),
        ("https://example.org/webhook/x", "plain"),
        (PLAIN, "plain"),
    ],
)
def test_the_kind_of_a_webhook_is_recognised(address, kind):
    assert kind_of(parse_https(address)) == kind


def test_a_message_for_discord_mentions_no_one_and_shows_no_previews():
    sent = payload(DISCORD, name="Ann", game="Auction Pitch")
    assert sent == {
        "content": "Ann, it is your turn: Auction Pitch.\n<https://cards.example.org/table/x>\n"
        "Stop these messages: <https://cards.example.org/stop#k>",
        "allowed_mentions": {"parse": []},
        "flags": 4,
    }
    first = payload(DISCORD, name=NASTY, game="x")["content"].splitlines()[0]
    assert not re.search(r"(?<!\\)[*_`\[\]<>()#]|@everyone|://|:smile:|<@", first)


def test_a_message_for_slack_has_no_markup():
    sent = payload(SLACK, name="Ann", game="Auction Pitch")
    text = sent.pop("text")
    assert text.splitlines()[:2] == ["Ann, it is your turn: Auction Pitch.", "https://cards.example.org/table/x"]
    assert sent == {"mrkdwn": False, "unfurl_links": False, "unfurl_media": False}
    first = payload(SLACK, name=NASTY, game="x")["text"].splitlines()[0]
    assert not re.search(r"[<>]|://|:smile:|@everyone|&(?!amp;|lt;|gt;)", first)


def test_a_message_for_a_matrix_bridge_has_text_and_html():
    sent = payload(MATRIX, name="Ann", game="Auction Pitch")
    assert set(sent) == {"text", "html", "username"}
    assert sent["html"].startswith("<p>Ann, it is your turn: Auction Pitch.<br><a href=")
    nasty = payload(MATRIX, name=NASTY + "@room <script>", game="x")
    assert not re.search(r"@(everyone|room)|://evil", nasty["text"] + nasty["html"])
    assert set(re.findall(r"<(\w+)", nasty["html"])) == {"p", "br", "a"}
    assert NASTY in html.unescape(nasty["html"]).replace("\u200b", "")


def test_plain_json_has_a_text_that_mentions_no_one_and_the_names_unchanged():
    sent = payload(PLAIN, name=NASTY + "@channel", game="Auction Pitch")
    text = sent.pop("text")
    assert not re.search(r"@(everyone|channel)|<@1|://|#room|:smile:", text)
    assert text.replace("\u200b", "") == f"{NASTY}@channel, it is your turn: Auction Pitch."
    assert sent == {
        "event": "turn",
        "name": NASTY + "@channel",
        "game": "Auction Pitch",
        "url": "https://cards.example.org/table/x",
        "stop_url": "https://cards.example.org/stop#k",
    }


@pytest.mark.parametrize("address", [DISCORD, SLACK, MATRIX, PLAIN])
@pytest.mark.parametrize("name", ["{game}", "{name.__class__}", "{", "\r\nx: y", "\u202ex", "😀" * 24])
def test_names_can_neither_fill_placeholders_nor_break_the_format(address, name):
    sent = payload(address, name=name, game="Auction Pitch")
    assert "Auction Pitch." in (sent.get("content") or sent["text"]) and "class '" not in json.dumps(sent)


# Tables


@both_stores
@pytest.mark.parametrize("address", [DISCORD, SLACK, MATRIX, PLAIN])
async def test_a_chat_gets_one_message_when_the_match_begins_and_one_for_each_turn(tmp_path, clock, chat, address):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, address)
        seat = await leave(running, live, people)
        for _ in range(3):
            running.note(live)
        await idle(running)
        texts = [said(request) for request in chat.requests]
        name = live.state.seats[seat].name
        assert ["begins" in text for text in texts] == [True, False] and name in texts[1]
        assert all(request.line == f"POST {parse_https(address).target} HTTP/1.1" for request in chat.requests)
        assert f"https://cards.example.org/table/{live.id}" in chat.requests[1].body.decode()
        await people[seat].act()
        following = await waits(live)
        await idle(running)
        assert len(chat.requests) == 3
        assert live.state.seats[following].name in said(chat.requests[2])
        await running.close()


@both_stores
async def test_who_is_at_the_table_is_not_announced(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *_ = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await waits(live)
        running.note(live)
        await idle(running)
        assert chat.requests == []
        await running.close()


@both_stores
async def test_only_the_address_of_a_present_owner_gets_messages(tmp_path, clock, chat):
    """Unconfirmed and failed addresses get nothing, nor do those of people who no longer own the table, or whom the
    operator has blocked.
    """
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await leave(running, live, people)
        wrong = [{"confirmed_at": None}, {"failed_at": 1.0}, {"identity": holder("Cleo")}]
        for parts in wrong:
            await set_webhook(hub, live.id, **parts)
            await running.notify(live, "turn")
        hub.restrictions = replace(hub.restrictions, blocked=frozenset({holder("Ann")}))
        await set_webhook(hub, live.id)
        await running.notify(live, "turn")
        assert chat.requests == []
        await running.close()


@both_stores
async def test_without_a_public_url_or_by_the_operators_choice_nothing_is_sent(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id)
        await waits(live)
        for guest in people:
            guest.leave()
        for running in (
            Reminders(hub, None, sender=chat.sender()),
            Reminders(hub, PUBLIC, webhooks=False, sender=chat.sender()),
        ):
            await running.notify(live, "turn")
            await running.catch_up()
            assert not running.has_webhooks
            await running.close()
        assert chat.requests == []


@both_stores
async def test_a_failed_message_is_sent_again_after_growing_pauses_while_it_is_true(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        seat = await leave(running, live, people)
        chat.statuses = [500, 302, 429, 204]
        chat.extra_headers = "retry-after: 500\r\n"
        await running.notify(live, "turn")
        for pause in (500, 500, 500):
            clock.now += pause - 1
            before = len(chat.requests)
            await running._delivery.deliver()
            assert len(chat.requests) == before
            clock.now += 2
            await running._delivery.deliver()
            assert len(chat.requests) == before + 1
        assert len(chat.requests) == 4
        clock.now += DAY
        await running._delivery.deliver()
        assert len(chat.requests) == 4  # it has arrived
        chat.statuses = [500]
        await people[seat].act()
        seat = await waits(live)
        await idle(running)
        assert len(chat.requests) == 5
        await people[seat].act()
        await waits(live)
        await idle(running)
        clock.now += 100
        await running._delivery.deliver()
        names = [request.json["name"] for request in chat.requests[5:]]
        assert names == [live.state.seats[(await waits(live))].name]  # the failed message is outdated
        await running.close()


@both_stores
async def test_after_many_failures_a_message_is_given_up(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat, seconds=5.0)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)
        chat.statuses = [503] * 100
        await running.notify(live, "turn")
        for _ in range(30):
            clock.now += delivery.LONGEST_PAUSE
            await running._delivery.deliver()
        assert len(chat.requests) == delivery.MOST_ATTEMPTS
        await running.close()


@both_stores
async def test_an_address_that_does_not_exist_gets_no_more_messages(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        chat.statuses = [404]  # of the message that the match begins; a move of a bot can send it at once
        await set_webhook(hub, live.id)
        seat = await leave(running, live, people)
        await running.notify(live, "turn")
        stored = await hub.store.notifications.webhook("table", live.id)
        assert stored is not None and not stored.works and len(chat.requests) == 1
        await people[seat].act()
        await waits(live)
        await idle(running)
        assert len(chat.requests) == 1
        await running.close()


@both_stores
async def test_a_broken_chat_does_not_hold_up_another(tmp_path, clock, chat):
    """One chat is silent until the time limit, one name leads into the own network, one chat works."""

    def resolve(host: str) -> list[str]:
        return ["127.0.0.1"] if host == "chat.example.org" else ["10.0.0.1"]

    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat, resolve=resolve)
        tables = [await a_match(hub) for _ in range(3)]
        addresses = ("https://discord.com/api/webhooks/1/x", "https://evil.example.org/x", PLAIN)
        for (live, *people), address in zip(tables, addresses, strict=True):
            await set_webhook(hub, live.id, address, announced=1)
            await leave(running, live, people)
        for live, *_ in tables:
            running.note(live)
        await idle(running)
        assert [request.line for request in chat.requests] == ["POST /secret-of-chat HTTP/1.1"]
        await running.close()


# Restarts


class Killed(BaseException):
    """The end of the process, as by ``kill -9``: nothing after it happens."""


async def killed(job: Any) -> None:
    with pytest.raises(Killed):
        await job


@both_stores
async def test_a_kill_between_sending_and_noting_it_costs_one_duplicate_at_most(tmp_path, clock, chat, monkeypatch):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)

        async def die(message: Any) -> None:
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(hub.store.notifications, "drop_message", die)
            await killed(running.notify(live, "turn"))
        assert len(chat.requests) == 1
        await running.close()
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        await running.catch_up()
        assert len(chat.requests) == 1  # another process could still be sending it
        clock.now += LEASE + 1
        for _ in range(3):
            await running._delivery.deliver()
            await running.catch_up()
        assert len(chat.requests) == 2
        await running.close()


async def test_a_table_that_cannot_be_read_does_not_hold_up_the_messages_of_others(tmp_path, clock, chat, monkeypatch):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        for _ in range(2):
            live, *people = await a_match(hub)
            await set_webhook(hub, live.id, announced=1)
            await leave(running, live, people)
        hidden, readable = [each.target for each in await hub.store.notifications.working_webhooks()]
        hide(hub, monkeypatch, hidden)
        await running.catch_up()
        assert [request.json["url"].rpartition("/")[2] for request in chat.requests] == [readable]
        await running.close()


async def test_what_the_database_could_not_say_is_caught_up_later(tmp_path, clock, chat, monkeypatch):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)

        async def fail(table_id: str) -> None:
            raise StoreUnavailable("it is being stopped")

        with monkeypatch.context() as patch, pytest.raises(StoreUnavailable):
            patch.setattr(hub, "find", fail)
            await running.catch_up()
        await running.catch_up()
        assert len(chat.requests) == 1
        await running.close()


async def test_slow_lookups_of_new_addresses_do_not_delay_messages(tmp_path, clock, chat):
    found, lookups = threading.Event(), []

    def resolve(host: str) -> list[str]:
        lookups.append(host)
        if host == "slow.example.org":
            found.wait()
        return ["127.0.0.1"]

    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat, resolve=resolve, seconds=20.0)
        live, *people = await a_match(hub)
        usual = await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)
        slow = replace(usual, address="https://slow.example.org/x")
        codes = [asyncio.create_task(running.send_code(slow, "CODE")) for _ in range(20)]
        try:
            await until(lambda: lookups)
            await running.notify(live, "turn")
            assert len(chat.requests) == 1 and lookups.count("slow.example.org") <= reminders.CODES_AT_ONCE
        finally:
            found.set()
        await asyncio.gather(*codes)
        await running.close()


@both_stores
@pytest.mark.parametrize("step", ["claim_turn", "take_due"])
async def test_a_kill_before_sending_loses_no_message(tmp_path, clock, chat, monkeypatch, step):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)
        real = getattr(hub.store.notifications, step)

        async def die(*parts: Any) -> None:
            if step == "take_due":
                await real(*parts)
            raise Killed

        monkeypatch.setattr(hub.store.notifications, step, die)
        await killed(running.notify(live, "turn"))
        assert chat.requests == []
        await running.close()
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        clock.now += LEASE + 1
        await running.catch_up()
        await running._delivery.deliver()
        assert [request.json["event"] for request in chat.requests] == ["turn"]
        await running.close()


@both_stores
async def test_two_processes_send_one_message(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        first, second = messenger(hub, chat), messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(second, live, people)
        await asyncio.gather(*(running.notify(live, "turn") for running in (first, second) for _ in range(3)))
        assert len(chat.requests) == 1
        await first.close()
        await second.close()


# Quiet hours and leaving


@both_stores
async def test_messages_wait_for_the_end_of_quiet_hours_in_the_time_zone_of_the_person(tmp_path, clock, chat):
    zone = "Asia/Tokyo"
    clock.now = datetime(2026, 11, 26, 23, 30, tzinfo=ZoneInfo(zone)).timestamp()
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)
        for guest in people:
            chosen = MessagePreferences(True, QuietHours(22 * 60, 7 * 60, zone))
            await hub.store.notifications.choose(guest.holder or "", chosen)
        await running.notify(live, "turn")
        clock.now += 7.4 * 3600
        await running._delivery.deliver()
        assert chat.requests == []
        clock.now += 0.2 * 3600
        await running._delivery.deliver()
        assert len(chat.requests) == 1
        await running.close()


@pytest.mark.parametrize(
    ("start", "end", "zone", "now", "until"),
    [
        (22, 7, "Europe/Berlin", "2026-11-26T21:59", None),
        (22, 7, "Europe/Berlin", "2026-11-26T22:00", "2026-11-27T07:00"),
        (22, 7, "Europe/Berlin", "2026-11-27T06:59", "2026-11-27T07:00"),
        (22, 7, "Europe/Berlin", "2026-11-27T07:00", None),
        (13, 14, "Asia/Kolkata", "2026-11-26T13:30", "2026-11-26T14:00"),
        (0, 8, "America/New_York", "2026-11-01T01:30", "2026-11-01T08:00"),  # clocks go back
        (22, 2, "Europe/Berlin", "2027-03-27T23:00", "2027-03-28T02:00"),  # clocks go forward: there is no 02:00
        (8, 8, "Europe/Berlin", "2026-11-26T08:00", None),
    ],
)
def test_quiet_hours_end_on_the_clock_of_the_person(start, end, zone, now, until):
    quiet = QuietHours(start * 60, end * 60, zone)
    local = ZoneInfo(zone)
    found = quiet.end_after(datetime.fromisoformat(now).replace(tzinfo=local).timestamp())
    assert found == (datetime.fromisoformat(until).replace(tzinfo=local).timestamp() if until else None)


def test_an_unknown_time_zone_means_no_quiet_hours():
    assert QuietHours(0, 1439, "Mars/Olympus").end_after(0.0) is None


@both_stores
async def test_people_can_leave_themselves_out(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id, announced=1)
        await leave(running, live, people)
        for guest in people:
            await hub.store.notifications.choose(guest.holder or "", MessagePreferences(chats=False))
        await running.notify(live, "turn")
        assert chat.requests == []
        await running.close()


@both_stores
async def test_a_reader_of_the_chat_can_stop_the_messages(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id)
        await leave(running, live, people)
        await running.notify(live, "turn")
        key = chat.requests[0].json["stop_url"].removeprefix("https://cards.example.org/stop#")
        for wrong in ("", ".", key[:-1], key + "x", "hook." + key.partition(".")[2]):
            assert not await running.stop(wrong)
        assert await running.stop(key)
        assert await hub.store.notifications.webhook("table", live.id) is None
        await running.close()


@both_stores
async def test_the_address_is_forgotten_when_the_match_is_over(tmp_path, clock, chat):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        await set_webhook(hub, live.id)
        while not live.state.over:
            await until(lambda: live.state.people_to_act() or live.state.over)
            for guest in people:
                if guest.asked is not None:
                    await guest.act()
        await idle(running)
        assert await hub.store.notifications.webhook("table", live.id) is None
        await running.close()


@both_stores
async def test_the_address_is_in_no_log_and_is_erased_with_its_owner(tmp_path, clock, chat, caplog):
    async with open_hub(tmp_path) as hub:
        running = messenger(hub, chat)
        live, *people = await a_match(hub)
        chat.statuses = [500]  # of the message that the match begins; a move of a bot can send it at once
        await set_webhook(hub, live.id)
        await hub.store.notifications.choose(holder("Ann"), MessagePreferences(False, QuietHours(0, 1, "Asia/Tokyo")))
        await leave(running, live, people)
        await running.notify(live, "turn")
        assert "secret-of-chat" in contents(tmp_path / "house.db")
        await erase(hub, [holder("Ann")], holder("Ann"))
        assert not any(secret in contents(tmp_path / "house.db") for secret in ("secret-of-chat", "Asia/Tokyo"))
        clock.now += DAY
        await running._delivery.deliver()
        assert len(chat.requests) == 1
        logged = " ".join(f"{record.getMessage()} {getattr(record, FACTS, '')}" for record in caplog.records)
        assert "webhook" in logged and "500" in logged
        assert "chat.example.org" not in logged and "secret-of-chat" not in logged
        await running.close()


@both_stores
async def test_linked_devices_share_preferences_and_webhooks(tmp_path):
    async with open_hub(tmp_path) as hub:
        store = hub.store.notifications
        await set_webhook(hub, "some-table")
        await store.choose(holder("Ann"), MessagePreferences(chats=False))
        await hub.store.people.join(holder("Phone"), holder("Ann"), 1.0)
        person = await hub.store.people.identity_of(holder("Phone"))
        assert [each.address for each in await store.webhooks_of(person)] == [PLAIN]
        assert not (await store.preferences(person)).chats


# Tournaments


@both_stores
async def test_the_chat_of_a_tournament_gets_a_message_when_a_round_begins(tmp_path, chat):
    async with open_club(tmp_path) as club:
        running = messenger(club.hub, chat)
        club.events.on_round = running.note_round
        await club.make(PEOPLE[:4], title="Fri*day* @here")
        await set_webhook(club.hub, club.event, DISCORD, scope="event")
        await club.start()
        running.note_round(club.event, 1)
        await running.catch_up()
        await idle(running)
        (request,) = chat.requests
        assert request.json["content"].splitlines()[0].startswith(r"Fri\*day\* \@")
        assert f"https://cards.example.org/event/{club.event}>" in request.json["content"]
        await running.close()


# Requests


@pytest.fixture
def site(chat: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """Let the servers of a test send to the local receiver."""
    monkeypatch.setattr(reminders, "HttpsSender", chat.sender)
    return chat


def slow_table(browser: Any, name: str = "Ann", **more: Any) -> str:
    chairs = [{"kind": kind} for kind in ("me", "open", "open", "open")]
    asked = {"game": "auction-pitch", "name": name, "chairs": chairs, "clock": DAY, **more}
    made = browser.post("/api/tables", headers=bearer(token(name)), json=asked)
    assert made.status_code == 201, made.text
    return f"/api/tables/{made.json()['id']}/webhook"


ANN, BEN = bearer(token("Ann")), bearer(token("Ben"))


@both_stores
def test_an_owner_sets_confirms_and_removes_a_webhook(tmp_path, site):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        path = slow_table(browser)
        assert browser.get(path, headers=ANN).json() == {"possible": True, "active": False, "own": None}
        assert browser.get(path, headers=BEN).json() == {"possible": False, "active": False, "own": None}
        headers = {**ANN, "accept-language": "de"}
        made = browser.post(path, headers=headers, json={"address": DISCORD})
        own = {"kind": "discord", "host": "discord.com", "status": "unconfirmed"}
        assert made.json() == {"possible": True, "active": False, "own": own}
        (request,) = site.requests
        code = re.search(r"ist ([A-Z2-9]{8})\.", request.json["content"])
        assert code is not None and request.json["allowed_mentions"] == {"parse": []}
        assert browser.post(f"{path}/code", headers=BEN, json={"code": code[1]}).status_code == 404
        assert browser.post(f"{path}/code", headers=ANN, json={"code": "WRONG"}).status_code == 422
        done = browser.post(f"{path}/code", headers=ANN, json={"code": f" {code[1].lower()} "})
        assert done.json() == {"possible": True, "active": True, "own": {**own, "status": "active"}}
        assert browser.get(path, headers=BEN).json() == {"possible": False, "active": True, "own": None}
        assert "secret-of-discord" not in made.text + done.text + browser.get(path, headers=ANN).text
        mine, others = (browser.get("/api/me/export", headers=each) for each in (ANN, BEN))
        assert "secret-of-discord" in mine.text and "secret-of-discord" not in others.text
        assert browser.delete(path, headers=BEN).status_code == 404
        assert browser.delete(path, headers=ANN).status_code == 204
        assert "secret-of-discord" not in contents(tmp_path / "tables.sqlite3")


def test_a_code_can_be_guessed_only_a_few_times(tmp_path, site):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        path = slow_table(browser)
        browser.post(path, headers=ANN, json={"address": PLAIN, "kind": "plain"})
        code = site.requests[0].json["code"]
        for _ in range(5):
            assert browser.post(f"{path}/code", headers=ANN, json={"code": "AAAAAAAA"}).status_code == 422
        assert browser.post(f"{path}/code", headers=ANN, json={"code": code}).status_code == 422
        assert browser.get(path, headers=ANN).json()["active"] is False


def test_codes_cannot_be_used_to_write_to_strangers(tmp_path, site):
    """Guests are free to make, so their network address has a limit, and so has the chat."""
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        statuses = []
        for number in range(12):
            path = slow_table(browser, name := f"P{number}")
            asked = {"address": f"{PLAIN}/{number}"}
            statuses.append(browser.post(path, headers=bearer(token(name)), json=asked).status_code)
        assert statuses.count(200) == len(site.requests) == 6 and statuses.count(429) == 6


def test_a_network_has_a_limit_of_codes_over_all_its_parts(tmp_path, site):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        statuses = []
        for number in range(12):
            path = slow_table(browser, name := f"P{number}")
            browser._transport.client = (f"2001:db8:0:{number}::1", 4000)
            asked = {"address": f"{PLAIN}/{number}"}
            statuses.append(browser.post(path, headers=bearer(token(name)), json=asked).status_code)
            browser._transport.client = HERE
        assert statuses == [200] * 6 + [429] * 6


def test_the_limit_of_codes_is_shared_with_other_processes(tmp_path, site, monkeypatch):
    shared = {}

    class Recorder:
        def __init__(self, *_: Any) -> None:
            self.share = shared.update

        async def start(self) -> None:
            pass

        close = start

    monkeypatch.setattr(cluster, "Cluster", Recorder)
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC, bus=BusUrl("redis://localhost")) as browser:
        asked = {"address": PLAIN}
        assert browser.post(slow_table(browser), headers=ANN, json=asked).status_code == 200
        assert len(shared["codes"]) == 3  # network address, person and chat


@pytest.mark.parametrize(
    "address",
    [
        "https://chat.example.org?" + "x" * 975,  # a slash makes it longer than an address may be
        "http://discord.com/x",
        "https://discord.com:8443/x",
        "https://user@discord.com/x",
        "https://10.0.0.1/x",
        "nonsense",
    ],
)
def test_what_is_no_webhook_is_refused(tmp_path, site, address):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        refused = browser.post(slow_table(browser), headers=ANN, json={"address": address})
        assert refused.status_code == 422 and address not in refused.text


def test_an_address_that_does_not_answer_is_not_stored(tmp_path, site):
    site.statuses = [302]
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        path = slow_table(browser)
        assert browser.post(path, headers=ANN, json={"address": PLAIN}).json()["key"] == "webhook.unreached"
        assert browser.get(path, headers=ANN).json()["own"] is None


def test_only_owners_of_slow_tables_set_webhooks_and_only_where_the_operator_allows_it(tmp_path, site):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        asked = {"address": PLAIN}
        assert browser.post(slow_table(browser), headers=BEN, json=asked).status_code == 403
        assert browser.post(slow_table(browser, clock=60), headers=ANN, json=asked).json()["key"] == "webhook.not-slow"
        event = {"game": "auction-pitch", "title": "Friday", "name": "Ann"}
        path = f"/api/events/{browser.post('/api/events', headers=ANN, json=event).json()['id']}/webhook"
        assert browser.post(path, headers=BEN, json=asked).status_code == 403
        assert browser.post(path, headers=ANN, json=asked).status_code == 200
        code = site.requests[0].json["code"]
        assert browser.post(f"{path}/code", headers=ANN, json={"code": code}).json()["active"]
        assert browser.get(path).json() == {"possible": False, "active": True, "own": None}
        assert browser.delete(path, headers=ANN).status_code == 204
        assert browser.get("/api/events/none/webhook").status_code == 404
    for options in ({}, {"public": PUBLIC, "webhooks": False}):
        with opened(tmp_path / "tables.sqlite3", **options) as browser:
            path = slow_table(browser)
            assert browser.post(path, headers=ANN, json=asked).json()["key"] == "webhook.off"
            assert not browser.get(path, headers=ANN).json()["possible"]


@both_stores
def test_people_choose_what_they_receive(tmp_path):
    with opened(tmp_path / "tables.sqlite3") as browser:
        assert browser.get("/api/me/messages", headers=ANN).json() == {"chats": True, "quiet": None}
        chosen = {"chats": False, "quiet": {"start": 1320, "end": 420, "time_zone": "Europe/Berlin"}}
        assert browser.post("/api/me/messages", headers=ANN, json=chosen).status_code == 204
        assert browser.get("/api/me/messages", headers=ANN).json() == chosen
        for zone in ("Mars/Olympus", "../../etc/passwd", "Europe", ""):
            wrong = {"chats": True, "quiet": {**chosen["quiet"], "time_zone": zone}}
            assert browser.post("/api/me/messages", headers=ANN, json=wrong).status_code == 422, zone
        assert browser.post("/api/me/messages", headers=ANN, json={"chats": True, "quiet": None}).status_code == 204
        assert browser.get("/api/me/messages", headers=BEN).json() == {"chats": True, "quiet": None}


def test_a_reader_stops_messages_without_being_a_guest(tmp_path, site):
    with opened(tmp_path / "tables.sqlite3", public=PUBLIC) as browser:
        path = slow_table(browser)
        browser.post(path, headers=ANN, json={"address": PLAIN})
        key = site.requests[0].json["stop_url"].partition("#")[2]
        assert browser.post("/api/webhooks/stop", json={"key": "0" * 30}).status_code == 404
        assert browser.post("/api/webhooks/stop", json={"key": key}).status_code == 204
        assert browser.get(path, headers=ANN).json()["own"] is None
