"""Tests of portraits: each person has one from the start, can choose another, and has the same portrait everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saleroom.server.core.portraits import PORTRAITS, given, known
from saleroom.server.core.project.table_info import table_info
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.portraits import show_portrait
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token

ANN = {"authorization": f"Bearer {token('Ann')}"}
BOB = {"authorization": f"Bearer {token('Bob')}"}


def another(name: str) -> Any:
    """Return a portrait other than the one that the person `name` has from the start."""
    return next(picture for picture in PORTRAITS if picture != given(holder(name)))


def shown(live: LiveTable, seat: int = 0) -> str | None:
    return table_info(live.state)["chairs"][seat]["picture"]


async def at_table(hub: Hub) -> tuple[LiveTable, Guest]:
    """Return a table of two people and two bots that waits for its first deal, and Ann, who owns it."""
    live = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
    return live, Guest(hub, live, "Ann")


def test_there_are_enough_portraits_and_an_unknown_one_is_replaced_by_the_given_one():
    assert len(PORTRAITS) >= 24
    assert known("p02", "x") == "p02"
    for picture in (None, "p99", ""):
        assert known(picture, "x") == given("x")
    assert len({given(str(number)) for number in range(500)}) == len(PORTRAITS)


async def test_a_person_without_a_choice_has_one_portrait_at_all_tables_and_bots_have_none(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        one, _ = await at_table(hub)
        two = await make_table(hub, "auction-draw", "me", "house")
        assert shown(one) == shown(two) == given(holder("Ann"))
        assert [shown(one, seat) for seat in (1, 2, 3)] == [None] * 3
        bob = Guest(hub, one, "Bob")
        await bob.do("sit", seat=1, name="Ann", word=None)
        assert shown(one, 1) == given(holder("Bob"))


async def test_a_choice_is_shown_at_once_at_open_tables_and_next_to_chat(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, ann = await at_table(hub)
        await ann.do("say", text="before")
        await hub.store.people.choose_picture(holder("Ann"), another("Ann"))
        await show_portrait(hub, [holder("Ann")])
        assert shown(live) == another("Ann")
        await ann.do("say", text="after")
        said = [message["what"] for message in ann.told if message.get("what", {}).get("kind") == "say"]
        assert [line["picture"] for line in said] == [given(holder("Ann")), another("Ann")]
        version = live.state.version
        await show_portrait(hub, [holder("Ann")])
        assert live.state.version == version, "the same portrait is no event"
        again = await make_table(hub, "auction-draw", "me", "house")
        assert shown(again) == another("Ann")
    async with open_hub(tmp_path) as hub:
        found = await hub.find(live.id)
        assert found is not None and shown(found) == another("Ann")


async def test_only_the_stored_portrait_is_shown_and_only_at_the_own_seat(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, ann = await at_table(hub)
        watcher = Guest(hub, live, "Bob")
        assert (await watcher.do("portrait"))["reason"] == "not-yours"
        assert (await ann.do("portrait"))["reason"] == "not-now"


async def test_linked_devices_share_the_portrait_of_the_one_that_is_joined(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        people = hub.store.people
        await people.join(holder("Laptop"), holder("Ann"), 1.0)
        devices = [holder("Ann"), holder("Laptop")]
        assert set((await people.pictures_of(devices)).values()) == {given(holder("Ann"))}
        await people.choose_picture(holder("Laptop"), another("Ann"))
        assert set((await people.pictures_of(devices)).values()) == {another("Ann")}


async def test_erasure_removes_the_choice_from_the_store_and_from_tables(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, ann = await at_table(hub)
        await hub.store.people.choose_picture(holder("Ann"), another("Ann"))
        await ann.do("portrait")
        await ann.do("start")
        await erase(hub, [holder("Ann")], holder("Ann"))
        stored = await hub.store.load(live.id)
        assert stored is not None
        assert [event.data.get("picture") for event in stored[1] if event.kind in ("sit", "portrait")] == [None, None]
        assert (await hub.store.people.pictures_of([holder("Ann")]))[holder("Ann")] == given(holder("Ann"))


def test_the_choice_over_http_reaches_every_page(tmp_path: Path):
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        mine = browser.get("/api/me/portrait", headers=ANN).json()
        assert mine == {"picture": given(holder("Ann"))}
        chosen = {"picture": another("Ann")}
        assert browser.post("/api/me/portrait", headers=ANN, json=chosen).json() == chosen
        assert browser.get("/api/me/portrait", headers=ANN).json() == chosen
        assert browser.get("/api/me/export", headers=ANN).json()["portrait"] == chosen["picture"]
        event = {"game": "auction-pitch", "title": "Friday", "name": "Ann"}
        made = browser.post("/api/events", headers=ANN, json=event).json()["id"]
        assert browser.get(f"/api/events/{made}", headers=BOB).json()["people"][0]["picture"] == chosen["picture"]


@pytest.mark.parametrize("body", [{"picture": "p99"}, {"picture": None}, {}, {"picture": "p01", "more": 1}])
def test_a_portrait_that_does_not_exist_is_refused(tmp_path: Path, body: dict[str, Any]):
    with opened(tmp_path / "house.db") as browser:
        assert browser.post("/api/me/portrait", headers=ANN, json=body).status_code == 422
        assert browser.post("/api/me/portrait", json={"picture": "p01"}).status_code == 401


async def test_a_finished_match_shows_the_portrait_of_today(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-draw", "me", "house", start=True, deals=1)
        ann = Guest(hub, live, "Ann")
        ann.seat = 0
        await ann.play_on()
        await hub.results.wait_until_written()
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        browser.post("/api/me/portrait", headers=ANN, json={"picture": another("Ann")})
        story = browser.get(f"/api/tables/{live.id}/story", headers=ANN).json()
        assert story["pictures"] == [another("Ann"), None]


async def test_lists_of_tables_and_of_matches_show_the_portraits_of_today(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        over = await make_table(hub, "auction-draw", "me", "house", start=True, deals=1)
        ann = Guest(hub, over, "Ann")
        ann.seat = 0
        await ann.play_on()
        await hub.results.wait_until_written()
        await at_table(hub)
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        for picture in (given(holder("Ann")), another("Ann")):
            browser.post("/api/me/portrait", headers=ANN, json={"picture": picture})
            lists = browser.get("/api/tables", headers=ANN).json()
            lines = lists["yours"] + lists["listed"]
            assert [line["pictures"] for line in lines if line["id"] == over.id] == [[picture, None]]
            assert [line["pictures"] for line in lines if line["id"] != over.id] != []
            assert all(line["pictures"] == [picture, None, None, None] for line in lines if line["id"] != over.id)
            matches = browser.get("/api/me/matches", headers=ANN).json()["matches"]
            exported = browser.get("/api/me/export", headers=ANN).json()["matches"]
            assert [match["pictures"] for match in matches + exported] == [[picture, None]] * 2
