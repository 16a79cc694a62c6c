"""Seats with other people: tables that suit a person are found, and otherwise one is made for them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from saleroom.server.realtime import autoplay
from tests.server.http_client import answer_when, opened

pytestmark = pytest.mark.usefixtures("store_kind")
LOCAL = {"host": "127.0.0.1:8642"}


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setattr(autoplay, "PACES", dict.fromkeys(autoplay.PACES, 0.0))
    with opened(tmp_path / "tables.sqlite3", leniency=100) as browser:
        yield browser


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


def guest(house) -> dict[str, str]:
    return {"authorization": f"Bearer {house.post('/api/guests').json()['token']}"}


def company(house, who, **more) -> str:
    """Return the table at which a person gets a seat."""
    answer = house.post("/api/company", headers=who, json={**ASKED, "name": "Ben", **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


ASKED = {"game": "auction-pitch", "fill": "house"}


def made(house, who, **more) -> str:
    chairs = [{"kind": "me"}, *[{"kind": "open"}] * (1 if more.get("game") == "auction-draw" else 3)]
    asked = {"game": "auction-pitch", "name": "Ann", "chairs": chairs, "listed": True, **more}
    answer = house.post("/api/tables", headers=who, json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def connected(house, stack: ExitStack, who, table: str) -> Any:
    """Return a connection to a table, after its first message."""
    socket = stack.enter_context(house.websocket_connect(f"/api/tables/{table}/socket", headers=LOCAL))
    socket.send_json({"type": "hello", "token": who["authorization"].removeprefix("Bearer ")})
    assert socket.receive_json()["type"] == "snapshot"
    return socket


def listed(house, who, table: str) -> dict[str, Any]:
    return house.get(f"/api/tables/{table}", headers=who).json()


def test_without_an_open_table_bots_play_until_people_come(house, stack):
    ben, cay = guest(house), guest(house)
    table = company(house, ben)
    told = listed(house, ben, table)
    assert (told["status"], told["seat"], told["free"]) == ("playing", 0, [1, 2, 3])
    connected(house, stack, ben, table)
    assert company(house, cay, name="Cay") == table
    told = listed(house, cay, table)
    assert told["seat"] in (1, 2, 3) and len(told["free"]) == 2 and told["names"][told["seat"]] == "Cay"


def test_the_table_with_the_most_people_comes_first(house, stack):
    ann, dan, eve, ben = (guest(house) for _ in range(4))
    fuller = made(house, ann)
    assert company(house, eve, name="Eve") != fuller, "its people are not connected"
    connected(house, stack, ann, fuller)
    dans = made(house, dan)
    connected(house, stack, dan, dans)
    first = company(house, ben)
    assert first in (fuller, dans)
    connected(house, stack, ben, first)
    assert company(house, guest(house), name="Flo") == first


@pytest.mark.parametrize(
    "table",
    [
        {"listed": False},
        {"rated": True},
        {"language": "de"},
        {"clock": 86_400},
        {"options": {"low": "taken"}},
        {"game": "auction-draw"},
    ],
    ids=str,
)
def test_a_table_that_does_not_suit_is_left_alone(house, stack, table):
    ann = guest(house)
    theirs = made(house, ann, **table)
    connected(house, stack, ann, theirs)
    before = listed(house, ann, theirs)["names"]
    assert company(house, guest(house), language="en") != theirs
    assert listed(house, ann, theirs)["names"] == before


def test_a_repeated_request_finds_the_same_seat(house, stack):
    ann, ben = guest(house), guest(house)
    table = made(house, ann)
    connected(house, stack, ann, table)
    assert [company(house, ben) for _ in range(2)] == [table] * 2
    assert listed(house, ben, table)["names"].count("Ben") == 1
    alone = [company(house, ann, name="Ann") for _ in range(2)]
    assert alone == [table] * 2, "a person who sits there is not moved"


def test_an_empty_name_is_refused_before_any_table_is_tried(house, stack):
    ann, ben = guest(house), guest(house)
    connected(house, stack, ann, made(house, ann))
    answer = house.post("/api/company", headers=ben, json={**ASKED, "name": "\u200b"})
    assert (answer.status_code, answer.json()["key"]) == (422, "name.empty")


def test_a_removed_person_gets_another_table(house, stack):
    ann, ben = guest(house), guest(house)
    table = made(house, ann)
    socket = connected(house, stack, ann, table)
    assert company(house, ben) == table
    socket.send_json({"type": "remove", "id": "remove-1", "seat": listed(house, ben, table)["seat"]})
    while (answer := socket.receive_json())["type"] not in ("done", "refused"):
        pass
    assert answer["type"] == "done", answer
    assert company(house, ben) != table


def test_a_request_that_cannot_be_is_refused(house):
    ben = guest(house)
    for wrong in ({"game": "whist"}, {"name": ""}, {"fill": "nobody"}, {"language": "xx"}, {"clock": 7}):
        assert house.post("/api/company", headers=ben, json={**ASKED, "name": "Ben", **wrong}).status_code == 422
    assert house.get("/api/tables", headers=ben).json()["yours"] == []


def test_a_line_of_the_lobby_says_what_the_table_is(house):
    ann, ben = guest(house), guest(house)
    table = made(house, ann, hints=False, clock=60, language="fr")
    (line,) = (one for one in house.get("/api/tables", headers=ben).json()["listed"] if one["id"] == table)
    terms = {key: line[key] for key in ("free", "clock", "hints", "rated", "language")}
    assert terms == {"free": [1, 2, 3], "clock": 60, "hints": False, "rated": False, "language": "fr"}
    assert 1 <= line["minutes"] < 120


def test_one_request_of_the_owner_lists_a_table_and_bots_play_until_people_come(house, stack):
    ann, ben = guest(house), guest(house)
    table = made(house, ann, listed=False)
    assert house.post(f"/api/tables/{table}/company", headers=ben).status_code == 409
    assert house.get("/api/tables", headers=ben).json()["listed"] == []
    (own,) = house.get("/api/tables", headers=ann).json()["yours"]
    assert own["may_list"]
    for _ in range(2):
        assert house.post(f"/api/tables/{table}/company", headers=ann).status_code == 204
    (line,) = answer_when(house, "/api/tables", lambda answer: answer["listed"], headers=ben)["listed"]
    assert (line["id"], line["status"], line["free"]) == (table, "playing", [1, 2, 3])
    (own,) = house.get("/api/tables", headers=ann).json()["yours"]
    assert not own["may_list"]
    socket = connected(house, stack, ann, table)
    assert company(house, ben) == table
    socket.send_json({"type": "settle", "id": "private-1", "listed": False})
    while (answer := socket.receive_json())["type"] not in ("done", "refused"):
        pass
    assert answer["type"] == "done", answer
    assert house.get("/api/tables", headers=guest(house)).json()["listed"] == []
    assert company(house, guest(house), name="Cay") != table


def test_a_table_before_its_match_is_listed_as_soon_as_its_owner_says_so(house, stack):
    ann, ben = guest(house), guest(house)
    table = made(house, ann, listed=False)
    socket = connected(house, stack, ann, table)
    for listed_now in (True, False):
        socket.send_json({"type": "settle", "id": f"listed-{listed_now}", "listed": listed_now})
        answer_when(house, "/api/tables", lambda answer, now=listed_now: bool(answer["listed"]) is now, headers=ben)


def test_contests_and_tables_on_one_device_stay_private(house):
    ann = guest(house)
    daily = house.post("/api/daily/auction-pitch", headers=ann, json={"name": "Ann"}).json()["id"]
    people = [{"name": "Ann"}, {"name": "Ben"}, {"player": "house"}, {"player": "house"}]
    made = house.post("/api/hot-seats", headers=ann, json={"game": "auction-pitch", "name": "Ann", "chairs": people})
    for table in (daily, made.json()["id"]):
        answer = house.post(f"/api/tables/{table}/company", headers=ann)
        assert (answer.status_code, answer.json()["key"]) == (409, "settle.private"), answer.text
    assert house.get("/api/tables", headers=guest(house)).json()["listed"] == []
