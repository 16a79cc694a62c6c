"""HTTP API of the lobby: guests, games, tables, pairing of devices, records, and the network."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from functools import partial

import pytest
from starlette.websockets import WebSocketDisconnect

import saleroom
from saleroom.kernel.compile import COMPILED
from saleroom.match import fair_deals
from saleroom.match.referee import faults
from saleroom.server.api.pairing_codes import CODE_LENGTH, CODE_LIFETIME, PairingCodes
from saleroom.server.http import network, rate_limits
from saleroom.server.realtime import autoplay
from saleroom.server.storage import one_time_codes
from saleroom.server.storage.one_time_codes import Codes
from saleroom.server.workers import hints
from tests.server.http_client import answer_when, opened
from tests.server.http_refusals import PARTS
from tests.server.live_tables import open_hub

pytestmark = pytest.mark.usefixtures("module_store_kind")

HOME = "198.51.100.3"
BOT = {"kind": "bot", "player": "house"}
RANDOM = {"kind": "bot", "player": "random"}


@pytest.fixture(scope="module")
def house(tmp_path_factory, module_store_kind):
    """Yield one server for all tests of this module; its bots move immediately."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "PACES", dict.fromkeys(autoplay.PACES, 0.0))
        if not COMPILED:  # interpreted code takes 15 seconds for the 2,000 simulations of one decision
            patch.setattr(hints, "PLAYER", "search:50")
        yield from _house(tmp_path_factory)


def _house(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("house") / "tables.sqlite3", leniency=100) as browser:
        yield browser


def guest(house):
    return {"authorization": f"Bearer {house.post('/api/guests').json()['token']}"}


def asked(*chairs, **more):
    return {"game": "auction-pitch", "name": "Ann", "chairs": list(chairs), **more}


def make(house, who, *chairs, **more):
    made = house.post("/api/tables", headers=who, json=asked(*chairs, **more))
    assert made.status_code == 201, made.text
    return made.json()["id"]


@pytest.fixture(scope="module")
def over(house):
    """Return a table whose match is over."""
    table = make(house, guest(house), *[RANDOM] * 4, options={"deals": 2}, start=True, pace="quick", listed=True)
    answer_when(house, f"/api/tables/{table}", lambda told: told["status"] == "over")
    return table


def line(answer, status):
    """Return the text of a refusal."""
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert list(told) == PARTS and told["detail"] and "\n" not in told["detail"]
    return told["detail"]


# Games and guests


def test_guest_tokens_are_long_and_random(house):
    tokens = {house.post("/api/guests").json()["token"] for _ in range(5)}
    assert len(tokens) == 5 and all(len(token) == 43 for token in tokens)


def test_the_catalogue_lists_every_game_with_its_options(house):
    told = house.get("/api/house").json()
    assert [game["name"] for game in told["games"]] == list(saleroom.GAMES)
    assert told["players"] == ["easy", "medium", "hard", "master", "trained", "house", "random"]
    for game in told["games"]:
        chosen = saleroom.game(game["name"])
        for seats in game["seats"]:
            defaults = {option["name"]: option["defaults"][str(seats)] for option in game["options"]}
            assert defaults == chosen.options(seats)
        for option in game["options"]:
            assert bool(option["values"]) != (option["low"] is not None)
            assert option["meaning"]


def test_the_rules_follow_the_options(house):
    taken = house.post("/api/games/auction-pitch/rules", json={"seats": 5, "options": {"low": "taken"}}).json()
    assert taken["options"]["low"] == "taken" and taken["seats"] == 5
    assert "wins the trick with the lowest trump" in taken["html"]
    assert taken["html"].startswith("<h2>Auction Pitch</h2>") and "<script" not in taken["html"]
    assert (
        house.post("/api/games/auction-pitch/rules", json={}).json()["options"]
        == saleroom.game("auction-pitch").options()
    )


