"""The Bot API: tokens, tables, challenges, repeated moves, and refusals."""

from __future__ import annotations

from itertools import count

import pytest

from saleroom.server.api import services
from saleroom.server.realtime import autoplay
from saleroom.server.storage.bots import MAX_BOTS, MAX_TOKENS, PREFIX
from tests.server.http_client import opened
from tests.server.live_tables import AT_ONCE, token
from tests.server.program_people import Program, bearer, lines
from tests.stores import contents

pytestmark = pytest.mark.usefixtures("module_store_kind")

NAMES = count(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def browser(folder, module_store_kind):
    with pytest.MonkeyPatch.context() as patch, opened(folder / "tables.sqlite3", leniency=1000) as found:
        patch.setattr(autoplay, "PACES", AT_ONCE)
        yield found


def new(browser, **more):
    """Return a new program, whose owner has no other program."""
    number = next(NAMES)
    return Program(browser, f"Bot {number}", f"owner {number}", **more)


@pytest.fixture
def bot(browser):
    return new(browser)


@pytest.fixture
def other(browser):
    return new(browser)


def refused(answer, status, kind):
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == kind
    return answer.json()["detail"]


# Tokens


def test_a_token_speaks_for_its_program_and_is_shown_once(browser, bot):
    assert bot.token["secret"].startswith(PREFIX)
    assert bot.get("account").json()["name"] == bot.name
    listed = browser.get("/api/me/programs", headers=bot.person).json()
    assert [program["name"] for program in listed] == [bot.name]
    assert bot.token["secret"] not in str(listed) and listed[0]["tokens"][0]["used_at"] is not None
    assert browser.get("/api/me/programs", headers=bearer(token("Ben"))).json() == []


def test_only_a_digest_of_a_token_is_kept(bot, folder):
    stored = contents(folder / "tables.sqlite3")
    assert bot.name in stored and bot.token["secret"] not in stored


def test_a_token_that_was_taken_back_opens_nothing(browser, bot):
    own, secret = bot.person, bot.token["token"]["id"]
    assert browser.delete(f"/api/me/programs/{bot.id}/tokens/{secret}", headers=bearer(token("Ben"))).status_code == 404
    assert browser.delete(f"/api/me/programs/{bot.id}/tokens/{secret}", headers=own).status_code == 204
    refused(bot.get("account"), 401, "unauthorized")
    assert browser.delete(f"/api/me/programs/{bot.id}/tokens/{secret}", headers=own).status_code == 404


def test_a_token_does_what_its_scopes_say(browser):
    reader = new(browser, scopes=["challenge:read"])
    assert reader.get("account").json()["scopes"] == ["challenge:read"]
    assert reader.get("challenges").status_code == 200
    refused(reader.post("tables", game="auction-pitch", chairs=[{"kind": "me"}] * 2), 403, "missing-scope")
    refused(reader.post("tables/x/move", seq=1, action="pass"), 403, "missing-scope")


def test_tokens_of_people_and_of_programs_are_not_mistaken_for_each_other(browser, bot):
    refused(browser.get("/api/bot/account", headers=bot.person), 401, "unauthorized")
    refused(browser.get("/api/bot/account"), 401, "unauthorized")
    assert browser.get("/api/me", headers=bot.headers).status_code == 403
    with browser.websocket_connect("/api/tables/x/socket", headers={"host": "127.0.0.1:8642"}) as socket:
        socket.send_json({"type": "hello", "token": bot.token["secret"]})
        assert socket.receive()["code"] == 1008


def test_names_are_one_program_s_and_there_are_only_so_many(browser, bot):
    own = bearer(token("Ben"))
    assert browser.post("/api/me/programs", headers=own, json={"name": bot.name.upper()}).status_code == 409
    alike = bot.name.replace("o", "\N{CYRILLIC SMALL LETTER O}").replace("e", "\N{CYRILLIC SMALL LETTER IE}")
    assert alike != bot.name and browser.post("/api/me/programs", headers=own, json={"name": alike}).status_code == 409
    assert browser.post("/api/me/programs", headers=own, json={"name": "\u200b"}).status_code == 422
    made = [browser.post("/api/me/programs", headers=own, json={"name": f"b{n}"}) for n in range(MAX_BOTS + 1)]
    assert [answer.status_code for answer in made] == [201] * MAX_BOTS + [409]
    where = f"/api/me/programs/{made[0].json()['id']}/tokens"
    tokens = [browser.post(where, headers=own, json={}).status_code for _ in range(MAX_TOKENS + 1)]
    assert tokens == [201] * MAX_TOKENS + [409]


def test_a_program_that_is_removed_is_gone(browser, bot):
    assert browser.delete(f"/api/me/programs/{bot.id}", headers=bearer(token("Ben"))).status_code == 404
    assert browser.delete(f"/api/me/programs/{bot.id}", headers=bot.person).status_code == 204
    refused(bot.get("account"), 401, "unauthorized")


def test_whoever_is_erased_takes_their_programs_along(browser, bot):
    made = bot.table("me", "bot", "bot", "bot")
    assert browser.delete("/api/me?sure=true", headers=bot.person).status_code == 204
    refused(bot.get("account"), 401, "unauthorized")
    names = browser.get(f"/api/tables/{made['id']}", headers=bot.person).json()["names"]
    assert bot.name not in names


# Tables and moves


def test_a_program_plays_a_match_from_nothing(bot):
    made = bot.table("me", "bot", "bot", "bot")
    assert made["started"]
    moves = 0
    wait_for_turn(bot, made["id"])
    while (state := bot.state(made["id"]))["status"] == "started":
        assert bot.post(f"tables/{made['id']}/move", seq=state["seq"], action=state["legal"][-1]).status_code == 200
        moves += 1
        wait_for_turn(bot, made["id"])
    assert moves >= 6 and state["seq"] is None


def wait_for_turn(bot, table):
    while (state := bot.state(table))["seq"] is None and state["status"] == "started":
        pass


def test_a_move_sent_again_is_carried_out_once(bot):
    table = bot.table("me", "bot", "bot", "bot")["id"]
    wait_for_turn(bot, table)
    state = bot.state(table)
    first = bot.post(f"tables/{table}/move", seq=state["seq"], action="pass")
    again = bot.post(f"tables/{table}/move", seq=state["seq"], action="pass")
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert refused(bot.post(f"tables/{table}/move", seq=state["seq"], action="bid 2"), 409, "stale")


def test_what_is_not_legal_is_refused_with_the_rule(bot):
    table = bot.table("me", "bot", "bot", "bot")["id"]
    wait_for_turn(bot, table)
    seq = bot.state(table)["seq"]
    assert "bid" in refused(bot.post(f"tables/{table}/move", seq=seq, action="bid 99"), 422, "illegal").lower()
    refused(bot.post(f"tables/{table}/move", seq=seq + 1, action="pass"), 409, "stale")
    refused(bot.post(f"tables/{table}/move", seq="x", action="pass"), 422, "malformed")
    refused(bot.post("tables/none/move", seq=1, action="pass"), 404, "not-found")


def test_a_stranger_s_table_is_closed_to_a_program(bot, other):
    table = bot.table("me", "bot", "bot", "bot")["id"]
    refused(other.get(f"tables/{table}/stream?once=true"), 404, "not-found")
    refused(other.post(f"tables/{table}/move", seq=1, action="pass"), 404, "not-found")
    refused(other.post(f"tables/{table}/leave"), 404, "not-found")


def test_a_program_that_leaves_is_replaced_by_the_house(bot):
    table = bot.table("me", "bot", "bot", "bot")["id"]
    assert [event["type"] for event in bot.events()] == ["gameStart"]
    assert bot.post(f"tables/{table}/leave").status_code == 200
    assert bot.events() == []


# Challenges


def test_a_challenge_is_told_until_it_is_accepted_and_then_the_match_begins(bot, other):
    made = bot.table("me", other.name, "bot", "bot")
    assert not made["started"] and bot.events() == []
    (told,) = other.events()
    assert told["type"] == "challenge" and told["challenge"]["id"] == made["challenges"][0]["id"]
    assert told["challenge"]["challenger"] == {"name": bot.name, "program": True}
    where = f"challenges/{told['challenge']['id']}"
    refused(bot.post(f"{where}/accept"), 404, "not-found")
    first, again = other.post(f"{where}/accept"), other.post(f"{where}/accept")
    assert first.json() == again.json() == {"ok": True, "table": made["id"], "seat": 1, "started": True}
    for program, seat in ((bot, 0), (other, 1)):
        (event,) = program.events()
        assert event == {"type": "gameStart", "table": made["id"], "game": "auction-pitch", "seat": seat}


def test_a_challenge_that_is_declined_leaves_the_seat_open_and_is_told(bot, other):
    made = bot.table("me", other.name, "bot", "bot")
    where = f"challenges/{made['challenges'][0]['id']}"
    assert other.post(f"{where}/decline").status_code == other.post(f"{where}/decline").status_code == 200
    refused(other.post(f"{where}/accept"), 409, "not-now")
    assert other.events() == []
    assert [each["status"] for each in bot.get("challenges").json()["made"]] == ["declined"]
    assert bot.post(f"tables/{made['id']}/start").status_code == 200  # now a built-in bot has the seat
    assert [event["type"] for event in bot.events()] == ["gameStart"]


def test_a_challenge_that_is_taken_back_cannot_be_accepted(bot, other):
    where = f"challenges/{bot.table('me', other.name, 'bot', 'bot')['challenges'][0]['id']}"
    refused(other.post(f"{where}/cancel"), 404, "not-found")
    assert bot.post(f"{where}/cancel").status_code == 200
    refused(other.post(f"{where}/accept"), 409, "not-now")


def test_a_person_has_a_program_play_at_their_table(browser, bot):
    own = bearer(token("Ben"))
    house, table = {"kind": "bot", "player": "house"}, {"game": "auction-pitch", "name": "Ben", "options": {"deals": 1}}
    chairs = [{"kind": "me"}, {"kind": "open"}, house, house]
    made = browser.post("/api/tables", headers=own, json={**table, "chairs": chairs}).json()["id"]
    where, asked = f"/api/tables/{made}/programs", {"program": bot.name.lower(), "seat": 1}
    assert browser.post(where, headers=own, json={**asked, "program": "nobody"}).status_code == 404
    assert browser.post(where, headers=own, json={**asked, "seat": 0}).status_code == 409
    assert browser.post(where, headers=bearer(token("Cid")), json=asked).status_code == 403
    assert browser.post(where, headers=own, json=asked).status_code == 201
    (told,) = bot.events()
    assert told["challenge"]["challenger"] == {"name": "Ben", "program": False}
    assert bot.post(f"challenges/{told['challenge']['id']}/accept").json()["started"] is False
    assert browser.get(f"/api/tables/{made}").json()["names"][1] == bot.name


def test_no_program_joins_a_match_that_is_rated(browser, bot):
    own = bearer(token("Ben"))
    chairs = [{"kind": "me"}, *[{"kind": "open"}] * 3]
    asked = {"game": "auction-pitch", "name": "Ben", "chairs": chairs, "rated": True}
    made = browser.post("/api/tables", headers=own, json=asked).json()["id"]
    told = browser.post(f"/api/tables/{made}/programs", headers=own, json={"program": bot.name, "seat": 1})
    assert told.status_code == 409


# Limits and errors


def test_every_refusal_has_a_kind_and_a_line(browser, bot):
    refused(bot.get("nothing"), 404, "not-found")
    refused(bot.get("tables"), 405, "method-not-allowed")
    refused(browser.post("/api/bot/tables", headers=bot.headers, content=b"{"), 422, "malformed")
    refused(browser.post("/api/bot/tables", headers=bot.headers, content=b" " * 20_000), 413, "too-large")
    refused(bot.post("tables", game="chess", chairs=[{"kind": "me"}] * 2), 422, "malformed")
    elsewhere = {**bot.headers, "origin": "http://elsewhere"}
    refused(browser.post("/api/bot/tables", headers=elsewhere, json={}), 403, "forbidden")


def test_a_program_that_asks_too_much_is_told_when_to_come_again(tmp_path, monkeypatch):
    monkeypatch.setattr(services, "BOT_BURST", 3.0)
    monkeypatch.setattr(services, "BOT_RATE", 1e-9)
    with opened(tmp_path / "tables.sqlite3") as browser:
        one, two = new(browser), new(browser)
        assert [one.get("account").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = one.get("account")
        refused(answer, 429, "too-fast")
        assert int(answer.headers["retry-after"]) >= 1
        assert two.get("account").status_code == 200  # each program has its own limits


def test_a_stream_of_a_match_begins_with_all_of_it(bot):
    table = bot.table("me", "bot", "bot", "bot")["id"]
    full, *_ = lines(bot.get(f"tables/{table}/stream?once=true"))  # bots might have moved in the meantime
    assert full["type"] == "gameFull" and full["seat"] == 0 and "Auction Pitch" in full["rules"]
    assert [player["kind"] for player in full["players"]] == ["bot"] * 4
    assert len(full["state"]["mine"]["hand"]) == 6
