"""`saleroom serve` as seen by a user and a shell."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from uvicorn.server import ServerState
from websockets.sync.client import connect

from saleroom.kernel.compile import COMPILED
from saleroom.server.front import Front
from saleroom.server.http import http_limits, rate_limits
from saleroom.server.http.listening_socket import listen
from saleroom.server.http.open_connections import OpenConnections
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import _config, _Serving
from tests.children import child, finished

PROGRAM = Path(sys.executable).parent / "saleroom"

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@pytest.fixture(scope="module")
def ask():
    with httpx.Client(timeout=60) as browser:
        yield browser


@contextmanager
def serving(data, *arguments):
    """Yield a running server, its URL, and its first three lines of output."""
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", data, *arguments]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        lines = [server.stdout.readline() for _ in range(3)]
        yield server, re.search(r"http://\S+", lines[0])[0], lines


def refused(*arguments):
    done = finished([PROGRAM, "serve", "--no-open", *map(str, arguments)], text=True)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("saleroom: "), done.stderr
    assert done.stdout == ""  # the server has not reported that it is open
    return done.stderr


def test_it_opens_says_where_lets_the_network_in_and_closes_calmly(tmp_path, ask):
    data = tmp_path / "deep" / "tables.sqlite3"
    with serving(data) as (server, url, lines):
        assert str(data) in lines[1]
        assert "Ctrl-C" in lines[2]
        assert ask.get(url).headers["referrer-policy"] == "no-referrer"
        assert [game["name"] for game in ask.get(f"{url}api/house").json()["games"]][2] == "auction-pitch"
        assert ask.get(f"{url}healthz").json() == {"status": "ok"}
        assert ask.get(f"{url}api/house?token=secret", headers={"authorization": "Bearer secret"}).status_code == 200
        with let_in(ask, url):
            server.send_signal(signal.SIGINT)
            said, logged = server.communicate(timeout=60)
    assert server.returncode == 0
    assert said.startswith("Closed.") and said.count("\n") == 1
    notes = [json.loads(line) for line in logged.splitlines()]
    assert {(note["path"], note["status"]) for note in notes if "path" in note} >= {
        ("/", 503),
        ("/api/house", 200),
    } or {
        ("/", 200),
        ("/api/house", 200),
    }
    assert "secret" not in logged
    assert data.exists()


@contextmanager
def let_in(ask, url):
    """Open the server to the network, and keep a friend's connection open.

    Only requests from this machine can open the server.
    """
    told = ask.get(f"{url}api/network").json()
    assert told["addresses"] == []
    if not told["may_open"]:  # this machine is in no network
        yield
        return
    friends = ask.post(f"{url}api/network", headers={"origin": url.rstrip("/")}).json()["addresses"]
    assert friends
    for address in friends:
        assert ask.get(f"{address}api/house").status_code == 200
        assert ask.get(f"{address}api/network").json() == {"public": None, "addresses": friends, "may_open": False}
        assert ask.post(f"{address}api/network", headers={"origin": address.rstrip("/")}).status_code == 403
    with connect(f"{friends[0].replace('http', 'ws')}api/tables/none/socket"):
        yield


def test_a_data_file_that_others_can_read_is_named_in_a_warning(tmp_path):
    data = tmp_path / "house.db"
    data.touch()
    data.chmod(0o644)
    with serving(data) as (server, _, _):
        assert f"chmod o= {data}*" in server.stderr.readline()


def test_a_connection_without_a_request_is_closed(tmp_path, ask):
    with serving(tmp_path / "x.sqlite3") as (_, url, _):
        place = ("127.0.0.1", int(re.search(r":(\d+)/", url)[1]))
        with socket.create_connection(place) as chatter:
            chatter.settimeout(10)
            chatter.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
            with pytest.raises(OSError):
                for _ in range(1000):
                    chatter.sendall(b"x-more: " + b"x" * 4000 + b"\r\n")
        assert ask.get(url).status_code in (200, 503)


def test_a_head_in_one_piece_has_a_size_and_a_get_no_body(tmp_path):
    with serving(tmp_path / "x.sqlite3") as (_, url, _):
        place = ("127.0.0.1", int(re.search(r":(\d+)/", url)[1]))
        begin = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
        for rest in (
            b"x: " + b"x" * 100_000 + b"\r\n\r\n",
            b"x: y\r\n" * 8000 + b"\r\n",
            b"content-length: 9\r\n\r\nx",
        ):
            with socket.create_connection(place) as chatter:
                chatter.settimeout(10)
                chatter.sendall(begin + rest)
                said = b""
                with suppress(ConnectionResetError):
                    while more := chatter.recv(65536):
                        said += more
                assert said.split(b" ")[1:2] in ([b"400"], [])


@pytest.mark.integration
@pytest.mark.skipif(sys.platform != "linux", reason="where all of 127.0.0.0/8 is this machine")
def test_only_a_proxy_that_was_named_is_believed_about_who_asks(tmp_path):
    """Check trusted proxies. Loopback addresses simulate other machines. Only 127.0.0.1 is always trusted."""
    options = ("--proxy", "127.0.0.2", "--proxy", "127.0.1.0/24")
    with (
        serving(tmp_path / "x.sqlite3", *options) as (_, url, _),
        through("127.0.0.2") as named,
        through("127.0.1.9") as network,
        through("127.0.0.3") as stranger,
    ):
        assert count_as_one(url, (named, "10.1.1.1"), (network, "10.1.1.1"))
        assert log_in(url, named, "10.1.1.2") != 429
        assert count_as_one(url, (stranger, "10.1.1.3"), (stranger, "10.1.1.4"))
        assert log_in(url, network, "10.1.1.3") != 429


@pytest.mark.integration
@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_a_proxy_is_trusted_where_its_ipv4_address_comes_as_ipv6(tmp_path, ask):
    with serving(tmp_path / "x.sqlite3", "--host", "::") as (_, url, _):
        forwarded = {"x-forwarded-for": "10.1.1.1", "x-forwarded-proto": "https"}
        assert ask.get(url, headers=forwarded).headers["cross-origin-opener-policy"] == "same-origin"
        assert "cross-origin-opener-policy" not in ask.get(url).headers
        assert count_as_one(url, (ask, "10.1.1.1"))
        assert log_in(url, ask, "10.1.1.2") != 429


def through(address):
    """Return a client whose requests come from `address`, as from a proxy."""
    return httpx.Client(timeout=60, transport=httpx.HTTPTransport(local_address=address))


def log_in(url, proxy, who):
    """Send the most expensive request for the client address `who`; return its HTTP status."""
    return proxy.post(f"{url}api/login", headers={"x-forwarded-for": who}, json={}).status_code


def count_as_one(url, *asking):
    """Return whether the given pairs of proxy and client address share one rate limit."""
    began, price = time.monotonic(), rate_limits.COSTS["/api/login"]
    times = rate_limits.BURST // price + 1
    given = sum(log_in(url, *each) != 429 for each in asking for _ in range(times))
    return given * price <= rate_limits.BURST + rate_limits.RATE * (time.monotonic() - began)


@pytest.mark.parametrize("closed", [True, pytest.param(False, marks=pytest.mark.integration)])
def test_a_closed_output_stops_the_start_with_one_line(tmp_path, closed):
    reading, writing = os.pipe() if closed else (os.open("/dev/null", os.O_RDONLY), os.open("/dev/full", os.O_WRONLY))
    os.close(reading)
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", tmp_path / "x.sqlite3"]
    done = finished(command, timeout=60, stdout=writing, text=True)
    os.close(writing)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "output" in done.stderr


async def nothing(scope, receive, send):
    """Answer nothing."""


async def test_a_silent_connection_ends(monkeypatch):
    monkeypatch.setattr(http_limits, "HEAD_TIMEOUT", 0.1)
    config = _config(nothing, "off", OpenConnections(()))
    config.load()
    state, loop = ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: http_limits.LimitedHttpProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        for request in (b"", b"GET / HTTP/1.1\r\nhost: x\r\n"):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(request)
            assert await asyncio.wait_for(reader.read(), 5) == b""
            writer.close()
            await writer.wait_closed()


async def test_a_late_worker_accepts_no_connection_before_its_store_is_open(tmp_path, monkeypatch):
    building, may_build, is_open = threading.Event(), threading.Event(), asyncio.Event()
    build = Front._build

    def build_later(front):
        building.set()
        may_build.wait(60)
        return build(front)

    monkeypatch.setattr(Front, "_build", build_later)
    sock, (reading, writing) = listen("127.0.0.1", 0), os.pipe()
    address = sock.getsockname()
    serving = _Serving(Settings(tmp_path / "house.db"), sock, is_open.set, reading, None, late=True)
    running = asyncio.create_task(serving.run())
    try:
        assert await asyncio.to_thread(building.wait, 60)
        with socket.create_connection(address):
            await asyncio.sleep(0.2)
            sock.accept()[0].close()  # this raises an error if the worker has accepted the connection
        assert not is_open.is_set()
        may_build.set()
        async with asyncio.timeout(60):
            await is_open.wait()
        reader, writer = await asyncio.open_connection(*address)
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        writer.close()
    finally:
        may_build.set()
        os.write(writing, b"x")
        await running
        os.close(reading)
        os.close(writing)


def test_it_can_be_ended_at_any_moment(tmp_path):
    for pause in (0, 0.5):
        with serving(tmp_path / "x.sqlite3") as (server, _, _):
            time.sleep(pause)
            server.send_signal(signal.SIGTERM)
            _, logged = server.communicate(timeout=60)
            assert server.returncode == 0
            assert "Traceback" not in logged


@pytest.mark.integration
@pytest.mark.parametrize(
    "signals",
    [
        [signal.SIGTERM, signal.SIGINT],
        pytest.param([signal.SIGINT] * 5, marks=pytest.mark.integration),
    ],
    ids=["by make", "impatiently"],
)
def test_asked_twice_it_ends_all_the_same(tmp_path, ask, signals):
    """Check repeated signals.

    They occur when `make` forwards a signal that the server also gets, and when people repeat Ctrl-C.
    """
    with serving(tmp_path / "x.sqlite3") as (server, url, _):
        assert ask.get(f"{url}healthz").status_code == 200
        for number in signals:
            server.send_signal(number)
        said, logged = server.communicate(timeout=60)
        assert server.returncode == 0 and said.startswith("Closed.")
        assert "Traceback" not in logged


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refused("--port", port, "--data", tmp_path / "x.sqlite3")
    assert f"port {port} is taken" in told
    assert re.search(r"--port \d+", told)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "no.such.host.invalid"], "--host"),
        (["--host", "203.0.113.77"], "does not have that address"),
        (["--port", "65536"], "--port"),
        (["--port", "x"], "--port"),
        (["--public-url", "example.org"], "--public-url"),
        (["--data", "/proc/nothing/x.sqlite3"], "/proc/nothing"),
        (["--data", "/"], "--data"),
        (["--proxy", "cards.example.org"], "10.0.0.0/24"),
        (["--proxy", "10.0.0.7/24"], "10.0.0.0/24"),
    ],
)
def test_what_cannot_be_served(arguments, words):
    assert words in refused("--port", "0", *arguments)


def test_a_file_of_another_kind(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n")
    assert "no Saleroom file" in refused("--port", 0, "--data", letter)
    assert letter.read_text() == "Dear Ann,\n"
    import sqlite3

    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("create table shop (id)")
    connection.close()
    assert "other program" in refused("--port", 0, "--data", other)
