"""Tests of the end of bulk play by an interruption, a signal, or the loss of a process. No result may be lost, and no
process may remain.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from saleroom.bots.prepare import prepare
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.arena import results, running
from saleroom.lab.runs.workers import workers
from tests.children import child, finished
from tests.lab import slow

PROGRAM = Path(sys.executable).parent / "saleroom"
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
SHORT = ["pitch", "--players", "house,random", "--seed", "3", "--jobs", "1", "--deals"]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the game that the tests use. Otherwise the first test would print a note about compilation."""
    prepare(load("auction-pitch"))


def again(deals, folder):
    """Run the arena for `deals` deals until the arena ends."""
    command = [PROGRAM, "arena", *SHORT, str(deals), "--out", folder]
    return finished(command, text=True)


@contextmanager
def started(folder, *more):
    """Start the arena with more deals than it can finish, and wait for its first results."""
    command = [PROGRAM, "arena", *SHORT, "100000", "--out", folder, *more]
    path = Path(folder) / results.FILE
    with child(command, **PIPES) as process:
        while process.poll() is None and not (path.exists() and path.stat().st_size > 5_000):
            time.sleep(0.02)
        yield process


@pytest.mark.integration
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.soak), "2"])
def test_an_interruption_keeps_all_and_says_how_to_go_on(tmp_path, jobs):
    with started(tmp_path, "--jobs", jobs) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert "of 100000 deals; the same command continues there: " in err
    rows = (tmp_path / results.FILE).read_text().splitlines()[1:]
    assert len(rows) % 4 == 0 and f"stopped after {len(rows) // 4} of" in err
    assert again(len(rows) // 4 + 2, tmp_path).returncode == 0


@pytest.mark.integration
@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGKILL", marks=pytest.mark.soak)])
def test_however_it_ends_no_process_stays(tmp_path, name):
    with started(tmp_path, "--jobs", "2") as process:
        process.send_signal(getattr(signal, name))
        _, err = process.communicate(timeout=60)  # the pipes close when the last process that holds them ends
    if name == "SIGTERM":
        assert (process.returncode, err.count("\n")) == (2, 1) and "stopped after" in err


@pytest.mark.integration
def test_an_interruption_while_processes_start_is_one_line(tmp_path):
    command = [PROGRAM, "arena", *SHORT, "100000", "--jobs", "2", "--out", tmp_path]
    with child(command, **PIPES) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not list a process's children")
        while process.poll() is None and len(children.read_text().split()) < 3:  # two workers and a resource tracker
            time.sleep(0.02)
        time.sleep(0.2)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does on Ctrl-C
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert "stopped after" in err


@pytest.mark.integration
def test_processes_at_work_are_not_waited_for():
    before, threads = set(active_children()), set(threading.enumerate())
    clusters = running._play_missing(slow.PLAN, 0, 2, slow.make)
    rows, _ = next(clusters)
    assert rows[0]["cluster"] == 0
    working = set(active_children()) - before
    clusters.close()
    assert working and slow.ended(working)
    # A thread that continues after its pool has ended can print a traceback
    assert set(threading.enumerate()) <= threads


@pytest.mark.integration
def test_a_process_amid_a_large_result_is_not_waited_for(tmp_path):
    with workers(1) as submit:
        submit(slow.Large, tmp_path / "mark")
        while not (tmp_path / "mark").exists():
            time.sleep(0.02)
        time.sleep(0.2)  # by now the process is sending its result; the end of the block stops the process


@pytest.mark.integration
def test_one_arena_a_folder(tmp_path):
    with started(tmp_path) as process:
        done = again(12, tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "another arena is writing" in done.stderr
        assert process.poll() is None


@pytest.mark.integration
def test_a_process_that_dies_is_one_line(tmp_path):
    with started(tmp_path, "--jobs", "2") as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not list a process's children")
        os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "has died" in err and "Traceback" not in err


@pytest.mark.parametrize("name", [pytest.param("SIGTERM", marks=pytest.mark.soak), "SIGKILL"])
def test_however_a_simulation_ends_no_process_stays(tmp_path, name):
    out = tmp_path / "a.jsonl"
    command = [PROGRAM, "simulate", "pitch", "--seed", "5", "--matches", "100000", "--jobs", "2", "--out", out]
    with child(command, **PIPES) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size > 10_000):
            time.sleep(0.02)
        process.send_signal(getattr(signal, name))
        _, err = process.communicate(timeout=60)
    if name == "SIGTERM":
        assert (process.returncode, err.count("\n")) == (2, 1) and "stopped after" in err
