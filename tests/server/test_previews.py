"""Link previews: what a page shows to messengers, which run no script and have no token."""

from __future__ import annotations

import html
import re
import secrets
from contextlib import contextmanager
from datetime import timedelta
from html.parser import HTMLParser
from time import time

import pytest
from sqlalchemy import select

from saleroom.games import NAMES, load
from saleroom.language_tags import LANGUAGES
from saleroom.server import front as front_module
from saleroom.server.api.link_previews import OF_A_GAME
from saleroom.server.contests import days
from saleroom.server.front import Front
from saleroom.server.http.link_preview import LinkPreview, tags
from saleroom.server.http.page_texts import page_texts
from saleroom.server.ops.settings import Settings, public_url
from saleroom.server.storage.columns import metadata
from tests.server.http_client import HERE, TestClient
from tests.server.live_tables import token
from tests.stores import place

pytestmark = pytest.mark.usefixtures("store_kind")

INDEX = (
    b'<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n    <base href="./" />\n'
    b'    <title>Saleroom</title>\n    <meta\n      name="description"\n      content="Games."\n    />\n'
    b'  </head>\n  <body><div id="app"></div></body>\n</html>\n'
)
PUBLIC = "https://cards.example.org/salon"
GAME = "auction-pitch"
CHAIRS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
HOUSE = [{"kind": "me"}, *[{"kind": "bot", "player": "random"}] * 3]
HOSTILE = (
    "\"'><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "-->]]><!--",
    "\u202egnp.exe \u2066x",
    "\u05e9\u05dc\u05d5\u05dd",
    "{game} %s \\1 \\g<0>",
    "Ann\x00\x1b[31m\r\nx",
)


