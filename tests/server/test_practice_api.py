"""Two features, play from a position and practice, over HTTP, across restarts, and from a backup."""

from __future__ import annotations

import json
import secrets
import time
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from saleroom.kernel.compile import COMPILED
from saleroom.match.referee import faults
from saleroom.server.api import tables
from saleroom.server.practice import daily
from saleroom.server.practice.service import PracticeService, _own_position
from saleroom.server.protocol.match_bodies import Remark
from saleroom.server.realtime import autoplay
from saleroom.server.storage.backup import back_up
from tests.server.http_client import answer_when, opened
from tests.server.test_app import BOT, guest, line, make

pytestmark = pytest.mark.skipif(not COMPILED, reason="reviews take too long interpreted")


@contextmanager
def served(path):
    """Yield a server on a data file, always on the same date and with the same cards. Its bots move immediately."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "PACES", dict.fromkeys(autoplay.PACES, 0.0))
        patch.setattr(autoplay, "LOOKS", dict.fromkeys(autoplay.LOOKS, 0.0))
        patch.setattr(daily, "NAMES", ("auction-pitch",))
        patch.setattr(PracticeService, "today", lambda _: "2030-01-02")
        patch.setattr(tables, "secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe))
        with opened(path, leniency=1000) as browser:
            yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house") / "tables.sqlite3") as browser:
        yield browser


@pytest.fixture(scope="module")
def ann(house):
    return guest(house)


@pytest.fixture(scope="module")
def over(house, ann):
    """Return a table on which Ann has played a match badly to its end."""
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, options={"deals": 2}, start=True, pace="quick")
    play(house, ann, table)
    return table


def play(house, who, table) -> None:
    """Play the match to its end, with the last legal action at each turn."""
    address = f"/api/tables/{table}/socket"
    headers = {"host": "127.0.0.1:8642", "origin": "http://127.0.0.1:8642"}
    with house.websocket_connect(address, headers=headers) as socket:
        socket.send_json({"type": "hello", "token": who["authorization"].removeprefix("Bearer ")})
        number = 0
        while True:
            told = socket.receive_json()
            if told["type"] not in ("snapshot", "update"):
                continue
            if told["table"] and told["table"]["status"] == "over":
                return
            if told["you"]["asked"] is not None:
                action = told["you"]["mine"]["legal"][-1]
                number += 1
                act = {"type": "act", "id": f"act-{number:08}", "at": told["you"]["asked"], "action": action}
                socket.send_json(act)


def from_step(table: str, deal: int = 1, step: int = 3, **more: Any) -> dict[str, Any]:
    return {"deal": deal, "step": step, "seat": 0, "player": "house", "name": "Ann", **more}


def play_on(house, who, table, **more: Any) -> str:
    made = house.post(f"/api/tables/{table}/play", headers=who, json=from_step(table, **more))
    assert made.status_code == 201, made.text
    return made.json()["id"]


def record(house, table, who=()) -> dict[str, Any]:
    return house.get(f"/api/tables/{table}/record", headers=dict(who)).json()


# Play from here


def test_a_step_of_a_finished_match_becomes_a_table_that_is_played_to_its_end(house, ann, over):
    ben = guest(house)
    table = play_on(house, ben, over, deal=2, step=7, seat=2)
    play(house, ben, table)
    old, new = record(house, over), record(house, table)
    assert faults(new) == [] and new["seed"] == old["seed"] and "fair" not in new
    assert new["deals"][0] == old["deals"][0]
    assert new["deals"][1]["events"][: 4 + 7] == old["deals"][1]["events"][: 4 + 7]
    story = house.get(f"/api/tables/{table}/story").json()
    assert story["position"] == {"table": over, "deal": 2, "step": 7}
    assert house.get(f"/api/tables/{over}/story").json()["position"] is None


def test_what_is_no_position_is_refused_in_one_line(house, ann, over):
    def asked(**more):
        return house.post(f"/api/tables/{over}/play", headers=ann, json=from_step(over, **more))

    assert "has no deal 3" in line(asked(deal=3), 422)
    assert "deal 1 has" in line(asked(step=9999), 422)
    assert "has 4 seats" in line(asked(seat=5), 422)
    assert "The players here are" in line(asked(player="nobody"), 422)
    steps = len(house.get(f"/api/tables/{over}/story/2").json()["steps"])
    assert "over at that step" in line(asked(deal=2, step=steps - 1), 422)
    line(house.post(f"/api/tables/{over}/play", json=from_step(over)), 401)
    line(house.post("/api/tables/none/play", headers=ann, json=from_step("none")), 404)


def test_a_match_that_is_still_played_is_refused(house, ann):
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, start=True)
    for who in (ann, guest(house)):
        answer = house.post(f"/api/tables/{table}/play", headers=who, json=from_step(table, step=0))
        assert "not over" in line(answer, 409)


def test_cards_that_others_are_asked_to_play_are_not_played_on(house, ann):
    """Check that challenges and play from a position exclude each other.

    No match starts from a position of a challenge, and no challenge uses a match that started from a position.
    """
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, options={"deals": 1}, start=True, pace="quick")
    play(house, ann, table)
    other = play_on(house, ann, table)
    play(house, ann, other)
    assert "from a position" in line(house.post(f"/api/tables/{other}/challenge", headers=ann), 409)
    assert house.post(f"/api/tables/{table}/challenge", headers=ann).status_code == 201
    answer = house.post(f"/api/tables/{table}/play", headers=ann, json=from_step(table))
    assert "still to play these cards" in line(answer, 403)


def test_a_table_from_a_position_goes_on_after_a_restart_and_from_a_backup(tmp_path):
    path, copy = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    with served(path) as house:
        ann = guest(house)
        old = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, options={"deals": 1}, start=True, pace="quick")
        play(house, ann, old)
        table = play_on(house, ann, old, step=2)
        before = record(house, table, ann)["deals"]
    back_up(path, copy)
    for file in (path, copy):
        with served(file) as house:
            again = record(house, table, ann)["deals"]
            assert again[0]["events"][: len(before[0]["events"])] == before[0]["events"]
            play(house, ann, table)
            assert faults(record(house, table)) == []


# Practice


def practised(house, who) -> dict[str, Any]:
    """Wait until today's positions are ready; return a person's practice page of Auction Pitch."""
    told = answer_when(house, "/api/practice", lambda told: not _pitch(told)["preparing"], headers=who)
    return _pitch(told)


def _pitch(told) -> dict[str, Any]:
    return next(game for game in told["games"] if game["game"] == "auction-pitch")


def reviewed(house, who, table, seat=0) -> dict[str, Any]:
    return answer_when(house, f"/api/tables/{table}/review/{seat}", lambda told: told["ready"], headers=who)


def test_a_review_of_ones_own_seat_brings_positions(house, ann, over):
    assert practised(house, ann)["due"] == []
    reviewed(house, ann, over, seat=1)
    reviewed(house, guest(house), over)
    assert practised(house, ann)["due"] == []
    remarks = reviewed(house, ann, over)["remarks"]
    ids = practised(house, ann)["due"]
    assert remarks and len(ids) == len(remarks)
    asked = [house.get(f"/api/practice/{position}", headers=ann).json() for position in ids]
    by_place = {(remark["deal"], remark["step"]): remark for remark in remarks}
    for position, question in zip(ids, asked, strict=True):
        legal = question["mine"]["legal"]
        answer = house.post(f"/api/practice/{position}", headers=ann, json={"action": legal[0]}).json()
        remark = answer["remark"]
        assert remark == by_place.pop((remark["deal"], remark["step"]))
        assert answer["right"] == (legal[0] == remark["better"] or legal[0] in remark["also"])
        assert answer["table"] == over and answer["due"] > time.time()
        assert remark["played"] in legal and remark["better"] in legal
    assert practised(house, ann)["due"] == [] and practised(house, ann)["kept"] == len(ids)


def test_positions_are_for_their_person_alone(house, ann, over):
    reviewed(house, ann, over)
    mine = first_position(house, ann, over)
    ben = guest(house)
    for who, status in ((ben, 404), ({}, 401)):
        line(house.get(f"/api/practice/{mine}", headers=who), status)
        line(house.post(f"/api/practice/{mine}", headers=who, json={"action": "pass"}), status)
        line(house.post(f"/api/practice/{mine}/felt", headers=who, json={"felt": "easy"}), status)
    line(house.get("/api/practice"), 401)


def first_position(house, who, table) -> str:
    """Return the id of the first position from a person's review, whether it is due or not."""
    remark = Remark(**reviewed(house, who, table)["remarks"][0])
    return _own_position(table, "auction-pitch", 0, remark).id