def test_games_and_rules_are_in_the_language_that_is_asked_for(house):
    german = {"accept-language": "de-AT, en;q=0.7"}
    rules = house.post("/api/games/auction-pitch/rules", json={}, headers=german).json()["html"]
    assert "spielt zum ersten Stich" in rules and "The pitcher" not in rules
    pitch, told = (
        {game["name"]: game for game in house.get("/api/house", headers=headers).json()["games"]}["auction-pitch"]
        for headers in ({}, german)
    )
    assert told["gist"].startswith("Biete") and pitch["gist"].startswith("Bid")
    assert told["options"][0]["unit"] == "Punkte" and told["options"][0]["meaning"] != pitch["options"][0]["meaning"]
    assert told["title"] == pitch["title"] and told["options"][1]["values"] == pitch["options"][1]["values"]


def test_the_page_that_teaches_a_game_leads_to_its_rules(house):
    for language, title in (("en", "How to play Auction Pitch"), ("de-CH", "So spielt man Auction Pitch")):
        headers = {"accept-language": language}
        page = house.get("/api/games/auction-pitch/how-to-play", headers=headers).json()["html"]
        rules = house.post("/api/games/auction-pitch/rules", json={}, headers=headers).json()["html"]
        assert page.startswith(f"<h2>{title}</h2>") and "<table " in page and "&lt;!--" not in page
        assert "<img" not in page
        targets = re.findall(r'href="#([^"]+)"', page)
        assert len(targets) > 5 and len(targets) == page.count("href=")
        assert set(targets) <= set(re.findall(r'id="([^"]+)"', rules))
    line(house.get("/api/games/pitch/how-to-play"), 404)


def test_bad_options_are_refused_with_the_engines_message(house):
    with pytest.raises(saleroom.BadOptions) as error:
        saleroom.game("auction-pitch", low="high").options(4)
    told = line(house.post("/api/games/auction-pitch/rules", json={"options": {"low": "high"}}), 422)
    assert told == str(error.value)
    assert "4 to 7" in line(house.post("/api/games/auction-pitch/rules", json={"seats": 3}), 422)


def test_an_invalid_request_is_explained_in_one_line(house):
    assert "game" in line(house.post("/api/games/pitch/rules", json={}), 404)
    assert "seats" in line(house.post("/api/games/auction-pitch/rules", json={"seats": "many"}), 422)
    assert "JSON" in line(
        house.post("/api/games/auction-pitch/rules", content=b"{", headers={"content-type": "application/json"}), 422
    )
    line(house.get("/api/nothing"), 404)
    line(house.put("/api/house"), 405)
    line(house.get("/api/games/pitch/lesson"), 404)


@pytest.mark.parametrize("game", saleroom.GAMES)
def test_a_game_has_a_first_lesson_where_the_lobby_offers_one(house, game):
    offered = next(info["lesson"] for info in house.get("/api/house").json()["games"] if info["name"] == game)
    answer = house.get(f"/api/games/{game}/lesson")
    if not offered:
        assert line(answer, 404) == f"{game} has no first lesson"
        return
    lesson = answer.json()
    assert lesson["game"] == game and len(lesson["steps"]) > 3


# Tables


def test_a_table_is_made_and_found(house):
    ann, bob = guest(house), guest(house)
    table = make(house, ann, {"kind": "me"}, {"kind": "open"}, BOT, RANDOM, listed=True)
    brief = house.get(f"/api/tables/{table}", headers=ann).json()
    assert (brief["status"], brief["seat"], brief["game"]) == ("gathering", 0, "auction-pitch")
    assert brief["names"][0] == "Ann" and brief["names"][1] == "" and all(brief["names"][2:])
    assert house.get(f"/api/tables/{table}", headers=bob).json()["seat"] is None
    assert table in [known["id"] for known in house.get("/api/tables", headers=ann).json()["yours"]]
    others = house.get("/api/tables", headers=bob).json()
    assert others["yours"] == [] and table in [known["id"] for known in others["listed"]]
    hidden = make(house, ann, {"kind": "me"}, *[{"kind": "open"}] * 3)
    assert hidden not in [known["id"] for known in house.get("/api/tables").json()["listed"]]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (asked({"kind": "me"}, {"kind": "me"}, BOT, BOT), "one seat"),
        (asked({"kind": "me"}, BOT), "seats"),
        (asked({"kind": "me"}, BOT, BOT, BOT, seats=5), "seats"),
        (asked({"kind": "me"}, BOT, BOT, {"kind": "bot", "player": "wizard"}), "players here are"),
        (asked({"kind": "me"}, BOT, BOT, {"kind": "open"}, start=True), "open"),
        (asked({"kind": "me"}, BOT, BOT, BOT, options={"target": 0}), "target"),
        (asked({"kind": "me"}, BOT, BOT, BOT, options={"tarot": 1}), "tarot"),
        (asked({"kind": "me"}, BOT, BOT, BOT) | {"game": "pitch"}, "game"),
        (asked({"kind": "me"}, BOT, BOT, BOT) | {"name": "\u200b"}, "name"),
        (asked({"kind": "me"}, BOT, BOT, BOT) | {"name": "x" * 25}, "name"),
        (asked({"kind": "king"}, BOT, BOT, BOT), "kind"),
        (asked({"kind": "me"}, BOT, BOT, BOT) | {"seed": 1}, "seed"),
    ],
)
def test_an_impossible_table_is_refused(house, table, words):
    assert words in line(house.post("/api/tables", headers=guest(house), json=table), 422).lower()