class Head(HTMLParser):
    """Parsed page: its title, its meta tags by name, and the names of all its elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title, self.metas, self.elements, self._in_title = "", {}, [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        values = dict(attrs)
        self._in_title = tag == "title"
        if tag == "meta" and "content" in values:
            self.metas[values.get("name") or values.get("property")] = values["content"]

    def handle_endtag(self, tag):
        self._in_title = False

    def handle_data(self, data):
        self.title += data if self._in_title else ""


def as_guest(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"}


@pytest.fixture
def client(tmp_path):
    """Return the folder of a client with a page and two pictures."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_bytes(INDEX)
    for name in (GAME, "saleroom"):
        (folder / f"preview-{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return folder


@contextmanager
def opened(client, **more):
    settings = Settings(place(client.parent / "house.db"), client=client, **more)
    front = Front(settings, 8642)
    with TestClient(front, base_url="http://127.0.0.1:8642", client=HERE) as browser:
        browser.get("/api/daily")  # the application is loaded
        browser.front = front
        yield browser


@pytest.fixture
def browser(client):
    with opened(client, public=public_url(PUBLIC)) as found:
        yield found


def made(browser, chairs=CHAIRS, name="Ann", **more):
    """Create a table, and return its id."""
    asked = {"game": GAME, "name": name, "chairs": chairs, **more}
    answer = browser.post("/api/tables", json=asked, headers=as_guest("Ann"))
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


@contextmanager
def seated(browser, table, name):
    """Yield a socket of a person to a table."""
    with browser.websocket_connect(f"ws://127.0.0.1:8642/api/tables/{table}/socket") as socket:
        socket.send_json({"type": "hello", "token": token(name)})
        yield socket


def command(browser, table, person, kind, **parts):
    """Send a command as a person, and wait until it is carried out."""
    with seated(browser, table, person) as socket:
        socket.send_json({"type": kind, "id": secrets.token_hex(8), **parts})
        while (answer := socket.receive_json())["type"] not in ("done", "refused"):
            pass
    assert answer["type"] == "done", answer


def settle(browser, table, **settings):
    """Change a table's settings as Ann."""
    command(browser, table, "Ann", "settle", **settings)


def head(browser, path, language="en", **headers):
    answer = browser.get(path, headers={"accept-language": language, "accept": "text/html", **headers})
    assert answer.status_code == 200
    return Head(answer.text)


def test_a_gathering_table_invites_by_its_game_seats_and_length(browser):
    table = made(browser)
    shown = head(browser, f"/table/{table}")
    assert shown.title == "You are invited to Auction Pitch · Saleroom"
    assert shown.metas["og:title"] == shown.metas["twitter:title"] == "You are invited to Auction Pitch"
    text = shown.metas["description"]
    assert text == shown.metas["og:description"] == shown.metas["twitter:description"]
    assert re.fullmatch(r"3 seats open, about \d+ minutes, no account\.", text)
    assert shown.metas["og:url"] == f"{PUBLIC}/table/{table}"
    assert shown.metas["og:image"] == shown.metas["twitter:image"] == f"{PUBLIC}/preview-{GAME}.png"
    assert shown.metas["twitter:card"] == "summary_large_image"
    assert shown.metas["robots"] == "noindex"
    assert shown.elements.count("title") == 1


def test_a_name_is_shown_only_after_the_owner_has_switched_it_on(browser):
    table = made(browser)
    assert "Ann" not in browser.get(f"/table/{table}").text
    settle(browser, table, names_owner=True)
    assert head(browser, f"/table/{table}").metas["og:title"] == "Ann invites you to Auction Pitch"
    settle(browser, table, names_owner=False)
    assert "Ann" not in browser.get(f"/table/{table}").text


def test_a_new_owner_is_not_named(browser):
    table = made(browser)
    settle(browser, table, names_owner=True)
    command(browser, table, "Ben", "sit", seat=1, name="Ben")
    command(browser, table, "Ann", "leave")
    page = browser.get(f"/table/{table}").text
    assert "Ben" not in page and "Ann" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_owner_chooses_the_language_of_a_table(browser, language):
    table = made(browser, language=language)
    other = LANGUAGES[LANGUAGES.index(language) - 1]
    shown = head(browser, f"/table/{table}", other)
    game = load(GAME).title
    assert shown.metas["og:title"] == page_texts("preview", language)["table_gathering"].format(game=game)
    assert shown.metas["og:locale"].startswith(language)
    settle(browser, table, language=other)
    assert head(browser, f"/table/{table}", language).metas["og:locale"].startswith(other)


def test_a_page_without_a_language_of_its_own_has_the_readers(browser):
    table = made(browser)
    for language in LANGUAGES:
        answer = browser.get(f"/table/{table}", headers={"accept-language": language})
        assert Head(answer.text).metas["og:locale"].startswith(language)
        assert {"accept-language", "accept-encoding"} <= set(answer.headers["vary"].replace(" ", "").split(","))


def test_unknown_and_private_tables_look_alike(browser):
    """The table of a daily deal is private while its day lasts. Its language must not show that it exists."""
    played = browser.post(f"/api/daily/{GAME}", json={"name": "Ann"}, headers=as_guest("Ann")).json()["id"]
    for page in ("table", "match"):
        for language in LANGUAGES:
            known, unknown = (
                browser.get(f"/{page}/{name}", headers={"accept-language": language}) for name in (played, "nothing")
            )
            assert known.content == unknown.content
            assert known.headers == unknown.headers
            assert Head(known.text).metas["og:title"] == "Saleroom"
            assert "og:url" not in Head(known.text).metas
            assert Head(known.text).metas["robots"] == "noindex"


def over(browser, **more):
    """Play a match to its end, and return the id of its table."""
    table = made(browser, HOUSE, start=True, pace="quick", options={"deals": 1}, **more)
    with seated(browser, table, "Ann") as socket:
        number, status, asked = 0, "playing", None
        while status != "over":
            message = socket.receive_json()
            if message["type"] not in ("snapshot", "update"):
                continue
            status = (message["table"] or {}).get("status", status)
            you = message["you"]
            if you["asked"] is not None and you["asked"] != asked and status != "over":
                asked, number = you["asked"], number + 1
                act = {"type": "act", "id": f"act-{number:04}", "at": asked, "action": you["mine"]["legal"][0]}
                socket.send_json(act)
    return table


@pytest.fixture
def finished(browser):
    return over(browser)


def test_a_finished_match_shows_neither_scores_nor_names(browser, finished):
    for page in ("match", "table"):
        shown = head(browser, f"/{page}/{finished}")
        assert shown.metas["og:title"] == "Auction Pitch: a finished match"
        assert shown.metas["description"] == "4 players, see every deal step by step, no account."
        assert "Ann" not in str(shown.metas)


def test_a_challenge_names_only_an_owner_who_has_switched_it_on(browser, finished):
    challenge = browser.post(f"/api/tables/{finished}/challenge", headers=as_guest("Ann")).json()["id"]
    shown = head(browser, f"/challenge/{challenge}")
    assert shown.metas["og:title"] == "A challenge in Auction Pitch"
    assert shown.metas["description"].startswith("The same cards from the same seat, ")
    settle(browser, finished, names_owner=True)
    assert head(browser, f"/challenge/{challenge}").metas["og:title"] == "Ann challenges you in Auction Pitch"
    # the cards of the finished match are secret now, so its own page shows nothing
    assert head(browser, f"/match/{finished}").metas["og:title"] == "Saleroom"


def test_an_open_daily_deal_shows_no_score(browser):
    today = days.today(time()).isoformat()
    shown = head(browser, f"/daily/{today}/{GAME}")
    assert shown.metas["og:title"].startswith("Auction Pitch: the deal of ")
    assert shown.metas["description"] == "The same cards for everyone, no account."
    assert "robots" not in shown.metas


def test_a_daily_deal_shows_the_best_score_only_after_its_day(browser, monkeypatch):
    today = days.today(time())
    table = browser.post(f"/api/daily/{GAME}", json={"name": "Ann"}, headers=as_guest("Ann")).json()["id"]
    score = 7
    services = browser.front._open.state.services

    async def field(contest, identity, ranked):
        from saleroom.server.storage.contests import ContestField, ContestResult

        return ContestField(None, {score: 2}, [ContestResult(contest, "x", table, "Ann", True, score, 0.0)], [], {})

    monkeypatch.setattr(services.store.contests, "field", field)
    shown = head(browser, f"/daily/{today.isoformat()}/{GAME}").metas["description"]
    assert shown == "The same cards for everyone, 2 people have played, no account."
    services.previews._clock = lambda: days.closes_at(today)
    shown = head(browser, f"/daily/{today.isoformat()}/{GAME}")
    assert shown.metas["description"] == "The same cards for everyone, 2 people have played, the best score is 7."
    assert "Ann" not in str(shown.metas)


@pytest.mark.parametrize("day", ["tomorrow", "2020-01-01", "2026-13-01", "never"])
def test_a_day_without_a_deal_has_the_general_preview(browser, day):
    text = (days.today(time()) + timedelta(days=1)).isoformat() if day == "tomorrow" else day
    assert head(browser, f"/daily/{text}/{GAME}").metas["og:title"] == "Saleroom"


def test_a_tournament_shows_its_title_and_perhaps_its_organiser(browser):
    asked = {"game": GAME, "title": "Friday", "name": "Ann", "options": {"deals": 1}, "rounds": 3}
    quiet, named = (
        browser.post("/api/events", json={**asked, "names_organiser": on}, headers=as_guest("Ann")).json()["id"]
        for on in (False, True)
    )
    shown = head(browser, f"/event/{quiet}")
    assert shown.metas["og:title"] == "Friday"
    assert shown.metas["description"] == "A tournament of Auction Pitch, 3 rounds, 1 person takes part, no account."
    assert "Ann" not in str(shown.metas)
    assert head(browser, f"/event/{named}/1").metas["og:title"] == "Ann invites you: Friday"
    german = {**asked, "language": "de"}
    event = browser.post("/api/events", json=german, headers=as_guest("Ann")).json()["id"]
    assert head(browser, f"/event/{event}", "fr").metas["description"].startswith("Ein Turnier in Auction Pitch, ")


@pytest.mark.parametrize("page", OF_A_GAME)
def test_a_page_about_a_game_shows_its_gist(browser, page):
    shown = head(browser, f"/{page}/{GAME}", "de")
    assert shown.metas["og:title"] == load(GAME).title
    assert shown.metas["description"] and "robots" not in shown.metas
    assert head(browser, f"/{page}/nothing").metas["og:title"] == "Saleroom"


@pytest.mark.parametrize("typed", HOSTILE)
def test_what_people_type_is_only_text(browser, typed):
    name = typed[:24]
    table = made(browser, name=name)
    settle(browser, table, names_owner=True)
    asked = {"game": GAME, "title": typed[:60], "name": name, "names_organiser": True}
    event = browser.post("/api/events", json=asked, headers=as_guest("Ann")).json()["id"]
    plain = head(browser, "/")
    for path in (f"/table/{table}", f"/event/{event}"):
        page = browser.get(path).text
        shown = Head(page)
        assert [one for one in shown.elements if one != "meta"] == [one for one in plain.elements if one != "meta"]
        assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e\u2066\u2067]", page)
        assert shown.title.removesuffix(" · Saleroom") == shown.metas["og:title"]


