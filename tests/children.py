"""Child processes of tests. They react to signals as in a terminal, and none of them outlives its test.

Background jobs of a shell ignore Ctrl-C, and programs under `nohup` ignore hang-ups. Their children inherit both
settings. Without this module, a child could therefore ignore a signal that a test sends, and the test would never end.

If the test process is interrupted or killed, a guard (`tests/guard.py`) ends its children, including browser processes.
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
"""Signals that the test process may ignore because its parent ignored them."""


_guards: dict[int, int] = {}
"""Pipe from each test process to its guard, by the id of the test process. A forked process has no guard."""


def guarded() -> None:
    """Start a guard that ends all children of this process once the process has ended, even if it was killed."""
    if os.name != "posix" or os.getpid() in _guards:
        return
    mark = uuid.uuid4().hex
    command = [sys.executable, "-I", "-S", guard.__file__, str(os.getpid()), mark]
    process = subprocess.Popen(command, cwd="/", stdin=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    _guards[os.getpid()] = os.dup(process.stdin.fileno())
    process.stdin.close()
    process.returncode = 0  # so that Python does not warn that the guard outlives this process
    os.environ[guard.VARIABLE] = ":".join(filter(None, (os.environ.get(guard.VARIABLE), mark)))


def _note(sign: str, group: int) -> None:
    """Report to the guard that a process group was started or ended."""
    pipe = _guards.get(os.getpid())
    if pipe is not None:
        with contextlib.suppress(BrokenPipeError):
            os.write(pipe, f"{sign}{group}\n".encode())


@contextlib.contextmanager
def usual_signals() -> Iterator[None]:
    """Give children that are started within this context the default signal handling.

    Otherwise, children inherit ignored signals. A `preexec_fn` would have the same effect, but is unsafe with threads.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python lets only the main thread set signal handlers
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
    """Start a child in its own process group; `end` kills this group."""
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
    """Start a child, and end it after the block even if the test fails."""
    process = start(command, **more)
    try:
        yield process
    finally:
        end(process)


def finished(command: list[Any], timeout: float = 240, **more: Any) -> subprocess.CompletedProcess[Any]:
    """Run a command and return its result, as `subprocess.run` does.

    After `timeout` seconds, kill the child and all processes that it has started.
    """
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    asked = more.pop("input", None)
    if asked is not None:
        pipes["stdin"] = subprocess.PIPE
    with child(command, **{**pipes, **more}) as process:
        out, err = process.communicate(asked, timeout=timeout)
        return subprocess.CompletedProcess(command, process.returncode, out, err)
