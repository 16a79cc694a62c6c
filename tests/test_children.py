"""Tests of child processes of tests: they react to signals however the tests were started, and block no test run."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
import uuid
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from tests import guard
from tests.children import child, end, finished, start

WAITS = "import signal, sys; print(int(signal.getsignal({0}) != signal.SIG_IGN), flush=True); signal.pause()"
LEAVES = """
import subprocess, sys
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=False)
print(left.pid, flush=True)
left.wait()
"""
HANGS = """
import itertools, time

def test_that_hangs():
    {hangs}

def test_after_it():
    pass
"""

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(params=["SIGINT", "SIGHUP"])
def ignored(request):
    """Ignore a signal, as in a background job or under `nohup`."""
    number = getattr(signal, request.param)
    before = signal.signal(number, signal.SIG_IGN)
    yield number
    assert signal.getsignal(number) is signal.SIG_IGN  # the signal is still ignored in this process
    signal.signal(number, before)


def test_a_child_reacts_to_what_is_ignored_here(ignored):
    with child([sys.executable, "-c", WAITS.format(int(ignored))], stdout=-1, stderr=-3, text=True) as process:
        assert process.stdout.readline() == "1\n"
        process.send_signal(ignored)
        assert process.wait(60) != 0


def test_a_child_that_is_waited_for_reacts_too(ignored):
    code = f"import os, signal; os.kill(os.getpid(), {int(ignored)}); print('still here')"
    assert finished([sys.executable, "-c", code], text=True).stdout == ""


def test_when_a_test_fails_its_children_and_theirs_end():
    reading, writing = os.pipe()  # reading ends when no process has the other end of the pipe open
    command = [sys.executable, "-c", LEAVES]
    with pytest.raises(ZeroDivisionError), child(command, stdout=-1, pass_fds=[writing]) as process:
        os.close(writing)
        process.stdout.readline()
        raise ZeroDivisionError
    assert process.returncode == -signal.SIGKILL
    assert wait([reading], 60)
    os.close(reading)


def test_ending_a_child_twice_is_no_fault():
    process = start([sys.executable, "-c", "pass"])
    process.wait(60)
    end(process)
    end(process)
    assert process.returncode == 0


def hanging(folder, hangs, *options):
    """Run pytest on two tests, of which the first hangs; return pytest's exit status and output."""
    (folder / "test_hanging.py").write_text(HANGS.format(hangs=hangs))
    (folder / "pytest.ini").write_text("[pytest]\nfaulthandler_exit_on_timeout = true\n")
    plugins = ["-p", "no:cacheprovider", "-p", "pytest_timeout", "-p", "xdist.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *options, folder]
    done = finished(command, text=True, cwd=folder, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("options", [(), ("-n", "1")], ids=["alone", "in a worker"])
def test_a_test_that_hangs_fails_and_the_next_one_runs(tmp_path, options):
    status, said = hanging(tmp_path, "time.sleep(600)", "--timeout", "2", *options)
    assert status == 1 and "1 failed, 1 passed" in said, said
    assert "Timeout" in said and "time.sleep(600)" in said


@pytest.mark.integration
def test_a_test_that_hangs_in_machine_code_fails_and_the_next_one_runs(tmp_path):
    status, said = hanging(
        tmp_path, "sum(itertools.repeat(0))", "--timeout", "2", "-o", "faulthandler_timeout=4", "-n", "1"
    )
    assert status == 1 and "1 failed, 1 passed" in said, said
    assert "crashed while running" in said and "in test_that_hangs" in said


def test_every_test_has_a_limit(request):
    assert 0 < float(request.config.getini("timeout")) < float(request.config.getini("faulthandler_timeout"))
    assert request.config.getini("faulthandler_exit_on_timeout") is True


# Interrupted

RUN = """
import subprocess, sys, time
from tests.children import start

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
LEAVE = [sys.executable, "-c", f"import subprocess; subprocess.Popen({SLEEP!r}, start_new_session=True)"]
BARE = [sys.executable, "-c", f"import os, time; os.execve({sys.executable!r}, {SLEEP!r}, {{}})"]

def test_that_starts_processes():
    start(SLEEP)
    start(BARE)                     # its environment has no mark, as that of a server that writes its title there
    subprocess.Popen(SLEEP)         # in the group of the tests
    subprocess.run(LEAVE)           # an orphan with a session of its own
    print("READY", flush=True)
    time.sleep(600)
"""


def test_a_guard_that_starts_after_the_tests_were_killed_ends_their_processes():
    with child([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        guarding = [sys.executable, "-I", "-S", guard.__file__, "4194304", "no mark"]  # no process has so high a number
        finished(guarding, input=f"+{process.pid}\n".encode())
        assert process.wait(60) == -signal.SIGKILL


def test_a_guard_sees_a_process_that_was_starting_a_program(monkeypatch):
    with child([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        seen = iter([set(), {process.pid}])
        monkeypatch.setattr(guard, "left", lambda *_: next(seen, set()))
        guard.sweep("no mark", set())
        assert process.wait(60) == -signal.SIGKILL


def survivors(folder) -> set[int]:
    """Return the processes whose working folder is `folder`."""
    result = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == folder and int(process.name) != os.getpid():
                result.add(int(process.name))
    return result


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGKILL"])
@pytest.mark.parametrize(
    "options", [(), pytest.param(("-n", "1"), marks=pytest.mark.integration)], ids=["alone", "with a worker"]
)
def test_an_interrupted_run_leaves_no_process_behind(tmp_path, number, options):
    (tmp_path / "test_long.py").write_text(RUN)
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_configure\n")
    plugins = ["-p", "no:cacheprovider", "-p", "xdist.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *options, "test_long.py"]
    where = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    with child(command, cwd=tmp_path, env=where, stdout=-3, stderr=-3) as process:
        least = 5 + (len(options) > 0)  # pytest (with its worker, if it has one) and four children
        until(lambda: len(survivors(tmp_path)) >= least or process.poll() is not None)
        assert process.poll() is None
        process.send_signal(getattr(signal, number))
        process.wait(60)
        until(lambda: not survivors(tmp_path))


@pytest.mark.integration
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_an_interrupted_run_leaves_neither_browser_nor_server_behind(number, tmp_path):
    mark = f"SALEROOM_SURVIVOR={uuid.uuid4().hex}"
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", "-p", "no:xdist", "-p", "no:cacheprovider"]
    command += [f"--basetemp={tmp_path}", "tests/browser/test_keyboard.py"]
    where = {**os.environ, **dict([mark.split("=")])}
    with child(command, cwd=ROOT, env=where, stdout=-3, stderr=-3) as process:
        until(lambda: ready(programs(mark)) or process.poll() is not None)
        assert process.poll() is None
        process.send_signal(getattr(signal, number))
        process.wait(60)
        until(lambda: not programs(mark))


def ready(names: list[str]) -> bool:
    """Return whether the tests, their server and their browser are running."""
    return "chromium" in names and names.count("python") >= 2


def programs(entry: str) -> list[str]:
    """Return the kinds of the running programs whose environment contains `entry`."""
    result = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if entry.encode() in (process / "environ").read_bytes().split(b"\0"):
                name = (process / "exe").readlink().name
                result.append(next((kind for kind in ("chromium", "python", "node") if kind in name), name))
    return result


def until(condition) -> None:
    """Wait for a condition. If it never holds, the test's time limit ends the test."""
    while not condition():
        time.sleep(0.05)