def test_a_name_from_right_to_left_is_isolated(browser):
    table = made(browser, name="\u05e9\u05dc\u05d5\u05dd")
    settle(browser, table, names_owner=True)
    title = head(browser, f"/table/{table}").metas["og:title"]
    assert title == "\u2068\u05e9\u05dc\u05d5\u05dd\u2069 invites you to Auction Pitch"


@pytest.mark.parametrize("text", [*HOSTILE, "x" * 10_000, "\ud800", ""])
def test_tags_hold_any_text(text):
    page = tags(LinkPreview(text, text, "en", "/table/x", GAME), f"/preview-{GAME}.png", public_url(PUBLIC)).decode()
    shown = Head(page)
    assert set(shown.elements) == {"title", "meta"}
    assert html.unescape(shown.metas["og:title"]) == shown.metas["twitter:title"]
    assert "\x00" not in page


def test_without_a_public_url_there_is_no_address(client):
    with opened(client) as browser:
        for path in ("/", f"/table/{made(browser)}", "/table/nothing"):
            shown = head(browser, path)
            assert not {"og:url", "og:image", "twitter:image"} & set(shown.metas)
            assert shown.metas["twitter:card"] == "summary"
            assert "http" not in str(shown.metas)


def test_a_game_without_a_picture_has_the_general_one(browser):
    table = made(browser, game="auction-hearts")
    assert head(browser, f"/table/{table}").metas["og:image"] == f"{PUBLIC}/preview-saleroom.png"
    assert head(browser, "/").metas["og:image"] == f"{PUBLIC}/preview-saleroom.png"
    assert browser.get(f"/preview-{GAME}.png").headers["content-type"] == "image/png"


