"""Tests that the package plays and serves without its extras. A command that needs an extra says so in one line and
does nothing else.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from importlib.metadata import requires
from pathlib import Path

import pytest

from saleroom.extras import LAB, missing, to_install
from saleroom.games import NAMES
from saleroom.kernel.compile import COMPILED
from tests.children import child, finished

PROGRAM = Path(sys.executable).parent / "saleroom"
LACKING = (*LAB, "pandas", "pettingzoo", "gymnasium", "pyspiel", "jax", "optax", "ray", "psycopg", "redis", "uvloop")

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")

USE = """
import json
import saleroom
from saleroom import *

def decisions(name):
    match = saleroom.game(name).match(seed=1)
    bot = saleroom.player("house", match.game)
    for _ in range(40):
        if not match.over:
            seat = match.to_act[0]
            match.act(seat, bot.choose(match.views(seat), seat))
    return saleroom.verify(match.record())

from saleroom.server.storage.ratings import RatedPlayer, Strength, after
parts = [RatedPlayer("t", seat, f"person {seat}", seat, True, None) for seat in range(2)]
before = [Strength(25.0, 8.0)] * 2
won, lost = after(parts, before)
played = [{name: decisions(name) for name in saleroom.GAMES}, won.mu > 25 > lost.mu]

import contextlib, io, os, sys
from typer.main import get_command
from saleroom.cli import app, guarded

def told(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = guarded(get_command(app), list(arguments))
    return [status, out.getvalue(), err.getvalue()]

refused = [told(*line.split()) for line in json.loads(sys.argv[1])]
left = os.listdir()
answered = [told(*line.split()) for line in json.loads(sys.argv[2])]
print(json.dumps({"played": played, "refused": refused, "left": left, "answered": answered}))
"""
NEEDS = {
    "arena pitch --deals 2 --out arena": "lab",
    "study pitch --matches 2 --out study": "lab",
    "study --all --out all": "lab",
    "solve mini-pitch --out solved.npz": "lab",
    "train pitch --out net": "train",
}
NEEDS_NONE = (
    "rules pitch --effects",
    "play pitch --plain",
    "simulate pitch --matches 2 --seed 1 --out m.jsonl",
    "verify m.jsonl",
    "review m.jsonl --seat 0 --player search:20",
)


@pytest.fixture(scope="module")
def light(tmp_path_factory) -> dict[str, str]:
    """Return an environment in which a process and its children cannot find the packages of any extra."""
    folder = tmp_path_factory.mktemp("lacking")
    lines = "".join(f"sys.modules[{name!r}] = None\n" for name in LACKING)
    (folder / "sitecustomize.py").write_text(f"import sys\n{lines}")
    return {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def used(light, tmp_path_factory):
    """Return the report of one process without extras: the games that it played, and the output of its commands."""
    command = [sys.executable, "-c", USE, json.dumps(list(NEEDS)), json.dumps(NEEDS_NONE)]
    done = finished(command, text=True, env=light, cwd=tmp_path_factory.mktemp("empty"), input="quit\n")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_each_game_is_played_and_people_are_rated_without_extras(used):
    assert used["played"] == [{name: [] for name in NAMES}, True]


def test_what_needs_an_extra_says_so_in_one_line_and_leaves_nothing(used):
    for (command, extra), (status, out, err) in zip(NEEDS.items(), used["refused"], strict=True):
        assert (status, out, err.count("\n")) == (2, "", 1), (command, out, err)
        assert err.startswith("saleroom: ") and f'pip install "saleroom[{extra}]"' in err, err
    assert used["left"] == []


def test_the_other_commands_need_none(used):
    for command, (status, out, err) in zip(NEEDS_NONE, used["answered"], strict=True):
        assert status == 0 and out, (command, err)


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        ("pyvenv.cfg", "pip install"),
        ("pipx_metadata.json", "pipx install --force"),
        ("uv-receipt.toml", "uv tool install --force"),
    ],
)
def test_an_extra_is_added_by_what_installed_the_program(mark, command, tmp_path, monkeypatch):
    (tmp_path / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    said = str(missing("lab", ImportError("No module named 'scipy'")))
    assert f': {command} "saleroom[lab]", in a checkout {command} ".[lab]" (' in said


def test_in_the_environment_of_a_checkout_make_adds_an_extra(tmp_path, monkeypatch):
    (tmp_path / ".runtime").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert to_install("lab").endswith(", in a checkout make lab")
    assert to_install("train").endswith(", in a checkout make research")
    assert to_install("cluster").endswith(', in a checkout pip install ".[cluster]"')


def test_it_serves_without_extras(light, tmp_path):
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", tmp_path / "x.sqlite3"]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=light) as server:
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, server.communicate()
        house = json.load(urllib.request.urlopen(f"{address[0].rstrip('/')}/api/house", timeout=120))
        assert {game["name"] for game in house["games"]} == set(NAMES)
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=120)
    assert server.returncode == 0, said


def test_the_packages_of_the_lab_are_in_no_other_place():
    """Check that the packages of the extra `lab` are not also required without the extra."""
    plain = {re.split(r"[^\w-]", line)[0] for line in requires("saleroom") or () if "extra ==" not in line}
    lab = {
        re.split(r"[^\w-]", line)[0]
        for line in requires("saleroom") or ()
        if 'extra == "lab"' in line.replace("'", '"')
    }
    assert lab == set(LAB) and not lab & plain