def test_making_a_table_needs_a_token(house):
    line(house.post("/api/tables", json=asked(BOT, BOT, BOT, BOT)), 401)
    line(house.post("/api/tables", json=asked(BOT, BOT, BOT, BOT), headers={"authorization": "Bearer x"}), 401)
    line(house.get("/api/tables/none"), 404)
    line(house.get("/api/tables/no%20ne"), 422)


# Another device


def test_a_pairing_code_gives_another_device_the_seat_once(house):
    phone, laptop, thief = guest(house), guest(house), guest(house)
    table = make(house, phone, {"kind": "me"}, BOT, BOT, BOT, start=True)
    pairing = house.post(f"/api/tables/{table}/pairing", headers=phone)
    assert pairing.status_code == 201
    code = pairing.json()["code"]
    assert len(code) == CODE_LENGTH and pairing.json()["seconds"] == CODE_LIFETIME
    typed = f" {code[:4].lower()}-{code[4:].lower()}"
    assert house.post("/api/pairings", headers=laptop, json={"code": typed}).json() == {"id": table}
    assert house.get(f"/api/tables/{table}", headers=laptop).json()["seat"] == 0
    line(house.post("/api/pairings", headers=thief, json={"code": code}), 404)
    assert house.get(f"/api/tables/{table}", headers=thief).json()["seat"] is None
    line(house.post(f"/api/tables/{table}/pairing", headers=thief), 403)


async def test_codes_of_others_outlast_a_flood_from_two_addresses(tmp_path, module_store_kind, monkeypatch):
    monkeypatch.setattr(one_time_codes, "MOST", 20)
    monkeypatch.setattr(one_time_codes, "PER_ADDRESS", 8)
    now = [0.0]
    async with open_hub(tmp_path) as hub:
        pairings = PairingCodes(Codes(hub.store.database, "pairing", CODE_LIFETIME, lambda: now[0]))
        own = await pairings.issue("t", 1, "ann", HOME)
        issued = {}
        for number in range(30):
            now[0] += 0.01
            for address in ("192.0.2.1", "2001:db8::/64"):
                issued[address, number] = await pairings.issue("t", 2, f"{address} {number}".replace(" ", "-"), address)
        valid = [key for key, code in issued.items() if await pairings.redeem(code)]
        assert sorted(number for _, number in valid) == sorted([*range(22, 30)] * 2)
        assert (await pairings.seat(own)).holder == "ann"


async def test_a_full_store_of_codes_takes_them_from_the_address_with_most(tmp_path, module_store_kind, monkeypatch):
    monkeypatch.setattr(one_time_codes, "MOST", 6)
    now = [0.0]
    async with open_hub(tmp_path) as hub:
        pairings = PairingCodes(Codes(hub.store.database, "pairing", CODE_LIFETIME, lambda: now[0]))
        issued = []
        for number, address in enumerate(["one", "two", "two", "two", "three", "four", "five", "six"]):
            now[0] += 1
            issued.append(await pairings.issue("t", 2, f"holder-{number}", address))
        assert [await pairings.redeem(code) is not None for code in issued] == [True, False, False, *[True] * 5]