def test_head_has_the_headers_of_get(browser):
    for path in (f"/table/{made(browser)}", "/table/nothing", "/"):
        got, asked = browser.get(path), browser.head(path)
        assert asked.status_code == 200 and asked.content == b""
        assert asked.headers == got.headers
        again = browser.get(path, headers={"if-none-match": got.headers["etag"]})
        assert again.status_code == 304


def rows(browser):
    """Return every row of the database."""
    database = browser.front._open.state.services.store.database
    tables = [table for table in metadata.sorted_tables if table.name not in ("processes", "leases")]

    def read(connection):
        return {table.name: sorted(map(str, connection.execute(select(table)))) for table in tables}

    return browser.portal.call(database.read, read)


def test_a_crawler_leaves_nothing_behind(browser):
    table = made(browser)
    event = browser.post("/api/events", json={"game": GAME, "title": "Friday", "name": "Ann"}, headers=as_guest("Ann"))
    before = rows(browser)
    for path in (f"/table/{table}", f"/match/{table}", f"/event/{event.json()['id']}", f"/daily/2026-01-01/{GAME}"):
        answer = browser.get(path, headers={"accept": "*/*", "user-agent": "TelegramBot (like TwitterBot)"})
        assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert rows(browser) == before
    live = browser.get(f"/api/tables/{table}").json()
    assert live["names"] == ["Ann", "", "", ""]


