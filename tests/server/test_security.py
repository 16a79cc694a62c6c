"""HTTP security, with tests of host names, origins, sizes, rates, headers, and sub-paths."""

from __future__ import annotations

import asyncio
import json
import socket

import httpx
import pytest

from saleroom.server.http import rate_limits
from saleroom.server.http.rate_limits import PROBES, RateLimitMiddleware, cost
from saleroom.server.http.security import MAX_BODY_SIZE, SecurityMiddleware, host_name, is_local_request, is_loopback
from saleroom.server.ops.settings import public_url

STRANGER = ("203.0.113.9", 4000)


async def echo(scope, receive, send):
    """Answer with the path and the body; accept every socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    message = await receive()
    told = json.dumps({"path": scope["path"], "size": len(message["body"]), "here": is_local_request(scope)}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": told})


async def ask(method, path="/", public=None, app=None, client=STRANGER, host="127.0.0.1:8642", **more):
    guarded = app or SecurityMiddleware(echo, public_url(public) if public else None)
    transport = httpx.ASGITransport(guarded, client=client)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8642") as browser:
        return await browser.request(method, path, headers={"host": host, **more.pop("headers", {})}, **more)


async def knock(headers, public=None):
    """Request a WebSocket with the given headers, and return the server's response."""
    said = []

    async def send(message):
        said.append(message)

    async def receive():
        return {"type": "websocket.connect"}

    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "websocket", "path": "/api/tables/x/socket", "headers": pairs, "client": STRANGER}
    await SecurityMiddleware(echo, public_url(public) if public else None)(scope, receive, send)
    return said[0]["type"]


NAME = socket.gethostname().lower()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8642",
        "localhost",
        "LOCALHOST:1",
        "192.168.1.20:8642",
        "[::1]:8642",
        "[fe80::1]",
        NAME,
        f"{NAME}:8642",
    ],
)
async def test_requests_to_addresses_and_own_names_are_accepted(host):
    assert (await ask("GET", host=host)).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "x:y", "127.0.0.1@evil.example"],
)
async def test_requests_to_another_host_name_are_refused(host):
    answer = await ask("GET", host=host)
    assert answer.status_code == 421
    assert "\n" not in answer.json()["detail"]


async def test_the_public_name_is_accepted_only_if_configured():
    assert (await ask("GET", host="cards.example.org")).status_code == 421
    assert (await ask("GET", host="cards.example.org", public="https://cards.example.org")).status_code == 200


async def test_two_host_headers_are_refused():
    messages = []

    async def send(message):
        messages.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")] * 2, "client": None}
    await SecurityMiddleware(echo, None)(scope, None, send)
    assert messages[0]["status"] == 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:8642", 200),
        ("https://127.0.0.1:8642", 200),
        ("http://127.0.0.1:9999", 403),
        ("http://localhost:8642", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
        ("file://127.0.0.1:8642", 403),
    ],
)
async def test_a_post_from_another_origin_is_refused(origin, status):
    assert (await ask("POST", headers={"origin": origin})).status_code == status
    opened = await knock({"host": "127.0.0.1:8642", "origin": origin})
    assert opened == ("websocket.accept" if status == 200 else "websocket.close")


async def test_a_request_without_an_origin_is_accepted():
    assert (await ask("POST")).status_code == 200
    assert (await ask("GET", headers={"origin": "http://evil.example"})).status_code == 200


async def test_the_public_origin_is_ours_whatever_the_proxy_calls_us():
    told = {"origin": "https://cards.example.org"}
    assert (await ask("POST", headers=told, public="https://cards.example.org/salon")).status_code == 200
    assert (await ask("POST", headers=told)).status_code == 403
    wrong = {"origin": "http://cards.example.org"}
    assert (await ask("POST", headers=wrong, public="https://cards.example.org/salon")).status_code == 403
    assert await knock({"host": "evil.example"}, "https://cards.example.org") == "websocket.close"


async def test_every_response_has_the_security_headers():
    for answer in (
        await ask("GET"),
        await ask("GET", host="evil.example"),
        await ask("POST", content=b"x" * 20_000),
    ):
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "cross-origin-opener-policy" not in answer.headers  # over plain HTTP, browsers warn about this header