async def test_pairing_codes_expire_and_hold_at_every_process(tmp_path, module_store_kind):
    now = [0.0]
    async with open_hub(tmp_path) as one, open_hub(tmp_path) as two:
        pairings, others = (
            PairingCodes(Codes(hub.store.database, "pairing", CODE_LIFETIME, lambda: now[0])) for hub in (one, two)
        )
        first = await pairings.issue("t", 1, "ann", HOME)
        second = await pairings.issue("t", 1, "ann", HOME)
        assert await others.redeem(first) is None
        now[0] = CODE_LIFETIME - 1
        assert (await others.seat(second)).seat == 1
        assert await pairings.redeem(second) is None
        late = await pairings.issue("t", 1, "ann", HOME)
        now[0] += CODE_LIFETIME
        assert await pairings.redeem(late) is None


# Records


def test_a_record_contains_only_what_the_asker_may_see(house):
    ann = guest(house)
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, start=True)
    own = house.get(f"/api/tables/{table}/record", headers=ann)
    assert own.headers["content-disposition"] == f'attachment; filename="auction-pitch-{table}.jsonl"'
    assert own.text.count("\n") == 1
    for answer, seen in ((own, {0}), (house.get(f"/api/tables/{table}/record"), set())):
        record = json.loads(answer.text)
        assert record["seed"] is None and "fair" not in record
        dealt = record["deals"][0]["events"][:4]
        assert {seat for seat in range(4) if "??" not in dealt[seat]} == seen
    for what in ("story", "story/1", "fair"):
        line(house.get(f"/api/tables/{table}/{what}"), 409)
    waiting = make(house, ann, {"kind": "me"}, BOT, BOT, {"kind": "open"})
    line(house.get(f"/api/tables/{waiting}/record"), 409)


def test_a_finished_match_has_a_complete_story_and_verifies_as_fair(house, over):
    record = json.loads(house.get(f"/api/tables/{over}/record").text)
    assert faults(record) == [] and fair_deals.fair_faults(record) == []
    assert house.get(f"/api/tables/{over}/fair").json() == {"faults": []}
    story = house.get(f"/api/tables/{over}/story").json()
    assert story["scores"] == record["scores"] and story["seed"] == record["seed"]
    assert story["players"] == ["random"] * 4 and len(story["sheet"]) == len(record["deals"])
    assert story["fair"]["server_seed"] == record["fair"]["server_seed"]
    assert story["made_at"] < story["over_at"]
    deal = house.get(f"/api/tables/{over}/story/1").json()
    assert [len(hand) for hand in deal["steps"][0]["hands"]] == [6] * 4
    assert house.get(f"/api/tables/{over}/story/1").json() == deal
    line(house.get(f"/api/tables/{over}/story/{len(record['deals']) + 1}"), 404)
    line(house.get(f"/api/tables/{over}/story/0"), 422)


# SocketEndpoint


def connected(house, table, asked="", **headers):
    address = f"/api/tables/{table}/socket{asked}"
    return house.websocket_connect(address, headers={"host": "127.0.0.1:8642", **headers})


def test_a_socket_is_handed_to_its_table(house):
    ann = guest(house)
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, start=True)
    with connected(house, table, origin="http://127.0.0.1:8642") as socket:
        socket.send_json({"type": "hello", "token": ann["authorization"].removeprefix("Bearer ")})
        told = socket.receive_json()
        assert (told["type"], told["you"]["seat"], told["build"]) == ("snapshot", 0, "none")
    with connected(house, "none") as socket:
        socket.send_json({"type": "hello", "token": None})
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_refusals_are_a_key_and_english_in_every_language(house):
    said = {}
    for language in ("en", "de"):
        heard = {"accept-language": language}
        said[language] = [line(house.get("/api/challenges/none-such", headers=heard), 404)]
        table = make(house, guest(house), {"kind": "me"}, BOT, BOT, BOT, start=True)
        with connected(house, table, f"?lang={language}") as socket:
            socket.send_json({"type": "hello", "token": None})
            assert socket.receive_json()["type"] == "snapshot"
            socket.send_json({"type": "undo", "id": "0123456789abcdefghij"})
            while (told := socket.receive_json())["type"] != "refused":
                pass
            said[language].append((told["text"], told["key"], told["params"]))
    watching = ("You are watching. Take an open seat to join in.", "table.watching", {})
    assert said["en"] == said["de"] == ["there is no such challenge", watching]


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
def test_a_socket_from_another_origin_is_refused(house, headers):
    with connected(house, "x"):
        pass
    with pytest.raises(WebSocketDisconnect) as closed, connected(house, "x", **headers):
        pass
    assert closed.value.code == 1008


