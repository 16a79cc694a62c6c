"""Tests of the first compilation: what is compiled, when, and how complete games are marked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saleroom.bots import prepare as preparing
from saleroom.bots.prepare import is_ready, prepare
from saleroom.games import load
from saleroom.kernel import codecache, readiness
from saleroom.modes import MODE

pytestmark = [
    pytest.mark.skipif(MODE != "compiled", reason="nothing else is compiled beforehand"),
    pytest.mark.usefixtures("no_shared_cache"),
]


def test_the_search_is_made_and_marked_by_itself(tmp_path, monkeypatch):
    folder = marks_in(tmp_path / "now", monkeypatch)
    pitch, steps = load("auction-pitch"), []

    def watch(doing: str, done: int, of: int) -> None:
        steps.append((done, of))

    assert not is_ready(pitch) and not is_ready(pitch, search=True)
    prepare(pitch, watch)
    assert is_ready(pitch) and not is_ready(pitch, search=True)
    assert steps == [(done, 7) for done in range(8)]
    steps.clear()
    prepare(pitch, watch, search=True)
    assert is_ready(pitch, search=True)
    assert steps == [(done, 2) for done in range(3)]
    steps.clear()
    prepare(pitch, watch, search=True)
    assert steps == []
    for mark in folder.iterdir():
        mark.unlink()
    prepare(pitch, watch, search=True)
    assert steps == [(done, 9) for done in range(10)]


def test_nothing_of_the_search_is_loaded_to_play_against_the_house(tmp_path):
    program = (
        "import sys; from saleroom.terminal import run; run('pitch', None, {}, 5, 'house', True, None);"
        "search = ('saleroom.bots.search', 'saleroom.bots.compiled.trials', 'saleroom.games.pitch.player.game_model');"
        "print(sorted(name for name in sys.modules if name.startswith(search)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == "['saleroom.bots.search', 'saleroom.bots.search.budget']"


def test_another_process_prepares_what_this_one_then_finds(tmp_path, monkeypatch):
    class Process:
        def __init__(self, command, **how):
            self.command = command

        def kill(self):
            pass

    marks_in(tmp_path / "now", monkeypatch)
    monkeypatch.setattr(preparing.subprocess, "Popen", Process)
    pitch = load("auction-pitch")
    command = preparing.start_apart(pitch, search=True).command
    assert command[0] == sys.executable and command[-1] == "auction-pitch" and "search=True" in command[2]
    readiness.mark("auction_pitch", "search-ready").touch()
    assert preparing.start_apart(pitch, search=True) is None
    monkeypatch.setattr(codecache, "folder", lambda: None)
    assert preparing.start_apart(pitch) is None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_process_that_compiles_ends_with_the_one_that_asked_for_it(tmp_path):
    """Check that no compiler runs on after the process that started it is killed without cleanup."""
    program = (
        "import time; from saleroom.bots.prepare import start_apart; from saleroom.games import load;"
        "print(start_apart(load('pitch'), search=True).pid, flush=True); time.sleep(60)"
    )
    where = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", program], env=where, stdout=subprocess.PIPE, text=True) as asker:
        child = int(asker.stdout.readline())
        asker.kill()
    for _ in range(600):
        if not alive(child):
            assert not list(tmp_path.rglob("*ready")), "it continued to its own end"
            return
        time.sleep(0.1)
    os.kill(child, 9)
    pytest.fail("it continues without the process that started it")


def alive(process: int) -> bool:
    """Return whether a process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def marks_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a folder, and store the marks of complete games in it."""
    folder.mkdir()
    monkeypatch.setattr(codecache, "folder", lambda: folder)
    return folder