async def test_a_body_that_is_too_long_is_refused():
    assert (await ask("POST", content=b"x" * MAX_BODY_SIZE)).json()["size"] == MAX_BODY_SIZE
    assert (await ask("POST", content=b"x" * (MAX_BODY_SIZE + 1))).status_code == 413

    async def drip():
        for _ in range(40):
            yield b"x" * 1000

    assert (await ask("POST", content=drip())).status_code == 413


async def test_a_get_with_a_body_is_refused():
    for more in ({"content": b"x"}, {"headers": {"transfer-encoding": "chunked"}}):
        answer = await ask("GET", **more)
        assert (answer.status_code, answer.headers["connection"]) == (400, "close")
    assert (await ask("GET", headers={"content-length": "0"})).status_code == 200


async def test_a_body_that_is_refused_is_not_waited_for():
    assert (await ask("POST", host="evil.example", content=b"x")).headers["connection"] == "close"
    folder = await ask("POST", "/salon", public="https://example.org/salon", host="example.org", content=b"x")
    assert (folder.status_code, folder.headers["connection"]) == (307, "close")


async def test_a_body_that_never_comes_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("saleroom.server.http.security.BODY_TIMEOUT", 0.01)

    async def stalled():
        yield b"x"
        await asyncio.sleep(0.2)
        yield b"y"

    messages, parts = [], stalled()

    async def receive():
        return {"type": "http.request", "body": await anext(parts), "more_body": True}

    async def send(message):
        messages.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "client": STRANGER}
    await SecurityMiddleware(echo, None)(scope, receive, send)
    assert messages[0]["status"] == 408
    await parts.aclose()


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/salon/", "/"),
        ("/", "/"),
        ("/salon/table/ab", "/table/ab"),
        ("/table/ab", "/table/ab"),
        ("/salons", "/salons"),
    ],
)
async def test_a_proxy_may_strip_the_path_or_leave_it(path, inside):
    answer = await ask("GET", path, public="https://example.org/salon/", host="example.org")
    assert answer.json()["path"] == inside


async def test_the_bare_folder_leads_into_it():
    answer = await ask("GET", "/games/salon", public="https://example.org/games/salon", host="example.org")
    assert answer.status_code == 307
    assert answer.headers["location"] == "salon/"


