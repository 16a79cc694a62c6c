"""The address of a call reaches only the owner and seated people, or the people of a tournament."""

from __future__ import annotations

import json
import logging
import secrets
from pathlib import Path
from typing import Any

import pytest

from saleroom.server.core.call_links import call_link
from saleroom.server.core.create_table import rematch_table
from saleroom.server.protocol.tournament_bodies import TournamentSettings
from saleroom.server.realtime.erasure import erase
from tests.server.event_people import open_club
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token

HOST = "meet.example.org"
CALL = f"https://{HOST}/room-7?pwd=x#join"
OPEN = ("me", "open", "open", "open")
GAME = "auction-pitch"


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        *(CALL, " https://zoom.example/j/1 ", "https://localhost/a", "https://127.0.0.1/x", "https://x.example:8443"),
        *("https://[2001:db8::1]:8443/a", "https://xn--bcher-kva.example/", "https://x.example/a@b"),
        "https://x.example/" + "a" * 480,
    ],
)
def test_an_https_address_is_a_call(address):
    assert call_link(address) == address.strip()


@pytest.mark.parametrize(
    "address",
    [
        *("http://meet.example.org", "javascript:alert(1)", "https://", "https:///x", "meet.example.org", "HTTPS"),
        *("//x.example", "data:text/html,x", "ftp://x.example", "https:x.example", "https:/x.example"),
        *("https://you@evil.example", "https://you:pw@evil.example", "https://evil.example\\@x.example"),
        *("https://a b.example", 'https://x.example/"onclick', "https://x.example/<b>", "https://x.example/'"),
        *("https://ex\u0430mple.org", "https://x.example/\u202e", "https://x.example/\x00", "https://x.example/\nx"),
        *("https://x.example/\r\nSet-Cookie: a", "https://x.example/\t", "\x1fhttps://x.example"),
        *("https://x.example:99999", "https://x.example:a", "https://[::1", "https://[::1]x", "https://[1.2.3.4]"),
        *("https://999.1.1.1", "https://1.2.3", "https://0x7f.1", "https://a%2eb.example", "https://.", "https://::1"),
        "https://x.example/" + "a" * 500,
    ],
)
def test_any_other_text_is_not(address):
    assert call_link(address) is None


# Tables


@pytest.mark.usefixtures("store_kind")
async def test_a_call_reaches_the_seated_alone(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, *OPEN)
        ann, ben, watcher = (Guest(hub, table, name) for name in ("Ann", "Ben", None))
        ann.seat = 0
        assert (await ben.do("settle", call=CALL))["type"] == "refused"
        assert (await ann.do("settle", call="http://meet.example.org"))["key"] == "call.no-address"
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        assert ann.told[-1]["you"]["call"] == CALL
        for guest in (ben, watcher):
            assert HOST not in json.dumps(guest.told)
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert ben.told[-1]["you"]["call"] == CALL
        assert HOST not in json.dumps(watcher.told)
        assert (await ben.do("leave"))["type"] == "done"
        assert ben.told[-1]["you"]["call"] is None
        assert Guest(hub, table, "Ben").told[-1]["you"]["call"] is None
        assert (await ann.do("settle", call=""))["type"] == "done"
        assert ann.told[-1]["you"]["call"] is None
        assert (await ann.do("settle", call=""))["key"] == "table.already-so"


async def test_a_call_changes_during_play_and_ends_for_those_who_leave(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, "me", "open", "bot", "bot")
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ann.do("start"))["type"] == "done"
        assert (await ben.do("settle", call=CALL))["reason"] == "not-yours"
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        assert (
            next(message for message in ben.told if message.get("what", {}).get("kind") == "settle")["you"]["call"]
            == CALL
        )
        assert (await ann.do("remove", seat=1))["type"] == "done"
        assert Guest(hub, table, "Ben").told[-1]["you"]["call"] is None
        assert Guest(hub, table, None).told[-1]["you"]["call"] is None


async def test_an_owner_without_a_seat_can_see_and_remove_their_call(tmp_path):
    async with open_hub(tmp_path) as hub:
        ann = Guest(hub, await make_table(hub, GAME, "open", "open", "open", "open"), "Ann")
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        assert ann.told[-1]["you"]["call"] == CALL
        assert (await ann.do("settle", call=""))["type"] == "done"


async def test_a_new_owner_does_not_take_the_call_over(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, *OPEN)
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        assert (await ann.do("leave"))["type"] == "done"
        assert [guest.told[-1]["you"]["call"] for guest in (ann, ben)] == [None, None]
        assert [guest.told[-1]["you"]["owner"] for guest in (ann, ben)] == [False, True]


async def test_a_rematch_keeps_the_call_of_its_owner(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, "me", "bot", "bot", "bot", start=True, deals=1)
        ann = Guest(hub, table, "Ann")
        ann.seat = 0
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        await ann.play_on()
        assert (await ann.do("rematch"))["type"] == "done"
        again = await hub.find(table.state.rematch or "")
        assert again is not None
        assert Guest(hub, again, "Ann").told[-1]["you"]["call"] == CALL
        assert HOST not in json.dumps(Guest(hub, again, None).told)
        await erase(hub, [ann.holder], ann.holder)
        for table_id in (table.id, again.id):
            stored = await hub.store.load(table_id)
            assert stored is not None and HOST not in repr(stored)


