"""A person's own list of tables: turns with the time left, and removal from the list."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from saleroom.server.protocol.common import DAY
from saleroom.server.realtime import stored_summary
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.columns import hidden_tables, table_summaries
from saleroom.server.storage.store import Store
from tests.server.http_client import answer_when, opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token
from tests.server.test_correspondence import a_match, waits
from tests.server.test_results import play, rated_table
from tests.stores import raw

pytestmark = pytest.mark.usefixtures("store_kind")


def who(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"}


async def past(folder: Path) -> None:
    """Make Ann's tables: two that are over, one with days for a move, one alone with bots, one rated."""
    async with open_hub(folder) as hub:
        for _ in range(2):
            live = await make_table(hub, "auction-draw", "me", "house", start=True, deals=1)
            ann = Guest(hub, live, "Ann")
            ann.seat = 0
            await ann.play_on()
        slow, ann, ben = await a_match(hub)
        await waits(slow)
        for guest in (ann, ben):
            guest.leave()
        await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True, deals=1)
        _, guests = await rated_table(hub)
        await play(guests)
        await hub.results.wait_until_written()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Any]:
    asyncio.run(past(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        yield browser


def own(browser: Any, name: str = "Ann") -> list[dict[str, Any]]:
    return browser.get("/api/tables", headers=who(name)).json()["yours"]


def of(browser: Any, kind: str) -> dict[str, Any]:
    """Return Ann's table of a kind: ``slow``, ``alone`` or ``rated``."""
    listed = own(browser)
    slow = next(table for table in listed if table["left"] is not None)
    alone = next(table for table in listed if table["status"] == "playing" and table["left"] is None)
    rated = next(table for table in listed if table["status"] == "over" and not table["removable"])
    return {"slow": slow, "alone": alone, "rated": rated}[kind]


def test_a_line_says_who_has_to_act_and_how_much_time_is_left(house):
    slow = of(house, "slow")
    assert [slow["names"][seat] for seat in slow["acting"]] in (["Ann"], ["Ben"])
    assert DAY - 600 < slow["left"] <= DAY and not slow["removable"]
    waiting = slow["names"][slow["acting"][0]]
    for name in ("Ann", "Ben"):
        (line,) = [table for table in own(house, name) if table["id"] == slow["id"]]
        assert line["awaited"] == (name == waiting)
        turns = house.get("/api/me/turns", headers=who(name)).json()["tables"]
        assert turns == ([slow["id"]] if name == waiting else [])


def test_a_table_alone_with_bots_waits_for_nobody(house):
    alone = of(house, "alone")
    assert not alone["awaited"] and alone["left"] is None and alone["removable"]


def test_a_summary_of_an_earlier_version_gets_its_turns_when_the_list_is_read(house, tmp_path):
    slow = of(house, "slow")
    with raw(tmp_path / "house.db") as connection:
        connection.execute(update(table_summaries).values(turns=None))
    assert of(house, "slow")["acting"] == slow["acting"]


def test_unfinished_tables_come_first_and_finished_ones_leave_singly_and_all_at_once(house):
    listed = own(house)
    assert [table["status"] for table in listed] == ["playing"] * 2 + ["over"] * 3
    over = [table["id"] for table in listed if table["status"] == "over" and table["removable"]]
    assert len(over) == 2
    assert house.delete(f"/api/me/tables/{over[0]}", headers=who("Ann")).status_code == 204
    assert over[0] not in [table["id"] for table in own(house)] and len(own(house)) == 4
    assert house.post(f"/api/me/tables/{over[0]}", headers=who("Ann")).status_code == 204
    assert len(own(house)) == 5
    assert house.delete("/api/me/tables", headers=who("Ann")).status_code == 204
    assert [table["status"] for table in own(house)] == ["playing", "playing", "over"]
    assert house.get(f"/api/tables/{over[0]}/story", headers=who("Ann")).status_code == 200
    assert len(house.get("/api/me/matches", headers=who("Ann")).json()["matches"]) == 3


def test_a_removed_match_in_play_comes_back_with_its_next_move(house):
    alone = of(house, "alone")["id"]
    assert house.delete(f"/api/me/tables/{alone}", headers=who("Ann")).status_code == 204
    assert alone not in [table["id"] for table in own(house)]
    with house.websocket_connect(f"/api/tables/{alone}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
        socket.send_json({"type": "hello", "token": token("Ann")})
        you = socket.receive_json()["you"]
        while you["asked"] is None:
            you = socket.receive_json().get("you", you)
        assert alone not in [table["id"] for table in own(house)]
        socket.send_json({"type": "act", "id": "command-1", "at": you["asked"], "action": you["mine"]["legal"][0]})
        while socket.receive_json()["type"] != "done":
            pass
        answer_when(house, "/api/tables", lambda lists: alone in str(lists["yours"]), headers=who("Ann"))


def test_rated_matches_and_matches_that_wait_stay_and_unknown_tables_are_refused(house):
    for kind in ("rated", "slow"):
        answer = house.delete(f"/api/me/tables/{of(house, kind)['id']}", headers=who("Ann"))
        assert (answer.status_code, answer.json()["key"]) == (409, "me.not-removable")
    assert house.delete(f"/api/me/tables/{of(house, 'alone')['id']}", headers=who("Cleo")).status_code == 404
    assert house.delete("/api/me/tables/unknown", headers=who("Ann")).status_code == 404
    assert house.delete("/api/me/tables").status_code == house.get("/api/me/turns").status_code == 401


def test_each_person_has_their_own_list_which_is_exported_joined_and_erased(house, tmp_path):
    house.delete("/api/me/tables", headers=who("Ann"))
    exported = house.get("/api/me/export", headers=who("Ann")).json()["removed_tables"]
    assert len(exported) == 2 and all(time.time() - each["at"] < 600 for each in exported)
    code = house.post("/api/me/code", headers=who("Ann")).json()["code"]
    assert house.post("/api/me/devices", headers=who("Tablet"), json={"code": code}).status_code == 204
    assert len(own(house, "Tablet")) == len(own(house)) == 3
    assert house.get("/api/me/export", headers=who("Tablet")).json()["removed_tables"] == exported
    assert house.delete("/api/me?sure=true", headers=who("Ann")).status_code == 204
    with raw(tmp_path / "house.db") as connection:
        assert connection.execute(select(hidden_tables)).all() == []


async def test_each_turn_of_a_person_is_in_the_stored_summary(tmp_path):
    async with open_hub(tmp_path) as hub:
        live, ann, ben = await a_match(hub)
        seat = await waits(live)
        await stored_turns(hub, {str(seat)})
        await (ann, ben)[seat].act()
        await waits(live)
        await stored_turns(hub, {str(seat) for seat in live.state.people_to_act()})


async def test_turns_of_people_are_stored_with_the_next_summary_and_before_the_table_leaves_memory(
    tmp_path, monkeypatch
):
    stored: list[set[str]] = []
    note = Store.note_summary

    def note_summary(store, table_id, summary, *rest):
        stored.append(set(summary.turns))
        note(store, table_id, summary, *rest)

    monkeypatch.setattr(stored_summary, "TURNS_DELAY", 3600.0)
    async with open_hub(tmp_path) as hub:
        live, guests = await match_of_four(hub)
        monkeypatch.setattr(Store, "note_summary", note_summary)
        live.summary.store()
        await make_moves(live, guests)
        assert len(stored) == 1
        seats = {str(seat) for seat in live.state.people_to_act()}
        hub.evict(live)
        assert stored[1:] == [seats]
        await stored_turns(hub, seats)


async def test_turns_that_an_ended_process_did_not_store_are_stored_before_the_table_is_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(stored_summary, "TURNS_DELAY", 3600.0)
    async with open_hub(tmp_path) as ended, open_hub(tmp_path) as hub:
        live, guests = await match_of_four(ended)
        await stored_turns(ended, {str(seat) for seat in live.state.people_to_act()})
        await make_moves(live, guests)
        ended.store.note_summary = lambda *_: None
        await hub.results.catch_up()
        await stored_turns(hub, {str(seat) for seat in live.state.people_to_act()})
        assert hub.names == []


async def match_of_four(hub: Hub) -> tuple[LiveTable, list[Guest]]:
    """Return a match of four people that has just begun."""
    live = await make_table(hub, "auction-pitch", "me", "open", "open", "open", deals=1)
    guests = [Guest(hub, live, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    for seat, guest in enumerate(guests[1:], 1):
        await guest.do("sit", seat=seat, name=f"Guest {seat}")
    await guests[0].do("start")
    return live, guests


async def make_moves(live: LiveTable, guests: list[Guest]) -> None:
    """Make three moves."""
    for _ in range(3):
        (seat,) = live.state.people_to_act()
        guests[seat].seat = seat
        await guests[seat].act()


async def stored_turns(hub: Hub, expected: set[str]) -> None:
    """Wait until the stored summary of Ann's match names the seats `expected` as those to act."""
    while True:
        in_play = await hub.store.in_play(holder("Ann"), [holder("Ann")])  # empty until its summary is stored
        if [set(summary.turns or {}) for _, summary in in_play] == [expected]:
            return
        await asyncio.sleep(0.01)
