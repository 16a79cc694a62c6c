"""Processes that tests start: they react to signals as in a terminal, and none outlives its test.

A shell starts background jobs with Ctrl-C ignored, `nohup` ignores hang-ups, and both are inherited. Without this
module, a child would ignore an interruption that a test sends, and the test would wait without end.

If the tests are interrupted or killed, a guard ends their children (`tests/guard.py`), those of browsers included.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from typing import Any

from tests import guard

INHERITED = ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM")
"""Signals that the parent of the tests may have ignored."""


_guards: dict[int, int] = {}
"""The pipe to the guard of a process, by its id: a fork of that process has none of its own."""


def guarded() -> None:
    """End everything that this process starts from now on when it has ended, even if it was killed."""
    if os.name != "posix" or os.getpid() in _guards:
        return
    mark = uuid.uuid4().hex
    command = [sys.executable, "-I", "-S", guard.__file__, str(os.getpid()), mark]
    process = subprocess.Popen(command, cwd="/", stdin=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    _guards[os.getpid()] = os.dup(process.stdin.fileno())
    process.stdin.close()
    process.returncode = 0  # it ends after this process, which must not warn about that
    os.environ[guard.VARIABLE] = ":".join(filter(None, (os.environ.get(guard.VARIABLE), mark)))


def _note(sign: str, group: int) -> None:
    """Report to the guard that a process group was started or ended."""
    pipe = _guards.get(os.getpid())
    if pipe is not None:
        with contextlib.suppress(BrokenPipeError):
            os.write(pipe, f"{sign}{group}\n".encode())


@contextlib.contextmanager
def usual_signals() -> Iterator[None]:
    """Give children that start in this block the usual reactions to signals: a program inherits ignored ones.

    No `preexec_fn` sets them in the child, because that is unsafe with threads.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python only lets the main thread set a reaction
        return
    numbers = [getattr(signal, name) for name in INHERITED if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


def start(command: list[Any], **more: Any) -> subprocess.Popen[Any]:
    """Start a child in a process group of its own, which `end` ends."""
    with usual_signals():
        process = subprocess.Popen(command, start_new_session=True, **more)
    _note("+", process.pid)
    return process


def end(process: subprocess.Popen[Any]) -> None:
    """Kill a child and all processes that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()
    _note("-", process.pid)


@contextlib.contextmanager
def child(command: list[Any], **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a child that is ended afterwards, also if the test fails."""
    process = start(command, **more)
    try:
        yield process
    finally:
        end(process)


def finished(command: list[Any], timeout: float = 240, **more: Any) -> subprocess.CompletedProcess[Any]:
    """Return the result of `subprocess.run`; after `timeout` seconds kill the child and all that it has started."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    asked = more.pop("input", None)
    if asked is not None:
        pipes["stdin"] = subprocess.PIPE
    with child(command, **{**pipes, **more}) as process:
        out, err = process.communicate(asked, timeout=timeout)
        return subprocess.CompletedProcess(command, process.returncode, out, err)