# The network


@pytest.fixture
def cable(monkeypatch):
    """Simulate a machine with one address in the local network."""
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.1.20"])


def test_a_local_request_may_open_the_network(tmp_path, cable):
    heard = []

    async def listen(addresses):
        heard.append(addresses)

    with opened(tmp_path / "x.sqlite3", listen=listen) as browser:
        assert browser.get("/api/network").json() == {"public": None, "addresses": [], "may_open": True}
        far = browser.get("/api/network", headers={"host": "192.168.1.20:8642"}).json()
        assert far["may_open"] is False
        line(browser.post("/api/network", headers={"host": "192.168.1.20:8642"}), 403)
        line(browser.post("/api/network", headers={"x-forwarded-for": "10.0.0.7"}), 403)
        line(browser.post("/api/network", headers={"origin": "http://evil.example"}), 403)
        assert heard == []
        let = browser.post("/api/network", headers={"origin": "http://127.0.0.1:8642"}).json()
        assert let == {"public": None, "addresses": ["http://192.168.1.20:8642/"], "may_open": False}
        assert browser.post("/api/network").json() == let
        assert heard == [["192.168.1.20"]]


def test_opening_the_network_can_fail_with_a_reason(tmp_path, cable):
    async def listen(addresses):
        raise OSError(98, "Address already in use")

    with opened(tmp_path / "x.sqlite3", listen=listen) as browser:
        assert "8642" in line(browser.post("/api/network"), 409)
        assert browser.get("/api/network").json()["addresses"] == []


def test_a_server_on_all_interfaces_lists_its_addresses(tmp_path, cable):
    from saleroom.server.ops.settings import public_url

    with opened(tmp_path / "x.sqlite3", host="0.0.0.0", public=public_url("https://example.org/salon")) as browser:
        told = browser.get("/api/network").json()
    assert told == {
        "public": "https://example.org/salon/",
        "addresses": ["http://192.168.1.20:8642/"],
        "may_open": False,
    }


# Limits


def test_a_seated_device_is_served_while_strangers_exhaust_its_address(tmp_path, monkeypatch):
    stopped = partial(rate_limits.TokenBuckets, clock=lambda: 0.0)  # no bucket refills while the test runs
    monkeypatch.setattr(rate_limits, "TokenBuckets", stopped)
    with opened(tmp_path / "tables.sqlite3", client=("203.0.113.9", 1), leniency=0.1) as house:
        ann, eve = guest(house), guest(house)
        table = make(house, ann, {"kind": "me"}, *[{"kind": "open"}] * 3)
        while house.get("/api/tables", headers=eve).status_code == 200:
            pass
        assert house.get(f"/api/tables/{table}", headers=ann).status_code == 200
        assert house.get(f"/api/tables/{table}", headers=eve).status_code == 429


# Health


def test_health_and_metrics_are_served(house):
    assert house.get("/healthz").json() == {"status": "ok"}
    assert "saleroom_tables " in house.get("/metrics").text
    line(house.get("/metrics", headers={"host": "192.168.1.20:8642"}), 403)
    line(house.get("/metrics", headers={"x-forwarded-for": "10.0.0.7"}), 403)
    line(house.get("/metrics", headers={"host": "192.168.1.20:8642", "authorization": "Bearer "}), 403)


def test_measures_are_told_to_whoever_has_their_token(tmp_path):
    with opened(tmp_path / "tables.sqlite3", client=("10.0.0.7", 1), metrics_token="0123456789abcdef") as house:
        for token, status in (("0123456789abcdef", 200), ("0123456789abcdeg", 403), ("", 403), ("é", 403)):
            headers = {"authorization": f"Bearer {token}".encode()}
            assert house.get("/metrics", headers=headers).status_code == status


def test_a_store_failure_is_answered_with_503(tmp_path, monkeypatch):
    from saleroom.server.storage.datafile import StoreTrouble
    from saleroom.server.storage.store import Store

    async def broken(*_):
        raise StoreTrouble("/secret/place.sqlite3 is damaged")

    with opened(tmp_path / "x.sqlite3") as browser:
        monkeypatch.setattr(Store, "summary", broken)
        assert "secret" not in line(browser.get("/healthz"), 503)
        line(browser.get("/api/tables/x"), 503)


