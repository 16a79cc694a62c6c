"""Rules for programs at web tables: clocks, complete requests, readable data, and texts of refusals."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest

from saleroom.games import NAMES
from saleroom.server.core.state.table import BOT_CLOCK
from saleroom.server.http import wrong_bodies
from saleroom.server.storage import bot_challenges
from tests.server.http_client import opened
from tests.server.http_refusals import PARTS, line_of
from tests.server.live_tables import token
from tests.server.program_people import Program, bearer, lines

LOCAL = {"host": "127.0.0.1:8642"}
CHAIRS = [{"kind": "me"}, *[{"kind": "bot"}] * 3]


@pytest.fixture
def browser(tmp_path):
    with opened(tmp_path / "tables.sqlite3", leniency=1000) as found:
        yield found


@pytest.fixture
def bot(browser):
    return Program(browser, "Bot")


@pytest.fixture
def made(tmp_path):
    """Return a function that counts the tables in the store."""

    def count():
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file:
            return file.execute("select count(*) from tables").fetchone()[0]

    return count


# One transaction


@pytest.mark.parametrize(
    ("chairs", "words"),
    [
        ([{"kind": "bot"}] * 4, '"me"'),
        ([{"kind": "me"}, {"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], '"me"'),
        ([{"kind": "me"}, {"kind": "program", "program": "Bot"}, {"kind": "open"}, {"kind": "open"}], "that asks"),
        ([{"kind": "me"}, *[{"kind": "program", "program": "Other"}] * 2, {"kind": "bot"}], "one chair only"),
        ([{"kind": "me"}, {"kind": "program", "program": "Nobody"}, {"kind": "bot"}, {"kind": "bot"}], "no program"),
        ([{"kind": "me"}, {"kind": "program"}, {"kind": "bot"}, {"kind": "bot"}], "name the one"),
    ],
)
def test_a_table_that_is_refused_leaves_nothing(browser, bot, made, chairs, words):
    other = Program(browser, "Other", "Ben")
    answer = bot.post("tables", game="auction-pitch", chairs=chairs)
    assert 400 <= answer.status_code < 500 and words in answer.json()["detail"], answer.text
    assert made() == 0 and not other.events()


def test_a_program_with_too_many_challenges_leaves_no_table(browser, bot, made, monkeypatch):
    other = Program(browser, "Other", "Ben")
    monkeypatch.setattr(bot_challenges, "MAX_CHALLENGES", 1)
    assert len(bot.table("me", "Other", "bot", "bot")["challenges"]) == 1
    chairs = [{"kind": "me"}, {"kind": "program", "program": "Other"}, *[{"kind": "bot"}] * 2]
    assert bot.post("tables", game="auction-pitch", chairs=chairs).status_code == 409
    assert made() == 1 and len(other.events()) == 1


# Clocks


def test_a_table_with_a_program_has_a_clock(browser, bot):
    made = bot.table("me", "bot", "bot", "bot")
    full = lines(bot.get(f"tables/{made['id']}/stream?once=true"))[0]
    assert full["clock"] == BOT_CLOCK
    timed = bot.table("me", "bot", "bot", "bot", clock=30)
    assert lines(bot.get(f"tables/{timed['id']}/stream?once=true"))[0]["clock"] == 30
    guest = bearer(token("Ann"))
    asked = {"game": "auction-pitch", "name": "Ann", "chairs": CHAIRS, "start": True}
    people = browser.post("/api/tables", headers=guest, json=asked).json()["id"]
    with browser.websocket_connect(f"/api/tables/{people}/socket", headers=LOCAL) as socket:
        socket.send_json({"type": "hello", "token": token("Ann")})
        assert (
            next(message for message in iter(socket.receive_json, None) if "table" in message)["table"]["clock"] is None
        )


# Readable data


def test_a_program_reads_what_a_guest_may(browser, bot):
    made = bot.table("me", "bot", "bot", "bot")
    for what in ("", "/record"):
        answer = browser.get(f"/api/tables/{made['id']}{what}", headers=bot.headers)
        assert answer.status_code == 200, answer.text
    record = browser.get(f"/api/tables/{made['id']}/record", headers=bot.headers).json()
    assert record["deals"][0]["events"][0].count("??") == 0  # the program sees its own hand
    assert browser.get(f"/api/tables/{made['id']}/record").json()["deals"][0]["events"][0].count("??") == 6
    assert browser.get("/api/tables", headers=bot.headers).status_code == 200


def test_a_token_without_the_scope_and_requests_that_change_something_are_refused(browser, bot):
    made = bot.table("me", "bot", "bot", "bot")
    reader = Program(browser, "Reader", "Ben", ["challenge:read"])
    for headers, method, path, status in (
        (reader.headers, "get", f"tables/{made['id']}/record", 403),
        (bot.headers, "post", "tables", 403),
        (bot.headers, "get", "me", 403),
        (bearer("saleroom_bot_" + "x" * 32), "get", f"tables/{made['id']}/record", 401),
    ):
        body = {"json": {"game": "auction-pitch", "name": "Bot", "chairs": CHAIRS}} if method == "post" else {}
        answer = getattr(browser, method)(f"/api/{path}", headers=headers, **body)
        assert answer.status_code == status and list(answer.json()) == PARTS, answer.text


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/none", "/api/games/none", "/api/me", "/api/bot/account"])
def test_every_refusal_has_one_shape(browser, path):
    answer = browser.get(path)
    assert answer.status_code >= 400
    assert line_of(answer)


# Texts of refusals


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ({"seq": "6", "action": "pass"}, "seq: it must be a whole number"),
        ({"seq": True, "action": "pass"}, "seq: it must be a whole number"),
        ({"seq": 6.0, "action": "pass"}, "seq: it must be a whole number"),
        ({"seq": 6}, "action: it is missing"),
        ({"seq": 6, "action": ""}, "action: it needs at least 1 characters"),
        ({"seq": -1, "action": "pass"}, "seq: it must be at least 0"),
        ({"seq": 6, "action": 5}, "action: it must be a text"),
        ({"seq": 6, "action": "pass", "more": 1}, "more: there is no such field"),
    ],
)
def test_a_move_of_a_wrong_shape_is_refused_in_our_words(bot, body, line):
    made = bot.table("me", "bot", "bot", "bot")
    answer = bot.post(f"tables/{made['id']}/move", **body)
    assert (answer.status_code, answer.json()["error"], line_of(answer)) == (422, "malformed", line)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"game": "chess", "chairs": []}, f"game: there is no such game; the games are {', '.join(NAMES)}"),
        ({"game": "chess", "options": {"x": []}}, f"game: there is no such game; the games are {', '.join(NAMES)}"),
        ({"chairs": []}, "chairs: it needs at least 2 entries"),
        ({"chairs": [{"kind": "king"}, {"kind": "me"}]}, "chairs.0.kind: it must be 'me', 'program', 'bot' or 'open'"),
        ({"chairs": "me"}, "chairs: it must be a list"),
        ({"clock": "60"}, "clock: it must be 30, 60, 120, 86400, 259200 or 604800"),
        ({"options": []}, "options: it must be an object"),
        ({"options": {"deals": 1.5}}, "options.deals: it must be a whole number"),
        ({"listed": "yes"}, "listed: it must be true or false"),
    ],
)
def test_a_table_of_a_wrong_shape_is_refused_in_our_words(bot, made, change, line):
    answer = bot.post("tables", **{"game": "auction-pitch", "chairs": CHAIRS, **change})
    assert (answer.status_code, answer.json()["error"], line_of(answer)) == (422, "malformed", line)
    assert made() == 0


def test_kinds_of_errors_that_are_not_listed_have_a_line_too():
    refusal = wrong_bodies.first([{"type": "something_new", "loc": ("body", "seq"), "ctx": {"ge": 1}}])
    assert str(refusal) == "seq: it is not what this request takes"


def test_not_any_more_is_said_only_to_one_whose_turn_it_was(bot):
    made = bot.table("me", "bot", "bot", "bot")
    deadline = time.monotonic() + 60
    while (state := bot.state(made["id"]))["seq"] is None and time.monotonic() < deadline:
        pass
    early = bot.post(f"tables/{made['id']}/move", seq=state["seq"] + 1000, action="pass")
    assert early.status_code == 409 and "no longer" not in early.json()["detail"]
    assert bot.post(f"tables/{made['id']}/move", seq=state["seq"], action=state["legal"][-1]).status_code == 200
    late = bot.post(f"tables/{made['id']}/move", seq=state["seq"], action="play 2C")
    assert late.status_code == 409
    assert "no longer" in late.json()["detail"] or "moved on" in late.json()["detail"]
