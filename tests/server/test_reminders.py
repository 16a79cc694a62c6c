"""Web push at slow tables. Messages are encrypted for one browser, signed, and sent once for each turn."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.reminders import BEFORE, FAST_EVERY, Reminders
from saleroom.server.storage.push import PushSubscription
from saleroom.server.workers import web_push
from saleroom.server.workers.web_push import PushTarget, decode, encode
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token, until
from tests.server.program_people import bearer
from tests.server.receivers import receiver
from tests.server.test_correspondence import Clock, a_match, hide, waits

http_ece = pytest.importorskip("http_ece")
PUSH = "https://fcm.googleapis.com"
both_stores = pytest.mark.usefixtures("store_kind")


class Reader:
    """A browser, which has the only key that decrypts its messages."""

    def __init__(self) -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = serialization.PublicFormat.UncompressedPoint
        public = self._key.public_key().public_bytes(serialization.Encoding.X962, point)
        self.browser = PushTarget(f"{PUSH}/{encode(os.urandom(6))}", encode(public), encode(self._auth))

    def read(self, body: bytes) -> dict[str, str]:
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))

    def subscription(self, name: str) -> PushSubscription:
        return PushSubscription(*self.browser[:1], holder(name), *self.browser[1:], "Your turn!", "Soon!", 1.0)


def claims_of(headers: dict[str, str]) -> dict[str, Any]:
    """Return the claims of a request's signature, after verifying it."""
    scheme, _, rest = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    text, _, signature = parts["t"].rpartition(".")
    numbers = (int.from_bytes(decode(signature)[at : at + 32], "big") for at in (0, 32))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    public.verify(encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    assert scheme == "vapid"
    return json.loads(base64.urlsafe_b64decode(text.split(".")[1] + "=="))


async def test_a_message_is_sealed_for_one_browser_and_signed():
    with receiver() as service:
        reader, key = Reader(), web_push.key_from(b"s" * 32)
        sender = service.sender()
        request = web_push.post(key, "https://cards.example.org", reader.browser, b'{"title": "x"}')
        assert (await sender.post(request)).status == 204
        ((_, headers, body, _),) = service.requests
        assert reader.read(body) == {"title": "x"} and b"title" not in body
        claims = claims_of(headers)
        assert claims["aud"] == PUSH and claims["sub"] == "https://cards.example.org"
        assert 0 < claims["exp"] - time.time() <= 24 * 3600 and int(headers["ttl"]) > 0
        assert headers["content-encoding"] == "aes128gcm"
        assert web_push.public_part(key) == web_push.public_part(web_push.key_from(b"s" * 32))


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://web.push.apple.com/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com.evil.example/x", False),
        ("https://evil.example/fcm.googleapis.com", False),
        ("https://127.0.0.1/x", False),
        ("https://fcm.googleapis.com:x/", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("nonsense", False),
    ],
)
def test_nothing_is_sent_but_to_push_services(endpoint, known):
    assert web_push.is_push_service(endpoint) == known


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


@both_stores
async def test_whoever_is_away_is_told_once_of_their_turn_and_once_before_time_runs_out(tmp_path, clock, monkeypatch):
    async with open_hub(tmp_path) as hub:
        with receiver() as service:
            reminders = Reminders(hub, sender=service.sender())
            live, *people = await a_match(hub)
            reader = Reader()
            for name in ("Ann", "Ben"):
                words, where = (f"Go {name}", "Soon!", 1.0), f"{PUSH}/{name}"
                await hub.store.push.add(PushSubscription(where, holder(name), *reader.browser[1:], *words))
            seat = await waits(live)
            reminders.note(live)
            await asyncio.gather(*reminders._tasks)
            assert service.requests == []  # the people are present
            for guest in people:
                guest.leave()
            with monkeypatch.context() as patch:
                patch.setattr(hub.store, "overdue", lambda now: asyncio.sleep(0, [live.id]))  # an outdated turn
                await reminders.remind()
            assert service.requests == []  # the person's time runs out much later, and no new event has been noted
            reminders.note(live)
            reminders.note(live)
            await until(lambda: service.requests)
            await asyncio.gather(*reminders._tasks)
            told = [reader.read(body) for _, _, body, _ in service.requests]
            name = live.state.seats[seat].name
            assert told == [{"title": "Auction Pitch", "body": f"Go {name}", "path": f"table/{live.id}", "count": 1}]
            clock.now += DAY - BEFORE + 1
            while not await hub.store.overdue(clock.now + BEFORE):  # clocks are written a moment after the move
                await asyncio.sleep(0.01)
            await reminders.remind()
            await reminders.remind()
            assert [reader.read(body)["body"] for _, _, body, _ in service.requests] == [f"Go {name}", "Soon!"]
            await reminders.close()


async def test_a_table_that_cannot_be_read_does_not_hold_up_the_reminders_of_others(tmp_path, clock, monkeypatch):
    async with open_hub(tmp_path) as hub:
        with receiver() as service:
            reminders = Reminders(hub, sender=service.sender())
            live, *people = await a_match(hub)
            name = live.state.seats[await waits(live)].name
            await hub.store.push.add(Reader().subscription(name))
            for guest in people:
                guest.leave()
            hide(hub, monkeypatch, "hidden")
            monkeypatch.setattr(hub.store, "overdue", lambda now: asyncio.sleep(0, ["hidden", live.id]))
            clock.now += DAY - BEFORE + 1
            await reminders.remind()
            assert len(service.requests) == 2  # the turn has begun, and ends soon
            await reminders.close()


