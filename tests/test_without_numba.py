"""Tests of Saleroom without Numba, which has no wheels for some systems: the rules run as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from typing import Any

import pytest

from saleroom.games import NAMES
from tests import children, services

BLOCKED = """
import importlib.abc, importlib.util, sys
class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "numba" else find_spec(name, package)
sys.meta_path.insert(0, Blocked())
"""
PROGRAM = [sys.executable, "-c", BLOCKED + "from saleroom.__main__ import main\nmain()"]


def environment(**more: str) -> dict[str, str]:
    """Return the environment without a mode, which would hide the default."""
    return {**{name: value for name, value in os.environ.items() if name != "SALEROOM_MODE"}, **more}


def saleroom(*arguments: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return finished([*PROGRAM, *arguments], input=given, env=environment(**more))


def finished(command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
    return children.finished(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.parametrize("game", NAMES)
def test_house_players_play_and_their_record_is_verified(game, tmp_path):
    records = tmp_path / "records.jsonl"
    played = saleroom("simulate", game, "--matches", "1", "--players", "house", "--seed", "1", "--out", str(records))
    assert played.returncode == 0, played.stderr
    assert played.stderr.startswith("saleroom: Numba is not installed, so the rules run as plain Python")
    verified = saleroom("verify", str(records))
    assert verified.returncode == 0, verified.stderr
    assert json.loads(records.read_text())["players"]


def test_a_person_plays_in_the_terminal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a match that is left is saved in the current folder
    shown = saleroom("play", "pitch", "--plain", "--seed", "1", given="help\nquit\n")
    assert "Your bid?" in shown.stdout and "fault" not in shown.stderr


def test_environments_step():
    code = (
        "from saleroom.envs import vector\n"
        "env = vector.make('auction-pitch', num_envs=2, seed=1)\n"
        "env.reset()\n"
        "for _ in range(40): env.step(env.sample())\n"
        "print(env.observations.shape[0])"
    )
    done = finished([sys.executable, "-c", BLOCKED + code], env=environment())
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "2"


def test_a_mode_that_needs_numba_is_refused_in_a_line():
    refused = saleroom("simulate", "pitch", "--matches", "1", SALEROOM_MODE="checked")
    assert refused.returncode == 2
    assert refused.stderr.startswith("saleroom: SALEROOM_MODE is 'checked', which needs Numba: install numba")
    nothing = saleroom("compile", "pitch")
    assert "there is nothing to compile" in nothing.stderr and "fault" not in nothing.stderr


def test_a_server_answers(tmp_path):
    port = services.free_port()
    command = [*PROGRAM, "serve", "--port", str(port), "--data", str(tmp_path / "data"), "--no-open"]
    with children.child(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        services.wait_for_port(port, server)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert json.load(answer) == {"status": "ok"}