def test_an_unloaded_table_stays_unloaded(client):
    """A crawler must not make the server replay matches."""
    with opened(client) as browser:
        table = made(browser)
    with opened(client) as browser:
        hub, found = browser.front._open.state.services.hub, []
        hub.find = lambda *_: found.append(_)  # refuses to load
        assert head(browser, f"/table/{table}").metas["og:title"] == "You are invited to Auction Pitch"
        assert not found


def test_previews_are_limited_like_other_requests(browser, monkeypatch):
    """Above the limit, the page still comes, with the general preview and without a query."""
    table = made(browser)
    assert head(browser, f"/table/{table}").metas["og:title"] != "Saleroom"
    monkeypatch.setattr(browser.front._requests, "take_from_address", lambda address, cost: False)
    assert head(browser, f"/table/{table}").metas["og:title"] == "Saleroom"


def test_a_preview_costs_tokens(browser, monkeypatch):
    spent = []
    monkeypatch.setattr(
        browser.front._requests, "take_from_address", lambda key, cost: spent.append((key, cost)) or True
    )
    browser.get("/table/nothing")
    assert spent == [(HERE[0], front_module.PREVIEW_COST)]


def test_a_page_comes_even_if_the_database_fails(browser, monkeypatch):
    table = made(browser)

    async def fail(*_):
        raise OSError

    monkeypatch.setattr(browser.front._open.state.services.previews, "find", fail)
    assert head(browser, f"/table/{table}").metas["og:title"] == "Saleroom"


def test_a_call_is_in_no_preview(browser):
    call = "https://meet.example.org/room-7"
    table = made(browser)
    settle(browser, table, names_owner=True, call=call)
    asked = {"game": GAME, "title": "Friday", "name": "Ann", "names_organiser": True}
    event = browser.post("/api/events", json=asked, headers=as_guest("Ann")).json()["id"]
    assert (
        browser.post(f"/api/events/{event}/settings", json={"call": call}, headers=as_guest("Ann")).status_code == 200
    )
    for page in (f"/table/{table}", f"/match/{table}", f"/event/{event}"):
        shown = browser.get(page, headers=as_guest("Ann"))
        assert "og:title" in shown.text and "meet.example.org" not in shown.text
    assert "Ann" in browser.get(f"/table/{table}").text


def test_an_erased_owner_is_not_named(browser):
    table = made(browser)
    settle(browser, table, names_owner=True)
    assert browser.delete("/api/me?sure=true", headers=as_guest("Ann")).status_code < 300
    assert "Ann" not in browser.get(f"/table/{table}").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language):
    texts, english = page_texts("preview", language), page_texts("preview", "en")
    assert texts.keys() == english.keys()
    assert len(texts["months"].split()) == 12
    for key, text in texts.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", english[key])), key


@pytest.mark.parametrize("game", NAMES)
def test_the_usual_match_of_every_game_has_a_length(client, game):
    with opened(client) as browser:
        seats = load(game).usual_seats
        table = made(browser, [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)], game=game)
        assert "minutes" in head(browser, f"/table/{table}").metas["description"]


def test_a_slow_table_says_how_many_days_a_move_has(browser):
    table = made(browser, clock=259_200)
    assert head(browser, f"/table/{table}").metas["description"] == "3 seats open, 3 days for each move, no account."