@both_stores
async def test_at_a_table_without_days_whoever_is_away_is_notified_once_an_hour_if_other_people_play(tmp_path, clock):
    async with open_hub(tmp_path) as hub:
        with receiver() as service:
            reminders = Reminders(hub, sender=service.sender())
            await hub.store.people.join("device of Ann", holder("Ann"), clock.now)  # subscribed on another device
            reader = Reader()
            subscription = replace(reader.subscription("Ann"), holder="device of Ann")
            await hub.store.push.add(subscription)
            alone = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True, deals=1)
            await waits(alone)
            reminders.note(alone)
            assert not reminders._tasks and service.requests == []
            live = await make_table(hub, "auction-draw", "me", "open", deals=1)
            ann, ben = Guest(hub, live, "Ann"), Guest(hub, live, "Ben")
            await ben.do("sit", seat=1, name="Ben")
            await ann.do("start")
            while await waits(live) != 0:
                await ben.act()
            ann.leave()
            for _ in range(2):
                reminders.note(live)
                await asyncio.gather(*reminders._tasks)
            (message,) = [reader.read(body) for _, _, body, _ in service.requests]
            assert message == {
                "title": "Auction Draw",
                "body": "Your turn!",
                "path": f"table/{live.id}",
                "count": 1,
            }
            clock.now += FAST_EVERY
            reminders.note(live)
            await asyncio.gather(*reminders._tasks)
            assert len(service.requests) == 2
        await reminders.close()


@both_stores
async def test_a_move_tells_the_next_and_a_browser_that_is_gone_is_forgotten(tmp_path, clock):
    async with open_hub(tmp_path) as hub:
        with receiver() as service:
            reminders = Reminders(hub, sender=service.sender())
            service.statuses = [410]
            live, *people = await a_match(hub)
            seat = await waits(live)
            other = people[1 - seat]
            other.leave()
            subscription = Reader().subscription(str(other.name))
            await hub.store.push.add(subscription)
            while not service.requests:
                await waits(live)
                if live.state.turn_version(seat) is not None:
                    await people[seat].act()
                elif live.state.turn_version(1 - seat) is not None:
                    await until(lambda: service.requests)
            await asyncio.gather(*reminders._tasks)
            assert await hub.store.push.of([holder(str(other.name))]) == []
            await reminders.close()


@both_stores
def test_a_browser_asks_to_be_told_and_takes_it_back(tmp_path):
    own = bearer(token("Ann"))
    with receiver() as service, opened(tmp_path / "tables.sqlite3") as browser:
        keys = {"p256dh": Reader().browser.p256dh, "auth": Reader().browser.auth}
        asked = {"endpoint": "https://fcm.googleapis.com/x", "keys": keys, "turn": "Go", "soon": "Soon"}
        assert len(decode(browser.get("/api/push").json()["key"])) == 65
        assert browser.post("/api/me/push", headers=own, json=asked).status_code == 204
        elsewhere = {**asked, "endpoint": "https://push.example.org/x"}
        assert browser.post("/api/me/push", headers=own, json=elsewhere).status_code == 422
        assert browser.delete("/api/me/push?endpoint=https://fcm.googleapis.com/x", headers=own).status_code == 204
        assert service.requests == []


@both_stores
async def test_devices_that_are_erased_are_told_no_more(tmp_path):
    async with open_hub(tmp_path) as hub:
        await hub.store.push.add(Reader().subscription("Ann"))
        assert len(await hub.store.push.of([holder("Ann")])) == 1
        await hub.store.people.forget(holder("Ann"))
        assert await hub.store.push.of([holder("Ann")]) == []


@both_stores
async def test_one_broken_address_does_not_stop_the_others(tmp_path, clock, caplog):
    """Addresses and keys that earlier versions accepted, or that a push service refuses, concern only themselves."""
    async with open_hub(tmp_path) as hub:
        with receiver() as service:
            reminders = Reminders(hub, sender=service.sender(lambda host: [] if "apple" in host else ["127.0.0.1"]))
            live, *people = await a_match(hub)
            name = live.state.seats[await waits(live)].name
            reader = Reader()
            good = reader.subscription(name)
            broken = ("https://fcm.googleapis.com:x/", "https://web.push.apple.com/x", "nonsense", "https://[/")
            for endpoint in broken:
                await hub.store.push.add(replace(good, endpoint=endpoint))
            await hub.store.push.add(replace(good, endpoint=f"{PUSH}/keys", p256dh="AAAA"))
            await hub.store.push.add(replace(good, endpoint=f"{PUSH}/more", auth="A"))
            await hub.store.push.add(good)
            for guest in people:
                guest.leave()
            reminders.note(live)
            await until(lambda: service.requests)
            await asyncio.gather(*reminders._tasks)
            assert [reader.read(body)["body"] for _, _, body, _ in service.requests] == ["Your turn!"]
            logged = " ".join(str(getattr(record, FACTS, "")) + record.getMessage() for record in caplog.records)
            assert "browser" in logged and not any(endpoint in logged for endpoint in (*broken, good.endpoint))
            await reminders.close()
