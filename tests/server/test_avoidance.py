"""Avoid lists: *Play with others* respects them in both directions, and only their owner sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from saleroom.server.realtime import autoplay
from saleroom.server.storage.avoidance import MOST_AVOIDED
from saleroom.server.storage.columns import avoided_people
from tests.server.http_client import opened
from tests.server.live_tables import holder, token
from tests.server.test_company import company, connected, listed, made
from tests.stores import contents, raw

pytestmark = pytest.mark.usefixtures("store_kind")


@pytest.fixture
def house(tmp_path: Path, monkeypatch) -> Iterator[Any]:
    monkeypatch.setattr(autoplay, "PACES", dict.fromkeys(autoplay.PACES, 0.0))
    with opened(tmp_path / "tables.sqlite3", leniency=1000) as browser:
        yield browser


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def who(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"}


def command(socket: Any, kind: str, **parts: Any) -> dict[str, Any]:
    socket.send_json({"type": kind, "id": f"{kind}-{parts.get('seat', 0)}-command", **parts})
    while (answer := socket.receive_json())["type"] not in ("done", "refused"):
        pass
    return answer


def met(house: Any, stack: ExitStack, *names: str) -> tuple[str, dict[str, Any]]:
    """Return a private table at which people have met; the first one owns it. Also return their connections."""
    table = made(house, who(names[0]), listed=False, name=names[0])
    sockets = {name: connected(house, stack, who(name), table) for name in names}
    for seat, name in enumerate(names[1:], 1):
        assert command(sockets[name], "sit", seat=seat, name=name)["type"] == "done"
    return table, sockets


def people(house: Any, table: str, name: str) -> dict[str, dict[str, Any]]:
    answer = house.get(f"/api/tables/{table}/people", headers=who(name))
    assert answer.status_code == 200, answer.text
    return {one["name"]: one for one in answer.json()["people"]}


def avoid(house: Any, table: str, name: str, other: str) -> None:
    visit = people(house, table, name)[other]["visit"]
    answer = house.post(f"/api/tables/{table}/avoid", headers=who(name), json={"visit": visit})
    assert (answer.status_code, answer.content) == (204, b"")


def avoided(house: Any, name: str) -> list[str]:
    return [one["name"] for one in house.get("/api/me/avoided", headers=who(name)).json()["people"]]


# Play with others


@pytest.mark.parametrize(("avoiding", "other"), [("Ann", "Ben"), ("Ben", "Ann")])
def test_people_of_whom_one_avoids_the_other_get_different_tables(house, stack, avoiding, other):
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, avoiding, other)
    table = company(house, who("Ann"), name="Ann")
    connected(house, stack, who("Ann"), table)
    bens = company(house, who("Ben"), name="Ben")
    assert bens != table
    connected(house, stack, who("Ben"), bens)
    assert company(house, who("Cay"), name="Cay") in (table, bens), "others are seated as before"


def test_the_answer_is_the_same_as_without_the_table(house, stack):
    asked = {"game": "auction-pitch", "fill": "house"}
    alone = house.post("/api/company", headers=who("Dan"), json={**asked, "name": "Dan"})
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, "Ann", "Ben")
    table = company(house, who("Ann"), name="Ann")
    connected(house, stack, who("Ann"), table)
    answer = house.post("/api/company", headers=who("Ben"), json={**asked, "name": "Ben"})
    assert (answer.status_code, sorted(answer.json())) == (alone.status_code, sorted(alone.json()))
    dans, bens = (listed(house, who(name), one.json()["id"]) for name, one in (("Dan", alone), ("Ben", answer)))
    own = ("id", "names", "pictures", "made_at", "last_at", "scores", "acting", "awaited")
    assert {**dans, **dict.fromkeys(own)} == {**bens, **dict.fromkeys(own)}


def test_an_avoided_person_at_a_fuller_table_hides_no_other_table(house, stack):
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, "Ben", "Ann")
    fuller = made(house, who("Ann"), name="Ann")
    socket = connected(house, stack, who("Dan"), fuller)
    assert command(socket, "sit", seat=1, name="Dan")["type"] == "done"
    connected(house, stack, who("Ann"), fuller)
    other = made(house, who("Eve"), name="Eve")
    connected(house, stack, who("Eve"), other)
    assert company(house, who("Ben"), name="Ben") == other


def test_a_link_and_the_lobby_are_open_as_before(house, stack):
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, "Ann", "Ben")
    table = made(house, who("Ann"), name="Ann")
    assert table in [one["id"] for one in house.get("/api/tables", headers=who("Ben")).json()["listed"]]
    socket = connected(house, stack, who("Ben"), table)
    assert command(socket, "sit", seat=1, name="Ben")["type"] == "done"


def test_a_linked_device_is_the_same_person(house, stack):
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, "Ann", "Ben")
    code = house.post("/api/me/code", headers=who("Ben")).json()["code"]
    assert house.post("/api/me/devices", headers=who("Phone"), json={"code": code}).status_code == 204
    table = company(house, who("Ann"), name="Ann")
    connected(house, stack, who("Ann"), table)
    assert company(house, who("Phone"), name="Ben") != table
    assert avoided(house, "Ann") == ["Ben"]


def test_two_devices_that_avoided_each_other_become_one_person(house, stack):
    met_at, _ = met(house, stack, "Ann", "Ben")
    avoid(house, met_at, "Ann", "Ben")
    avoid(house, met_at, "Ben", "Ann")
    code = house.post("/api/me/code", headers=who("Ann")).json()["code"]
    assert house.post("/api/me/devices", headers=who("Ben"), json={"code": code}).status_code == 204
    assert avoided(house, "Ann") == avoided(house, "Ben") == []


# The list


def test_a_list_is_its_owners_and_can_be_shortened(house, stack):
    table, _ = met(house, stack, "Ann", "Ben", "Cay")
    for _ in range(2):
        avoid(house, table, "Ann", "Ben")
    avoid(house, table, "Ann", "Cay")
    assert sorted(avoided(house, "Ann")) == ["Ben", "Cay"] and avoided(house, "Ben") == avoided(house, "Cay") == []
    assert {name: one["avoided"] for name, one in people(house, table, "Ann").items()} == {"Ben": True, "Cay": True}
    assert not any(one["avoided"] for one in people(house, table, "Ben").values())
    (ben,) = (one for one in house.get("/api/me/avoided", headers=who("Ann")).json()["people"] if one["name"] == "Ben")
    assert house.delete(f"/api/me/avoided/{ben['id']}", headers=who("Ben")).status_code == 204
    assert sorted(avoided(house, "Ann")) == ["Ben", "Cay"], "another person removes nothing"
    for _ in range(2):
        assert house.delete(f"/api/me/avoided/{ben['id']}", headers=who("Ann")).status_code == 204
    assert avoided(house, "Ann") == ["Cay"]


def test_a_person_who_left_can_be_avoided(house, stack):
    table, sockets = met(house, stack, "Ann", "Ben", "Cay")
    assert command(sockets["Ann"], "start", fill="house")["type"] == "done"
    assert command(sockets["Ben"], "leave")["type"] == "done"
    shown = people(house, table, "Cay")
    assert {name: one["seat"] for name, one in shown.items()} == {"Ann": 0, "Ben": None}
    avoid(house, table, "Cay", "Ben")
    assert avoided(house, "Cay") == ["Ben"]


def test_only_people_of_the_table_are_avoided_and_only_by_its_people(house, stack):
    table, _ = met(house, stack, "Ann", "Ben")
    visits = {name: one["visit"] for name, one in people(house, table, "Ann").items()}
    own = people(house, table, "Ben")["Ann"]["visit"]

    def answer(name: str, visit: int) -> tuple[int, str]:
        response = house.post(f"/api/tables/{table}/avoid", headers=who(name), json={"visit": visit})
        return response.status_code, response.json()["key"]

    assert answer("Eve", visits["Ben"])[0] == 403
    assert answer("Ann", own) == (404, "avoid.no-person"), "no person avoids themselves"
    assert answer("Ann", 999) == (404, "avoid.no-person")
    assert answer("Ann", 0)[0] == 422
    assert house.post("/api/tables/none/avoid", headers=who("Ann"), json={"visit": 1}).status_code == 404


def test_a_person_under_another_name_is_not_shown_as_avoided(house, stack):
    first, _ = met(house, stack, "Ann", "Ben")
    avoid(house, first, "Ann", "Ben")
    second = made(house, who("Ann"), listed=False, name="Ann")
    assert command(connected(house, stack, who("Ben"), second), "sit", seat=1, name="Bob")["type"] == "done"
    assert not people(house, second, "Ann")["Bob"]["avoided"]
    again, _ = met(house, stack, "Ann", "Ben")
    assert people(house, first, "Ann")["Ben"]["avoided"] and people(house, again, "Ann")["Ben"]["avoided"]
    avoid(house, second, "Ann", "Bob")
    assert people(house, second, "Ann")["Bob"]["avoided"]
    assert avoided(house, "Ann") == ["Bob"], "the list has one entry for a person, with the latest name"


def test_people_at_one_device_are_not_listed(house):
    people_here = [{"name": "Ann"}, {"name": "Ben"}, {"player": "house"}, {"player": "house"}]
    body = {"game": "auction-pitch", "name": "Ann", "chairs": people_here}
    table = house.post("/api/hot-seats", headers=who("Ann"), json=body).json()["id"]
    assert people(house, table, "Ann") == {}


def test_a_list_has_an_end(house, stack, tmp_path):
    table, _ = met(house, stack, "Ann", "Ben")
    rows = [
        {"identity": holder("Ann"), "avoided": f"person-{number}", "id": str(number), "name": "X", "avoided_at": 1.0}
        for number in range(MOST_AVOIDED)
    ]
    with raw(tmp_path / "tables.sqlite3") as connection:
        connection.execute(insert(avoided_people), rows)
    visit = people(house, table, "Ann")["Ben"]["visit"]
    answer = house.post(f"/api/tables/{table}/avoid", headers=who("Ann"), json={"visit": visit})
    assert (answer.status_code, answer.json()["key"]) == (409, "avoid.full")


# Secrecy and erasure


def test_no_message_to_the_avoided_person_changes(house, stack):
    table, sockets = met(house, stack, "Ann", "Ben")
    before = house.get(f"/api/tables/{table}", headers=who("Ben")).json()
    avoid(house, table, "Ann", "Ben")
    assert command(sockets["Ben"], "say", text="a line")["type"] == "done", "no message came before this answer"
    after = house.get(f"/api/tables/{table}", headers=who("Ben")).json()
    times = ("last_at",)
    assert {**before, **dict.fromkeys(times)} == {**after, **dict.fromkeys(times)}
    assert house.get("/api/me/export", headers=who("Ben")).json()["avoided"] == []


def test_no_answer_has_a_token_or_a_holder(house, stack):
    table, _ = met(house, stack, "Ann", "Ben")
    avoid(house, table, "Ann", "Ben")
    for path in (f"/api/tables/{table}/people", "/api/me/avoided", "/api/me/export"):
        answer = house.get(path, headers=who("Ann")).text
        assert "Ben" in answer
        assert not any(secret in answer for name in ("Ann", "Ben") for secret in (token(name), holder(name)))


@pytest.mark.parametrize("column", ["identity", "avoided"])
def test_erasure_finds_entries_of_a_device_that_an_earlier_version_linked(house, tmp_path, column):
    code = house.post("/api/me/code", headers=who("Ann")).json()["code"]
    assert house.post("/api/me/devices", headers=who("Phone"), json={"code": code}).status_code == 204
    entry = {"identity": holder("Ben"), "avoided": holder("Ben"), "id": "an-entry", "name": "X", "avoided_at": 1.0}
    with raw(tmp_path / "tables.sqlite3") as connection:
        connection.execute(insert(avoided_people), {**entry, column: holder("Ann")})
    assert house.delete("/api/me?sure=true", headers=who("Phone")).status_code == 204
    with raw(tmp_path / "tables.sqlite3") as connection:
        assert connection.execute(select(avoided_people)).all() == []


@pytest.mark.parametrize("gone", ["Ann", "Ben"])
def test_erasure_removes_a_list_and_the_entries_of_others(house, stack, tmp_path, gone):
    table, _ = met(house, stack, "Ann", "Ben")
    avoid(house, table, "Ann", "Ben")
    assert [one["name"] for one in house.get("/api/me/export", headers=who("Ann")).json()["avoided"]] == ["Ben"]
    assert house.delete("/api/me?sure=true", headers=who(gone)).status_code == 204
    with raw(tmp_path / "tables.sqlite3") as connection:
        assert connection.execute(select(avoided_people)).all() == []
    assert holder(gone) not in contents(tmp_path / "tables.sqlite3")
