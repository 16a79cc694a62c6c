"""Tournaments (club events) over HTTP and sockets: the answers that each person gets."""

from __future__ import annotations

import pytest

from tests.server.http_client import opened
from tests.server.http_refusals import PARTS
from tests.server.live_tables import token

pytestmark = pytest.mark.usefixtures("store_kind")

ASKED = {"game": "auction-pitch", "title": "Friday", "name": "Ann", "options": {"deals": 1}, "rounds": 1}
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def as_guest(name: str) -> dict[str, str]:
    """Return the headers of a person's requests."""
    return {"authorization": f"Bearer {token(name)}"}


@pytest.fixture
def browser(tmp_path):
    with opened(tmp_path / "house.db") as found:
        yield found


@pytest.fixture
def event(browser) -> str:
    """Create a tournament with four people, and return its address."""
    made = browser.post("/api/events", json=ASKED, headers=as_guest("Ann"))
    assert made.status_code == 201
    address = f"/api/events/{made.json()['id']}"
    for name in NAMES[1:]:
        assert browser.post(f"{address}/join", json={"name": name}, headers=as_guest(name)).json()["you"]
    return address


def test_an_event_is_shown_to_everybody_who_has_the_link(browser, event):
    shown = browser.get(event).json()
    assert [person["name"] for person in shown["people"]] == list(NAMES)
    assert (shown["you"], shown["organiser"], shown["seed"], shown["per_table"]) == (None, False, None, 2)
    assert len(shown["commit"]) == 64


def test_people_get_the_events_that_they_organise_or_take_part_in(browser, event):
    def listed(name: str) -> list[tuple[str, str, bool]]:
        answer = browser.get("/api/me/events", headers=as_guest(name)).json()["events"]
        return [(each["title"], each["status"], each["organiser"]) for each in answer]

    later = browser.post("/api/events", json={**ASKED, "title": "Later", "plays": False}, headers=as_guest("Ann"))
    assert later.status_code == 201
    assert listed("Ann") == [("Later", "gathering", True), ("Friday", "gathering", True)]
    assert listed("Ben") == [("Friday", "gathering", False)] and listed("Zoe") == []
    assert browser.post(f"{event}/join", json={"name": "Eve"}, headers=as_guest("Eve")).status_code == 200
    assert listed("Eve") == [("Friday", "gathering", False)]
    assert browser.post(f"{event}/leave", headers=as_guest("Eve")).status_code == 200
    assert listed("Eve") == []
    assert browser.post(f"{event}/start", json={"round": 1}, headers=as_guest("Ann")).status_code == 200
    assert listed("Ben") == [("Friday", "playing", False)]
    assert browser.get("/api/me/events").status_code == 401


def test_who_may_not_is_told_why_in_one_line(browser, event):
    cases = [
        ("", {"rounds": 11, **ASKED}, None, 401),
        ("/start", {"round": 1}, None, 401),
        ("/start", {"round": 1}, "Ben", 403),
        ("/remove", {"person": 1}, "Ben", 403),
        ("/end", None, "Ann", 409),
        ("/start", {"round": 2}, "Ann", 409),
        ("/start", {"round": 0}, "Ann", 422),
        ("/join", {"name": ""}, "Zoe", 422),
        ("/join", {"name": "\u200b"}, "Zoe", 422),
        ("/leave", None, "Zoe", 409),
    ]
    for what, body, name, status in cases:
        address = f"{event}{what}" if what else "/api/events"
        answer = browser.post(address, json=body, headers=as_guest(name) if name else {})
        assert (answer.status_code, list(answer.json())) == (status, PARTS), (what, answer.text)
    for wrong in (
        {"rounds": 11},
        {"per_table": 0},
        {"title": ""},
        {"seats": 2},
        {"game": "whist"},
        {"options": {"x": 1}},
    ):
        answer = browser.post("/api/events", json={**ASKED, **wrong}, headers=as_guest("Ann"))
        assert (answer.status_code, list(answer.json())) == (422, PARTS), wrong
    assert browser.get("/api/events/nothing").status_code == 404


def test_nobody_makes_events_without_end(browser):
    made = [browser.post("/api/events", json=ASKED, headers=as_guest("Ann")).status_code for _ in range(21)]
    assert made == [201] * 20 + [409]


def test_the_sockets_and_pages_of_another_table_are_closed(browser, event):
    assert browser.post(f"{event}/start", json={"round": 1}, headers=as_guest("Ann")).status_code == 200
    own = {name: browser.get(event, headers=as_guest(name)).json()["table"] for name in NAMES}
    assert len(set(own.values())) == 2
    other = next(name for name in NAMES if own[name] != own["Ann"])
    for who in ({}, as_guest(other)):
        for what in ("", "/record", "/story", "/story/1", "/review/0", "/fair"):
            answer = browser.get(f"/api/tables/{own['Ann']}{what}", headers=who)
            assert (answer.status_code, list(answer.json())) == (403, PARTS), what
    assert browser.get(f"/api/tables/{own['Ann']}", headers=as_guest("Ann")).json()["status"] == "playing"
    for name in (other, "Zoe"):
        address = f"/api/tables/{own['Ann']}/socket"
        with browser.websocket_connect(address, headers={"host": "127.0.0.1:8642"}) as socket:
            socket.send_json({"type": "hello", "token": token(name)})
            message = socket.receive()
            assert (message["type"], message["code"]) == ("websocket.close", 4403)
    assert own["Ann"] not in browser.get(event, headers=as_guest(other)).text
    assert own["Ann"] not in browser.get("/api/tables", headers=as_guest(other)).text


def test_the_export_is_a_file_for_spreadsheets(browser, event):
    answer = browser.get(f"{event}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"].endswith('.csv"')
    assert answer.text.splitlines()[0].startswith("rank,name,match points")
