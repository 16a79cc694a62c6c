"""Machine code on disk: made once however many processes start, and never broken by one that stops."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saleroom import notices
from saleroom.kernel import codecache
from saleroom.kernel.compile import entry
from saleroom.modes import MODE

pytestmark = pytest.mark.skipif(MODE == "interpreted", reason="the interpreter has no cache")

LISTEN = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, e): compiled.append(e.data["dispatcher"].py_func.__name__)
    def on_end(self, e): pass
event.register("numba:compile", Listener())
"""
SIGNAL = """
import sys
import numpy as np
from saleroom.kernel.fast.atomics import store_from_python
signals = np.zeros((2, 8), np.int64)
store_from_python(signals, 1, 7)
print(compiled.count("store_from_python"), signals.tobytes().hex())
"""
SLOWLY = """
import os, sys, time
from numba.core import event
class Wait(event.Listener):
    def on_start(self, e):
        if e.data["dispatcher"].py_func.__name__ == "store_from_python":
            print("compiling", flush=True)
            while not os.path.exists(sys.argv[1]):
                time.sleep(0.05)
    def on_end(self, e): pass
event.register("numba:compile", Wait())
"""


def start(program: str, cache: Path) -> subprocess.Popen[str]:
    """A process with that cache; a slow one goes on compiling until there is a file `go` in it."""
    where = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", LISTEN + program, str(cache / "go")],
        env=where,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def told(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """How often it compiled the entry, what that did, and what was said."""
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    number, did = out.splitlines()[-1].split()
    return int(number), did, err


@pytest.mark.integration
def test_of_processes_that_start_at_once_one_compiles_and_the_others_wait(tmp_path):
    first = start(SLOWLY + SIGNAL, tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "compiling\n"
    others = [start(SIGNAL, tmp_path) for _ in range(2)]
    for other in others:
        assert other.stderr is not None and "waiting for another process" in other.stderr.readline()
    (tmp_path / "go").touch()
    found = [told(process) for process in (first, *others)]
    assert [number for number, _, _ in found] == [1, 0, 0]
    assert len({did for _, did, _ in found}) == 1


@pytest.mark.integration
def test_a_process_that_is_killed_while_it_compiles_leaves_the_next_one_to_it(tmp_path):
    first = start(SLOWLY + SIGNAL, tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "compiling\n"
    first.kill()
    first.communicate()
    assert told(start(SIGNAL, tmp_path))[0] == 1
    assert told(start(SIGNAL, tmp_path))[0] == 0


@pytest.mark.integration
def test_files_that_are_cut_short_are_made_again(tmp_path):
    whole = told(start(SIGNAL, tmp_path))
    files = [*tmp_path.rglob("*store_from_python*.nbc"), *tmp_path.rglob("*store_from_python*.nbi")]
    assert len(files) == 2
    for file in files:
        file.write_bytes(file.read_bytes()[:40] if file.suffix == ".nbc" else b"")
        again = told(start(SIGNAL, tmp_path))
        assert again[0] == 1 and again[1] == whole[1]
    assert told(start(SIGNAL, tmp_path))[0] == 0


@pytest.fixture
def said(monkeypatch) -> list[str]:
    """What is said while something is compiled here."""
    lines: list[str] = []
    monkeypatch.setattr(notices, "say", lines.append)
    monkeypatch.setattr(notices, "once", lines.append)
    return lines


def test_a_full_disk_is_told_and_nothing_else(monkeypatch, said):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(codecache.IndexDataCacheFile, "save", full)

    @entry
    def one_more(number):
        return number + 1

    assert one_more(41) == 42 and one_more(41.0) == 42.0
    kept = [line for line in said if "cannot be kept" in line]
    assert len(kept) == 2 and "No space left on device" in kept[0]


def test_long_compiling_says_what_it_does(monkeypatch, capsys):
    monkeypatch.setattr(notices, "_now", notices._Compiling())
    monkeypatch.setattr(notices, "PATIENCE", 0.0)
    notices.begin("kernel.loops.act", "auction_pitch")
    line = ""
    for _ in range(600):
        if "\n" in (line := capsys.readouterr().err):
            break
        time.sleep(0.05)
    notices.end()
    assert line.startswith("saleroom: compiling, once after an update: auction-pitch: kernel.loops.act (part 1, ")
    with notices.quiet():
        notices.say("nothing")
    assert capsys.readouterr().err == ""


def test_where_nothing_can_be_written_it_is_said_once_and_goes_on(tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    where = {**os.environ, "XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)}
    program = (
        "import saleroom.kernel.codecache as c; c._writable = lambda folder: False; "
        "from saleroom.kernel.compile import entry\n"
        "@entry\ndef f(x):\n    return x + 1\n"
        "print(f(1), f(1.0))"
    )
    done = subprocess.run([sys.executable, "-c", program], env=where, capture_output=True, text=True, check=True)
    assert done.stdout == "2 2.0\n"
    assert done.stderr.count("cannot be kept") == 1 and "XDG_CACHE_HOME" in done.stderr
