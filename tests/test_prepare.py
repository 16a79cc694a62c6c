"""The first compile: what is made, when, and how it is marked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from saleroom.bots import prepare as preparing
from saleroom.bots.prepare import is_ready, prepare
from saleroom.games import load
from saleroom.kernel.compile import MODE

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="nothing else is compiled beforehand")


def test_the_search_is_made_and_marked_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(preparing, "CACHE", tmp_path / "now")
    (tmp_path / "now").mkdir()
    pitch, steps = load("auction-pitch"), []

    def watch(doing: str, done: int, of: int) -> None:
        steps.append((done, of))

    assert not is_ready(pitch) and not is_ready(pitch, search=True)
    prepare(pitch, watch)
    assert is_ready(pitch) and not is_ready(pitch, search=True)
    assert steps == [(done, 6) for done in range(7)]
    steps.clear()
    prepare(pitch, watch, search=True)
    assert is_ready(pitch, search=True)
    assert steps == [(done, 2) for done in range(3)]
    steps.clear()
    prepare(pitch, watch, search=True)
    assert steps == []
    (tmp_path / "now" / "auction-pitch.ready").unlink()
    (tmp_path / "now" / "auction-pitch.search-ready").unlink()
    prepare(pitch, watch, search=True)
    assert steps == [(done, 8) for done in range(9)]


def test_nothing_of_the_search_is_loaded_to_play_against_the_house(tmp_path):
    program = (
        "import sys; from saleroom.terminal import run; run('pitch', None, {}, 5, 'house', True, None);"
        "print(sorted(name for name in sys.modules if name.startswith(('saleroom.bots.search', 'saleroom.bots.lore'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == "['saleroom.bots.search', 'saleroom.bots.search.budget']"


def test_another_process_prepares_what_this_one_then_finds(tmp_path, monkeypatch):
    called = []
    monkeypatch.setattr(preparing, "CACHE", tmp_path)
    monkeypatch.setattr(preparing.subprocess, "run", lambda command, **how: called.append(command))
    pitch = load("auction-pitch")
    preparing.prepare_apart(pitch, search=True)
    assert called[0][0] == sys.executable and called[0][-1] == "auction-pitch" and "search=True" in called[0][2]
    (tmp_path / "auction-pitch.search-ready").touch()
    preparing.prepare_apart(pitch, search=True)
    monkeypatch.setattr(preparing, "CACHE", None)
    preparing.prepare_apart(pitch)
    assert len(called) == 1