def test_readiness_tells_what_the_tables_wait_for(tmp_path, monkeypatch):
    from saleroom.server.api import health
    from saleroom.server.storage.datafile import StoreTrouble
    from saleroom.server.storage.store import Store

    async def broken(*_):
        raise StoreTrouble("/secret/place.sqlite3 is damaged")

    async def silent(*_):
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "READY", 60.0)
    with opened(tmp_path / "x.sqlite3") as browser:
        assert browser.get("/readyz").json() == {"status": "ready"}
        monkeypatch.setattr(health, "READY", 0.05)
        for trouble, said in ((broken, "is damaged"), (silent, "has not answered")):
            monkeypatch.setattr(Store, "summary", trouble)
            assert browser.get("/readyz").status_code == 503
            assert said in browser.get("/readyz").json()["reason"]
            stranger = browser.get("/readyz", headers={"x-forwarded-for": "10.0.0.7"})
            assert stranger.json() == {"status": "waiting", "reason": "store"}


def test_request_logs_contain_no_secrets(house, caplog):
    caplog.set_level(logging.INFO, "saleroom")
    logging.getLogger("saleroom").propagate = True
    ann = guest(house)
    table = make(house, ann, {"kind": "me"}, BOT, BOT, BOT, start=True)
    house.get(f"/api/tables/{table}/record?token=abcdef", headers=ann)
    logged = " ".join(str(record.__dict__) for record in caplog.records)
    assert f"/api/tables/{table}/record" in logged
    assert "abcdef" not in logged and ann["authorization"][7:] not in logged
    for card in json.loads(house.get(f"/api/tables/{table}/record", headers=ann).text)["deals"][0]["events"][0].split()[
        3:
    ]:
        assert f" {card}" not in logged


def test_request_logs_are_quiet_about_probes_that_are_well(house, caplog):
    caplog.set_level(logging.INFO, "saleroom")
    logging.getLogger("saleroom").propagate = True

    def noted():
        return [record.facts["path"] for record in caplog.records if record.name == "saleroom.requests"]

    for path in ("/healthz", "/readyz", "/metrics", "/api/house"):
        assert house.get(path).status_code == 200
    assert noted() == ["/api/house"]
    house.get("/metrics", headers={"x-forwarded-for": "10.0.0.7"})  # this request is refused and logged
    assert noted() == ["/api/house", "/metrics"]


def test_tables_are_complete_after_a_restart(tmp_path):
    with opened(tmp_path / "x.sqlite3") as browser:
        ann = guest(browser)
        table = make(browser, ann, {"kind": "me"}, BOT, BOT, BOT, start=True)
    with opened(tmp_path / "x.sqlite3") as browser:
        assert browser.get(f"/api/tables/{table}", headers=ann).json()["seat"] == 0
        assert [known["id"] for known in browser.get("/api/tables", headers=ann).json()["yours"]] == [table]


# Reviews


def test_a_finished_match_is_reviewed(house, over):
    asked_at = f"/api/tables/{over}/review/2"
    told = answer_when(house, asked_at, lambda told: told["ready"])
    assert told["judged"] == told["decisions"] > 0 and told["seat"] == 2
    story = {deal: house.get(f"/api/tables/{over}/story/{deal}").json() for deal in (1, 2)}
    for remark in told["remarks"]:
        assert (remark["cost"] > 0 or remark["wins"] > 0) and remark["played"] != remark["better"]
        assert story[remark["deal"]]["steps"][remark["step"] + 1]["event"] == f"2 {remark['played']}"
    assert house.get(asked_at).json() == told


def test_reviews_of_unfinished_matches_and_unknown_seats_are_refused(house, over):
    table = make(house, guest(house), {"kind": "me"}, BOT, BOT, BOT, start=True)
    assert "not over" in line(house.get(f"/api/tables/{table}/review/0"), 409)
    assert "4 seats" in line(house.get(f"/api/tables/{over}/review/4"), 404)
    line(house.get(f"/api/tables/{over}/review/-1"), 422)
    line(house.get("/api/tables/none/review/0"), 404)
