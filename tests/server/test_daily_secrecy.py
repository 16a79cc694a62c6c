"""A daily deal stays secret on every route from people who have not played it, and on its day from guests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from starlette.websockets import WebSocketDisconnect

from saleroom.server.contests import days
from tests.server.http_client import opened
from tests.server.live_tables import token
from tests.server.test_daily import DAY, NOON, open_house

pytestmark = pytest.mark.usefixtures("store_kind")
GAME = "auction-draw"
CONTEST = days.contest_name(DAY, GAME)
UNOPENED = ("story", "story/{deal}", "review/{seat}", "fair", "play")
PIECE = re.compile(r"[0-9]-[0-9]")
LINE = 200
"""Maximum number of characters of an event. Longer texts are prose about the rules."""


class Secrets(NamedTuple):
    """What only an account that has finished may see on the day."""

    table: str
    """Table of a guest who has finished."""
    other: str
    """Table of an account that has finished."""
    seeds: list[str]
    hands: list[frozenset[str]]
    """Pieces of each opponent in each deal."""


@pytest.fixture
def house(tmp_path) -> Iterator[Any]:
    """Yield a server on whose open day Ann (an account) and Gus (a guest) have finished a deal."""
    secrets = asyncio.run(_played(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        assert browser.get("/api/daily").status_code == 200
        services = browser.app._open.state.services
        for clocked in (services.access, services.dailies, services.dailies._access, services.previews):
            clocked._clock = lambda: NOON
        yield browser, secrets


async def _played(folder: Any) -> Secrets:
    async with open_house(folder) as house:
        await house.register("Ann")
        ann, gus = await house.finish("Ann", GAME), await house.finish("Gus", GAME)
        await house.register("Cyd")
        await house.hub.results.wait_until_written()
        whole: Any = gus.live.state.record(None, opened=True)
        dealt = [line.split() for deal in whole["deals"] for line in deal["events"] if line.startswith("table deal ")]
        hands = [frozenset(words[3:]) for words in dealt if words[2] != "0"]
        return Secrets(gus.live.id, ann.live.id, [whole["fair"]["server_seed"], whole["seed"]], hands)


def headers(name: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"} if name else {}


def leaks(text: str, secrets: Secrets) -> bool:
    """Return whether a text has a seed, or a line or a list with an opponent's complete hand."""
    shown = list(pieces(json.loads(text))) if text.startswith(("{", "[")) else []
    return any(seed in text for seed in secrets.seeds) or any(hand <= each for hand in secrets.hands for each in shown)


def pieces(value: Any) -> Iterator[set[str]]:
    """Yield the pieces in each line and in each list of a JSON value."""
    if isinstance(value, dict):
        for part in value.values():
            yield from pieces(part)
    elif isinstance(value, list):
        yield {part for part in value if isinstance(part, str) and PIECE.fullmatch(part)}
        for part in value:
            yield from pieces(part)
    elif isinstance(value, str) and len(value) < LINE:
        yield set(PIECE.findall(value))


def routes(house: Any, table: str) -> Iterator[tuple[str, str]]:
    """Yield the method and address of each route, filled in for a table of the deal."""
    values = {"table": table, "game": GAME, "deal": "1", "seat": "1", "contest": CONTEST}
    for path, methods in house.get("/api/openapi.json").json()["paths"].items():
        for method in {"get", "post"} & set(methods):
            if method == "get" or "{table}" in path:
                yield method, re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], "none"), path)
    yield "get", f"/api/daily/{GAME}?day={DAY}"
    for page in ("table", "match"):
        yield "get", f"/{page}/{table}"
    yield "get", f"/daily/{DAY}/{GAME}"


@pytest.mark.parametrize("name", ["Gus", "Ben", "Cyd", None])
def test_no_route_shows_the_deal(house, name):
    browser, secrets = house
    for table in (secrets.table, secrets.other):
        addresses = list(routes(browser, table))
        assert len(addresses) > 30 and any(table in address for _, address in addresses)
        for method, address in addresses:
            answer = browser.request(method, address, headers=headers(name), json={} if method == "post" else None)
            assert not leaks(answer.text, secrets), (method, address)
            if any(address.endswith(f"{table}/{what.format(deal=1, seat=1)}") for what in UNOPENED):
                assert answer.status_code in (403, 401, 422), (method, address, answer.status_code)
        seen = snapshot(browser, table, name)
        assert (seen is not None) == (name == "Gus" and table == secrets.table)
        assert not leaks(seen or "", secrets)


def snapshot(browser: Any, table: str, name: str | None) -> str | None:
    """Return the first message of a table's socket; None if the server closes the socket."""
    with browser.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
        socket.send_json({"type": "hello", "token": token(name) if name else None})
        try:
            return socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            return None


def test_an_account_that_has_finished_sees_all_on_the_day(house):
    browser, secrets = house
    for table in (secrets.table, secrets.other):
        for what in ("record", "story"):
            answer = browser.get(f"/api/tables/{table}/{what}", headers=headers("Ann"))
            assert answer.status_code == 200 and secrets.seeds[0] in answer.text, what
        assert leaks(browser.get(f"/api/tables/{table}/story/1", headers=headers("Ann")).text, secrets)
        assert leaks(browser.get(f"/api/tables/{table}/record", headers=headers("Ann")).text, secrets)
        assert browser.get(f"/api/tables/{table}/fair", headers=headers("Ann")).json() == {"faults": []}


def test_a_guest_gets_the_reason_and_their_export_has_the_view_of_their_seat(house):
    browser, secrets = house
    own = browser.get(f"/api/tables/{secrets.table}/story", headers=headers("Gus"))
    assert own.json()["key"] == "contest.not-open"
    export = browser.get("/api/me/export", headers=headers("Gus"))
    assert export.status_code == 200 and secrets.table in export.text and not leaks(export.text, secrets)
    assert leaks(browser.get("/api/me/export", headers=headers("Ann")).text, secrets)