def test_wrong_answers_to_a_position_are_refused_in_one_line(house, ann, over):
    mine = first_position(house, ann, over)
    line(house.post(f"/api/practice/{mine}", headers=ann, json={"action": "fly"}), 422)
    line(house.post(f"/api/practice/{mine}", headers=ann, json={}), 422)
    line(house.get("/api/practice/none-such", headers=ann), 404)


def test_todays_positions_are_there_for_everybody(house, ann):
    ben = guest(house)
    found = [one["id"] for one in practised(house, ann)["daily"]]
    assert found and found == [one["id"] for one in practised(house, ben)["daily"]]
    one = found[0]
    asked = [house.get(f"/api/practice/{one}", headers=who).text for who in (ann, ben)]
    assert asked[0] == asked[1]
    action = json.loads(asked[0])["mine"]["legal"][0]
    answer = house.post(f"/api/practice/{one}", headers=ben, json={"action": action}).json()
    assert answer["share"] == {"people": 1, "right": int(answer["right"])} and answer["table"] is None
    shares = [next(d for d in practised(house, who)["daily"] if d["id"] == one)["share"] for who in (ann, ben)]
    assert shares == [None, answer["share"]]
    felt = house.post(f"/api/practice/{one}/felt", headers=ben, json={"felt": "easy"})
    if answer["right"]:
        assert felt.json()["due"] > answer["due"]
    else:
        assert "only a right answer" in line(felt, 409)
