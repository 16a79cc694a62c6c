"""`saleroom serve` as a user and a shell meet it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from saleroom.kernel.compile import COMPILED

PROGRAM = Path(sys.executable).parent / "saleroom"

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@contextmanager
def serving(data, *arguments):
    """A server that runs, with its address and what it says at the start."""
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", data, *arguments]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        lines = [server.stdout.readline() for _ in range(3)]
        yield server, re.search(r"http://\S+", lines[0])[0], lines
    finally:
        if server.poll() is None:
            server.kill()
            server.communicate()


def refused(*arguments, **more):
    done = subprocess.run(
        [PROGRAM, "serve", "--no-open", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        **more,
    )
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("saleroom: "), done.stderr
    return done.stderr


def test_it_opens_says_where_and_closes_calmly(tmp_path):
    data = tmp_path / "deep" / "tables.sqlite3"
    with serving(data) as (server, url, lines):
        assert str(data) in lines[1]
        assert "Ctrl-C" in lines[2]
        assert httpx.get(url).headers["referrer-policy"] == "no-referrer"
        assert [game["name"] for game in httpx.get(f"{url}api/house", timeout=20).json()["games"]][2] == "auction-pitch"
        assert httpx.get(f"{url}healthz").json() == {"status": "ok"}
        assert httpx.get(f"{url}api/house?token=secret", headers={"authorization": "Bearer secret"}).status_code == 200
        server.send_signal(signal.SIGINT)
        said, logged = server.communicate(timeout=15)
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


def test_it_can_be_ended_at_any_moment(tmp_path):
    for pause in (0, 0.3, 0.8):
        with serving(tmp_path / "x.sqlite3") as (server, _, _):
            time.sleep(pause)
            server.send_signal(signal.SIGTERM)
            _, logged = server.communicate(timeout=15)
            assert server.returncode == 0
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
