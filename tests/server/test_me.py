"""A person's own page, with linked devices, passkeys, visible data, export and erasure."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from saleroom.server.api.pairing_codes import CODE_LIFETIME
from saleroom.server.api.passkeys import LIFETIME, Ceremonies, NoPasskey, relying_party_of
from saleroom.server.ops.settings import public_url
from saleroom.server.storage.columns import results
from saleroom.server.storage.contests import ContestField, ContestResult, ContestStore
from saleroom.server.storage.one_time_codes import Codes
from saleroom.server.storage.people import MOST_DEVICES, MOST_PASSKEYS
from tests.server.authenticator import Authenticator
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token
from tests.server.test_results import all_ratings, play, rated_table, stored
from tests.stores import contents, raw

pytestmark = pytest.mark.usefixtures("store_kind")

ORIGIN = "http://localhost:8642"
CONTEST = "daily/2026-11-23/auction-pitch"
HERE = {"host": "localhost:8642", "origin": ORIGIN}


def who(name: str, **more: str) -> dict[str, str]:
    """Return the headers of a person's browser."""
    return {"authorization": f"Bearer {token(name)}", **HERE, **more}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Any]:
    """Yield a server on which Ann has lost to bots and played a rated match with Bob."""
    asyncio.run(past(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        yield browser


async def past(folder: Path) -> None:
    async with open_hub(folder) as hub:
        live = await make_table(hub, "auction-draw", "me", "house", start=True, deals=1)
        ann = Guest(hub, live, "Ann")
        ann.seat = 0
        await ann.do("say", text="spoken by Ann")
        await ann.play_on()
        _, guests = await rated_table(hub)
        await guests[1].do("say", text="spoken by Bob")
        await play(guests)
        await hub.results.wait_until_written()
        await hub.store.results.note_review(live.id, 0, 10, 5.0, 1.0)


def page(browser: Any, name: str) -> dict[str, Any]:
    """Return the page of a person."""
    answer = browser.get("/api/me", headers=who(name))
    assert answer.status_code == 200, answer.text
    return answer.json()


def link(browser: Any, one: str, other: str) -> int:
    """Link two browsers to one person by a code; return the HTTP status."""
    code = browser.post("/api/me/code", headers=who(one)).json()["code"]
    return browser.post("/api/me/devices", headers=who(other), json={"code": code}).status_code


# Visible data


def test_my_page_says_what_was_played(house):
    (draw,) = page(house, "Ann")["games"]
    assert (draw["game"], draw["matches"]) == ("auction-draw", 2)
    assert [(rung["level"], rung["matches"], rung["fair"]) for rung in draw["ladder"]] == [("house", 1, 0.5)]
    assert draw["rating"]["matches"] == 1 and draw["rating"]["value"] != 1500
    assert [(point["decisions"], point["cost"]) for point in draw["losses"]] == [(10, 5.0)]
    (bobs,) = page(house, "Bob")["games"]
    assert (bobs["matches"], bobs["ladder"], bobs["losses"]) == (1, [], [])
    assert page(house, "Nobody")["games"] == []


def test_matches_come_in_pages_by_game_and_level(house):
    def ids(**asked: Any) -> list[tuple[str, int]]:
        answer = house.get("/api/me/matches", headers=who("Ann"), params=asked).json()
        return [(match["level"], match["people"]) for match in answer["matches"]]

    assert ids() == [("", 2), ("house", 1)]
    assert ids(level="house") == [("house", 1)] and ids(level="people") == [("", 2)]
    assert ids(game="auction-draw", level="hard") == [] == ids(game="auction-pitch") == ids(page=1)
    match = house.get("/api/me/matches", headers=who("Ann")).json()["matches"][1]
    assert match["loss"] == 0.5 and match["names"][0] == "Ann"


def test_many_matches_have_more_pages(house, tmp_path):
    with raw(tmp_path / "house.db") as connection:
        row = connection.execute(select(results).where(results.c.level == "house", results.c.seat == 0)).one()
        connection.execute(insert(results), [{**row._mapping, "seat": seat} for seat in range(2, 40)])
    found = [house.get(f"/api/me/matches?page={number}", headers=who("Ann")).json() for number in range(3)]
    assert [(len(each["matches"]), each["more"]) for each in found] == [(20, True), (20, False), (0, False)]


def test_nobody_sees_anothers_page_and_no_answer_has_a_token_or_a_holder(house):
    for path in ("/api/me", "/api/me/matches", "/api/me/export"):
        assert house.get(path, headers=HERE).status_code == 401
        for name in ("Ann", "Bob", "Nobody"):
            told = house.get(path, headers=who(name)).text
            for other in ("Ann", "Bob"):
                assert token(other) not in told and holder(other) not in told
    assert "spoken by Ann" not in house.get("/api/me/export", headers=who("Bob")).text
    assert house.get("/api/me/matches", headers=who("Nobody")).json() == {"matches": [], "more": False}


# Devices


def test_two_devices_become_one_by_a_code(house):
    assert link(house, "Ann", "Phone") == 204
    phone, ann = page(house, "Phone"), page(house, "Ann")
    assert phone == ann and phone["devices"] == 2 and not phone["account"]
    tables = house.get("/api/tables", headers=who("Phone")).json()["yours"]
    assert len(tables) == 2 and all(table["seat"] == 0 for table in tables)
    assert link(house, "Phone", "Ann") == 204 and page(house, "Ann")["devices"] == 2


def test_a_code_holds_once_and_not_for_oneself(house):
    code = house.post("/api/me/code", headers=who("Ann")).json()
    assert code["seconds"] == CODE_LIFETIME
    asked = {"json": {"code": code["code"]}}
    assert house.post("/api/me/devices", headers=who("Ann"), **asked).status_code == 409
    assert house.post("/api/me/devices", headers=who("Phone"), **asked).status_code == 404
    again = house.post("/api/me/code", headers=who("Ann")).json()["code"]
    assert house.post("/api/me/code", headers=who("Ann")).status_code == 201
    assert house.post("/api/me/devices", headers=who("Phone"), json={"code": again}).status_code == 404


def test_two_people_who_played_each_other_become_one(house):
    """Check that a match between two people no longer counts after they have been linked to one person."""
    assert link(house, "Ann", "Bob") == 204
    (draw,) = page(house, "Bob")["games"]
    assert draw["matches"] == 3 and draw["rating"] is None


def test_a_person_has_so_many_devices(house):
    for number in range(MOST_DEVICES - 1):
        assert link(house, "Ann", f"Phone {number}") == 204
    assert link(house, "Ann", "One too many") == 409


# Passkeys


def register(browser: Any, name: str, device: Authenticator, **more: str) -> Any:
    """Create a passkey in a browser; return the answer."""
    headers = who(name, **more)
    asked = browser.post("/api/me/passkeys/options", headers=headers, json={"name": name})
    assert asked.status_code == 200, asked.text
    made = {"name": name, "credential": device.make(asked.json()["options"])}
    return browser.post("/api/me/passkeys", headers=headers, json=made)


def login(browser: Any, name: str, device: Authenticator, key: str | None = None) -> Any:
    """Log in with a passkey in a browser; return the answer."""
    asked = browser.post("/api/login/options", headers=who(name)).json()["options"]
    return browser.post("/api/login", headers=who(name), json={"credential": device.use(asked, key)})


def test_a_passkey_makes_an_account_and_opens_it_in_another_browser(house):
    device = Authenticator(ORIGIN)
    assert register(house, "Ann", device).status_code == 204
    ann = page(house, "Ann")
    assert ann["account"] and [key["place"] for key in ann["passkeys"]] == ["localhost"]
    assert login(house, "Laptop", device).status_code == 204
    laptop = page(house, "Laptop")
    assert laptop["devices"] == 2 and laptop["games"] == ann["games"]
    assert login(house, "Laptop", device).status_code == 204 and page(house, "Ann")["devices"] == 2


def test_several_passkeys_and_their_removal(house):
    devices = [Authenticator(ORIGIN) for _ in range(MOST_PASSKEYS + 1)]
    statuses = [register(house, "Ann", device).status_code for device in devices]
    assert statuses == [204] * MOST_PASSKEYS + [409]
    asked = house.post("/api/me/passkeys/options", headers=who("Ann"), json={"name": "Ann"}).json()["options"]
    known = [key["id"] for key in page(house, "Ann")["passkeys"]]
    assert {one["id"] for one in asked["excludeCredentials"]} == set(known)
    assert house.delete(f"/api/me/passkeys/{known[0]}", headers=who("Bob")).status_code == 404
    assert house.delete(f"/api/me/passkeys/{known[0]}", headers=who("Ann")).status_code == 204
    assert house.delete(f"/api/me/passkeys/{known[0]}", headers=who("Ann")).status_code == 404
    assert login(house, "Laptop", devices[0]).status_code == 422
    assert login(house, "Laptop", devices[1]).status_code == 204


def test_what_is_no_passkey_of_this_place_opens_nothing(house):
    device, elsewhere = Authenticator(ORIGIN), Authenticator("http://localhost:1")
    assert register(house, "Ann", elsewhere).status_code == 422
    assert register(house, "Ann", device).status_code == 204
    elsewhere.keys = device.keys
    assert login(house, "Laptop", elsewhere).status_code == 422
    asked = house.post("/api/login/options", headers=who("Laptop")).json()["options"]
    signed = {"credential": device.use(asked)}
    spoilt = json.loads(json.dumps(signed))
    spoilt["credential"]["response"]["signature"] = "AAAA"
    assert house.post("/api/login", headers=who("Laptop"), json=spoilt).status_code == 422
    assert house.post("/api/login", headers=who("Laptop"), json=signed).status_code == 422  # a challenge is valid once
    assert page(house, "Laptop")["devices"] == 1


def test_a_passkey_of_another_browser_is_not_taken_over(house):
    device = Authenticator(ORIGIN)
    asked = house.post("/api/me/passkeys/options", headers=who("Ann"), json={"name": "Ann"}).json()["options"]
    made = {"name": "Ann", "credential": device.make(asked)}
    assert house.post("/api/me/passkeys", headers=who("Bob"), json=made).status_code == 422
    assert house.post("/api/me/passkeys", headers=who("Ann"), json=made).status_code == 204
    assert not page(house, "Bob")["account"]


def test_an_address_without_a_name_has_no_passkeys(house):
    plain = {"authorization": f"Bearer {token('Ann')}"}
    assert house.get("/api/me", headers=plain).json()["place"] is None
    refused = house.post("/api/me/passkeys/options", headers=plain, json={"name": "Ann"})
    assert refused.status_code == 409 and "name" in refused.json()["detail"]


def test_behind_a_proxy_the_public_address_counts(tmp_path):
    public = public_url("https://cards.example.org/saleroom")
    with opened(tmp_path / "house.db", public=public) as browser:
        headers = {"host": "127.0.0.1:8642", "origin": "https://cards.example.org"}
        device = Authenticator("https://cards.example.org")
        assert register(browser, "Ann", device, **headers).status_code == 204
        plain = {"authorization": f"Bearer {token('Ann')}", "host": "127.0.0.1:8642"}
        told = browser.get("/saleroom/api/me", headers=plain).json()
        assert told["place"] == "cards.example.org" and told["account"]


async def test_ceremonies_lapse(tmp_path: Path):
    now = [0.0]
    async with open_hub(tmp_path) as hub:
        ceremonies = Ceremonies(Codes(hub.store.database, "passkey", LIFETIME, lambda: now[0]))
        first = await ceremonies.new("ann", "new", "198.51.100.3")
        assert await ceremonies.take("ann", "new") == first
        with pytest.raises(NoPasskey):
            await ceremonies.take("ann", "new")
        await ceremonies.new("ann", "new", "198.51.100.3")
        now[0] = LIFETIME
        with pytest.raises(NoPasskey):
            await ceremonies.take("ann", "new")


def test_places_are_told_apart():
    named = {
        "https://cards.example.org": True,
        "http://127.0.0.1:8642": False,
        "http://[::1]:8642": False,
        "null": False,
    }
    assert {origin: relying_party_of(origin).named for origin in named} == named


# Export


def test_everything_can_be_taken_away(house):
    told = house.get("/api/me/export", headers=who("Ann"))
    assert "attachment" in told.headers["content-disposition"]
    mine = told.json()
    assert mine["format"] == "saleroom-person/1" and len(mine["matches"]) == len(mine["tables"]) == 2
    for table in mine["tables"]:
        assert table["record"]["format"] == "saleroom/1" and table["record"]["winners"]
        assert [sat["name"] for sat in table["sat"]] == ["Ann"]
    assert [said["text"] for table in mine["tables"] for said in table["said"]] == ["spoken by Ann"]
    assert mine["games"] == page(house, "Ann")["games"]
    nobody = house.get("/api/me/export", headers=who("Nobody")).json()
    assert nobody["matches"] == nobody["tables"] == nobody["games"] == []


def test_contests_and_events_can_be_taken_away_too(house):
    ann, bob = who("Ann"), who("Bob")
    asked = {"game": "auction-pitch", "seats": 4, "title": "Friday", "name": "Ann", "plays": False}
    event = house.post("/api/events", headers=ann, json=asked).json()["id"]
    assert house.post(f"/api/events/{event}/join", headers=bob, json={"name": "Bob"}).status_code == 200
    add_results(house, ("Ann", 3.0), ("Bob", 4.0))
    mine, bobs = (house.get("/api/me/export", headers=headers).json() for headers in (ann, bob))
    assert [(each["title"], each["organised"], each["name"]) for each in mine["events"]] == [("Friday", 1, None)]
    assert [(each["title"], each["organised"], each["name"]) for each in bobs["events"]] == [("Friday", 0, "Bob")]
    (result,) = mine["contests"]
    assert result == {"contest": CONTEST, "table": "table of Ann", "name": "Ann", "score": 3, "at": 3.0}
    assert holder("Ann") not in json.dumps(mine)


# Results of contests when people change


def contests_of(browser: Any) -> ContestStore:
    """Return the stored data of contests."""
    page(browser, "Nobody")  # the server answers once the store is open
    return browser.app._open.state.services.store.contests


def add_results(browser: Any, *found: tuple[str, float]) -> None:
    """Add contest results, each given as a name and a time. The score equals the time."""
    for name, at in found:
        result = ContestResult(CONTEST, holder(name), f"table of {name}", name, False, int(at), at)
        browser.portal.call(contests_of(browser).add_result, result, 0)


def field(browser: Any, who: str = "") -> ContestField:
    return browser.portal.call(contests_of(browser).field, CONTEST, who, 20)


def test_of_two_results_that_become_one_persons_one_counts(house):
    add_results(house, ("Ann", 3.0), ("Phone", 4.0), ("Bob", 4.0))
    assert field(house).scores == {3: 1, 4: 2}
    assert link(house, "Ann", "Phone") == 204
    left = {score: people for score, people in field(house).scores.items() if people}
    assert left in ({3: 1, 4: 1}, {4: 2}) and sum(left.values()) == len(stored_results(house))


def stored_results(browser: Any) -> list[ContestResult]:
    return browser.portal.call(contests_of(browser).results, CONTEST)


def test_a_passkey_ranks_earlier_results_too(house):
    add_results(house, ("Ann", 3.0), ("Bob", 4.0))
    assert field(house).ranked == []
    assert register(house, "Ann", Authenticator(ORIGIN)).status_code == 204
    assert [result.name for result in field(house).ranked] == ["Ann"]


# Erasure


def test_erasing_needs_the_confirmation(house):
    for query in ("", "?sure=false", "?sure=maybe"):
        assert house.delete(f"/api/me{query}", headers=who("Ann")).status_code == 422
    assert page(house, "Ann")["games"]


def test_after_erasing_nothing_leads_to_the_person(house, tmp_path):
    device = Authenticator(ORIGIN)
    assert register(house, "Ann", device).status_code == 204 and link(house, "Ann", "Phone") == 204
    tables = [table["id"] for table in house.get("/api/tables", headers=who("Ann")).json()["yours"]]
    stories = [house.get(f"/api/tables/{table}/story").json() for table in tables]
    records = [house.get(f"/api/tables/{table}/record").json() for table in tables]
    bobs = page(house, "Bob")["games"]
    assert house.delete("/api/me?sure=true", headers=who("Phone")).status_code == 204
    kept = contents(tmp_path / "house.db")
    for trace in (holder("Ann"), holder("Phone"), '"Ann"', "by Ann"):
        assert trace not in kept, trace
    assert "spoken by Bob" in kept
    for table, story, record in zip(tables, stories, records, strict=True):
        after, played = house.get(f"/api/tables/{table}/story").json(), house.get(f"/api/tables/{table}/record").json()
        assert "Ann" in story["names"] and after["names"] == [
            "player 1" if name == "Ann" else name for name in story["names"]
        ]
        assert played["deals"] == record["deals"] and played["scores"] == record["scores"]
        assert house.get(f"/api/tables/{table}/fair").json() == {"faults": []}
        assert "Ann" not in house.get(f"/api/tables/{table}", headers=who("Bob")).json()["names"]
    assert page(house, "Bob")["games"] == bobs
    for name in ("Ann", "Phone"):
        assert page(house, name) == page(house, "Nobody")
        assert house.get("/api/tables", headers=who(name)).json()["yours"] == []
    assert login(house, "Laptop", device).status_code == 422


async def test_ratings_of_others_can_still_be_made_anew(tmp_path: Path):
    from saleroom.server.realtime.erasure import erase
    from saleroom.server.storage.ratings import recompute

    async with open_hub(tmp_path) as hub:
        for people in (2, 3, 2):
            _, guests = await rated_table(hub, people)
            await play(guests)
            await hub.results.wait_until_written()
        await erase(hub, [holder("Ann")], holder("Ann"))
        before = await all_ratings(hub)
        assert {who for who, *_ in before} == {holder("Bob"), holder("Cay")}
        await recompute(hub.store.database, "auction-draw")
        assert await all_ratings(hub) == before
        rows = await stored(hub)
        gone = [row.identity for row in rows if row.identity.startswith("erased-")]
        assert len(gone) == len(set(gone)) == 3


async def test_whoever_is_erased_leaves_first_and_others_play_on(tmp_path: Path):
    from saleroom.server.realtime.erasure import erase

    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "house", "house", deals=1)
        ann, bob = Guest(hub, live, "Ann"), Guest(hub, live, "Bob")
        await bob.do("sit", seat=1, name="Bob")
        await ann.do("say", text="hello from Ann")
        await ann.do("start")
        waiting = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        assert await erase(hub, [holder("Ann")], holder("Ann")) == sorted([live.id, waiting.id])
        assert ann.dropped == bob.dropped == (1012, "the table is reloaded")
        again = await hub.find(live.id)
        assert again is not live and again.state.match.players[0] == "player 1"
        assert [seat.kind for seat in again.state.seats] == ["bot", "human", "bot", "bot"]
        assert "Ann" not in again.state.owner_name and not again.state.chat
        assert again.state.seat_of(holder("Ann")) is None and again.state.seat_of(holder("Bob")) == 1
        assert (await hub.find(waiting.id)).state.seats[0].kind == "open"
        refused = await bob.do("say", text="into the old one")
        assert (refused["type"], refused["reason"]) == ("refused", "trouble")
        back = Guest(hub, again, "Bob")
        back.seat = 1
        await back.play_on()
        left, stayed = await stored(hub)
        assert stayed.identity == holder("Bob") and left.identity != holder("Ann") and not left.stayed


# Contests: one attempt for each person


def test_an_attempt_at_a_daily_deal_is_one_persons_on_all_their_devices(tmp_path: Path):
    with opened(tmp_path / "house.db", leniency=1000) as browser:

        def play_daily(name: str) -> str:
            answer = browser.post("/api/daily/auction-pitch", headers=who(name), json={"name": name})
            assert answer.status_code == 201, answer.text
            return answer.json()["id"]

        first = play_daily("Ann")
        assert play_daily("Phone of another") != first
        assert link(browser, "Ann", "Phone") == 204
        assert play_daily("Phone") == play_daily("Ann") == first
        assert browser.delete("/api/me?sure=true", headers=who("Phone")).status_code == 204
        kept = contents(tmp_path / "house.db")
        assert holder("Phone") not in kept


def test_another_device_comes_to_the_seat_by_itself(tmp_path: Path):
    """Check that a second device gets the seat at a contest's table, although other people cannot see this table."""
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        begun = browser.post("/api/daily/auction-pitch", headers=who("Ann"), json={"name": "Ann"}).json()["id"]
        assert link(browser, "Ann", "Phone") == 204
        for name, seat in (("Phone", 0), ("Ann", 0)):
            with browser.websocket_connect(f"ws://127.0.0.1:8642/api/tables/{begun}/socket") as socket:
                socket.send_json({"type": "hello", "token": token(name)})
                assert socket.receive_json()["you"]["seat"] == seat