async def test_the_call_of_drawn_seats_is_its_owners(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, "me", "bot", "bot", "bot", start=True, deals=1)
        assert (await Guest(hub, table, "Ann").do("settle", call=CALL))["type"] == "done"
        _, events = rematch_table(table.state, "again", holder("Ben"), b"x" * 32, 1.0, order=[3, 2, 1, 0])
        (event,) = (event for event in events if event.kind == "settle")
        assert (event.seat, event.holder, event.data) == (3, holder("Ann"), {"call": CALL})


@pytest.mark.usefixtures("store_kind")
async def test_an_erased_owner_leaves_no_call_behind(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, GAME, *OPEN)
        ann = Guest(hub, table, "Ann")
        assert (await ann.do("settle", call=CALL, hints=False))["type"] == "done"
        await hub.store.erasure.erase(table.id, [ann.holder], "ann")
        stored = await hub.store.load(table.id)
        assert stored is not None
        assert stored[1][-1].data == {"hints": False}


def as_guest(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"}


def command(browser: Any, table: str, person: str, kind: str, **parts: Any) -> list[dict[str, Any]]:
    """Send a command as a person, and return the messages up to its answer."""
    with browser.websocket_connect(f"ws://127.0.0.1:8642/api/tables/{table}/socket") as socket:
        socket.send_json({"type": "hello", "token": token(person)})
        socket.send_json({"type": kind, "id": secrets.token_hex(8), **parts})
        messages = [socket.receive_json()]
        while messages[-1]["type"] not in ("done", "refused"):
            messages.append(socket.receive_json())
    return messages


def test_no_list_page_export_or_log_has_the_call(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    asked = {"game": GAME, "name": "Ann", "listed": True, "chairs": [{"kind": "me"}] + [{"kind": "open"}] * 3}
    with opened(tmp_path / "house.db") as browser:
        table = browser.post("/api/tables", json=asked, headers=as_guest("Ann")).json()["id"]
        for call in ("https://you@meet.example.org", CALL):
            command(browser, table, "Ann", "settle", call=call)
        assert command(browser, table, "Ben", "sit", seat=1, name="Ben")[-1]["type"] == "done"
        pages = ("tables", f"tables/{table}", f"tables/{table}/record", f"tables/{table}/calendar.ics?begins_at=0")
        for page in (*pages, "me", "me/export", "me/turns", f"tables/{table}/fair"):
            for name in ("Zoe", "Ben"):
                assert HOST not in browser.get(f"/api/{page}", headers=as_guest(name)).text, page
        watched = command(browser, table, "Zoe", "sit", seat=1, name="Zoe")
        assert watched[0]["you"]["call"] is None and HOST not in json.dumps(watched)
        own = browser.get("/api/me/export", headers=as_guest("Ann")).json()
        assert [line["call"] for line in own["tables"][0]["calls"]] == [CALL]
    assert HOST not in caplog.text and HOST not in repr([record.__dict__ for record in caplog.records])


# Tournaments


@pytest.mark.usefixtures("store_kind")
async def test_a_tournaments_call_reaches_those_who_take_part(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(("Ann", "Ben", "Cleo", "Dan", "Eve"), plays=False)
        await change(club, "Ann", call=CALL)
        assert [(await club.page(name)).call for name in ("Ann", "Ben", "Zoe", None)] == [CALL, CALL, None, None]
        await club.events.leave(club.event, holder("Ben"))
        await club.events.remove(club.event, holder("Ann"), 3)
        assert [(await club.page(name)).call for name in ("Ben", "Cleo", "Dan")] == [None, None, CALL]
        everything = [await club.hub.store.contests.tournaments.all_of(holder(name)) for name in ("Ann", "Dan")]
        assert [lines[0]["call"] for lines in everything] == [CALL, None]
        await club.hub.store.people.forget(holder("Ann"))
        assert (await club.page("Dan")).call is None


def test_only_the_organiser_changes_the_call_and_the_time(tmp_path):
    asked = {"game": GAME, "title": "Friday", "name": "Ann", "begins_at": 1_900_000_000}
    with opened(tmp_path / "house.db") as browser:
        event = f"/api/events/{browser.post('/api/events', json=asked, headers=as_guest('Ann')).json()['id']}"
        browser.post(f"{event}/join", json={"name": "Ben"}, headers=as_guest("Ben"))

        def settle(name: str, **settings: Any) -> Any:
            return browser.post(f"{event}/settings", json=settings, headers=as_guest(name))

        assert browser.get(event).json()["begins_at"] == 1_900_000_000
        assert settle("Ben", call=CALL).status_code == 403
        refused = settle("Ann", call="https://you@meet.example.org")
        assert (refused.status_code, refused.json()["key"]) == (422, "call.no-address")
        assert settle("Ann", begins_at=-1).status_code == settle("Ann", call="a" * 501).status_code == 422
        page = settle("Ann", call=CALL, begins_at=1_900_000_060).json()
        assert (page["call"], page["begins_at"]) == (CALL, 1_900_000_060)
        assert settle("Ann").json()["call"] == CALL
        for address in (event, f"{event}/calendar.ics", f"{event}/results.csv"):
            assert HOST not in browser.get(address, headers=as_guest("Zoe")).text
        assert HOST not in browser.get("/api/me/export", headers=as_guest("Ben")).text
        assert HOST in browser.get("/api/me/export", headers=as_guest("Ann")).text
        page = settle("Ann", call="", begins_at="none").json()
        assert (page["call"], page["begins_at"]) == (None, None)


async def change(club: Any, name: str, **settings: Any) -> None:
    await club.events.settle(club.event, holder(name), TournamentSettings.model_validate(settings))
