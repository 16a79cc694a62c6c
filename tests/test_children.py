"""However the tests are started, their children react to signals, and neither a test nor a child hangs the suite."""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import wait

import pytest

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

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(params=["SIGINT", "SIGHUP"])
def ignored(request):
    """A signal that is ignored here, as in a background job or under `nohup`."""
    number = getattr(signal, request.param)
    before = signal.signal(number, signal.SIG_IGN)
    yield number
    assert signal.getsignal(number) is signal.SIG_IGN  # it is ignored here as before
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
    reading, writing = os.pipe()  # it ends when the last that holds its other end is gone
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
    """What pytest says of a test that hangs and one after it."""
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


def test_a_test_that_hangs_in_machine_code_fails_and_the_next_one_runs(tmp_path):
    status, said = hanging(
        tmp_path, "sum(itertools.repeat(0))", "--timeout", "2", "-o", "faulthandler_timeout=6", "-n", "1"
    )
    assert status == 1 and "1 failed, 1 passed" in said, said
    assert "crashed while running" in said and "in test_that_hangs" in said


def test_every_test_has_a_limit(request):
    assert 0 < float(request.config.getini("timeout")) < float(request.config.getini("faulthandler_timeout"))
    assert request.config.getini("faulthandler_exit_on_timeout") is True