@pytest.mark.parametrize(
    ("client", "host", "headers", "here"),
    [
        ("127.0.0.1", "127.0.0.1:8642", {}, True),
        ("::1", "localhost:8642", {}, True),
        ("203.0.113.9", "127.0.0.1:8642", {}, False),
        ("127.0.0.1", "192.168.1.20:8642", {}, False),
        ("127.0.0.1", "127.0.0.1:8642", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", "127.0.0.1:8642", {"forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", "127.0.0.1:8642", {"via": "1.1 proxy"}, False),
    ],
)
async def test_only_direct_loopback_requests_are_local(client, host, headers, here):
    assert (await ask("GET", client=(client, 1), host=host, headers=headers)).json()["here"] is here


def test_names_of_hosts():
    assert host_name("Cards.Example.ORG.:80") == "cards.example.org"
    assert host_name("[::1]:80") == "::1"
    assert host_name("a/b") is None
    assert is_loopback("127.9.9.9") and is_loopback("::ffff:127.0.0.1") and not is_loopback("10.0.0.1")


async def test_an_address_is_rate_limited():
    app = RateLimitMiddleware(echo, 0.04)
    statuses = [(await ask("POST", "/api/pairings", app=app)).status_code for _ in range(3)]
    assert statuses == [200, 429, 429]
    assert (await ask("GET", "/", app=app)).status_code == 200
    assert (await ask("POST", "/api/pairings", app=app, client=("203.0.113.10", 1))).status_code == 200
    late = await ask("POST", "/api/pairings", app=app)
    assert late.headers["retry-after"] and "wait" in late.json()["detail"]


ONE_READ = 0.0005
"""Leniency with which an address may send one request that reads."""


async def test_probes_are_free_for_this_machine_and_not_behind_a_proxy():
    app = RateLimitMiddleware(echo, ONE_READ)
    here = {"app": app, "client": ("127.0.0.1", 1), "host": "127.0.0.1:8642"}
    assert [(await ask("GET", path, **here)).status_code for path in PROBES * 3] == [200] * 9
    behind = {**here, "headers": {"x-forwarded-for": "203.0.113.9"}}
    assert [(await ask("GET", "/readyz", **behind)).status_code for _ in range(3)] == [200, 429, 429]
    assert (await ask("GET", "/api/house", **here)).status_code == 429


class Seated:
    """Seats of devices; `later` are those that only the store knows."""

    def __init__(self, now: set[str], later: set[str]) -> None:
        self.now, self.later, self.lookups = now, later, 0

    def known(self, token: str) -> str | None:
        return token if token in self.now else None

    async def look_up(self, token: str) -> str | None:
        self.lookups += 1
        return token if token in self.later else None


async def test_strangers_at_its_address_cannot_lock_a_seated_device_out(monkeypatch):
    monkeypatch.setattr(rate_limits, "LOOKUP_RATE", 1e-6)
    app = RateLimitMiddleware(echo, 0.04)  # 24 tokens for the address, 1.6 for a seated device
    seats = app.limits.seated = Seated({"ann"}, {"ben"})

    async def status(method: str, path: str, token: str) -> int:
        return (await ask(method, path, app=app, headers={"authorization": f"Bearer {token}"})).status_code

    while await status("GET", "/api/tables", "stranger") == 200:
        pass
    assert [await status("GET", "/api/tables/x", token) for token in ("ann", "ben", "cay")] == [200, 200, 429]
    assert await status("POST", "/api/tables", "ann") == 429, "making tables draws on the address"
    assert [await status("GET", "/api/tables/x", "ann") for _ in range(6)] == [200] * 5 + [429]
    for number in range(70):
        await status("GET", "/api/tables/x", f"forged {number}")
    assert seats.lookups == 60


async def test_a_large_network_has_a_limit_above_that_of_its_parts():
    app = RateLimitMiddleware(echo, ONE_READ)
    parts = [f"2001:db8:0:{part:x}::1" for part in range(40)]
    statuses = [(await ask("GET", "/api/tables", app=app, client=(part, 1))).status_code for part in parts]
    assert statuses == [200] * 19 + [429] * 21
    assert (await ask("GET", "/api/tables", app=app, client=("2001:db8:1::1", 1))).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [
        ("GET", "/api/tables", 0.25),
        ("GET", "/api/tables/x/story/1", 4),
        ("GET", "/api/tables/x/calendar.ics", 4),
        ("GET", "/api/events/x/calendar.ics", 4),
        ("POST", "/api/tables/x/play", 5),
        ("POST", "/api/company", 5),
        ("POST", "/api/hot-seats", 5),
        ("POST", "/api/events", 5),
        ("POST", "/api/series", 5),
        ("POST", "/api/series/x/evenings", 5),
        ("POST", "/api/series/x/evenings/1/take", 1),
        ("POST", "/api/guests", 1),
    ],
)
def test_requests_cost_what_they_cause(method: str, path: str, price: float):
    assert cost({"type": "http", "method": method, "path": path, "headers": []}) == price


@pytest.mark.parametrize(
    ("text", "shown", "origin"),
    [
        ("https://cards.example.org", "https://cards.example.org/", "https://cards.example.org"),
        ("http://Example.org:80/a/b/", "http://example.org/a/b/", "http://example.org"),
        ("https://example.org:8443/a", "https://example.org:8443/a/", "https://example.org:8443"),
        ("https://a.b/tables/api", "https://a.b/tables/api/", "https://a.b"),
        ("http://[::1]:99", "http://[::1]:99/", "http://[::1]:99"),
    ],
)
def test_a_public_url(text, shown, origin):
    assert (str(public_url(text)), public_url(text).origin) == (shown, origin)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cards.example.org",
        "ftp://a.b",
        "https://",
        "https://a b",
        "https://u:p@a.b",
        "https://a.b?x",
        "https://a.b#x",
        "https://a.b:x",
        "https://a.b/<x>",
        "https://a.b//c",
        "https://[a",
        "https://a.b/table",
        "https://a.b/api/cards/",
    ],
)
def test_an_invalid_public_url_is_refused(text):
    with pytest.raises(ValueError, match="--public-url"):
        public_url(text)
