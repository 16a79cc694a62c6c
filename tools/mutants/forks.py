"""Test runs in a forked process, in which modules and tests are already loaded.

If a mutant damages the process, the damage ends with it.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

MEMORY = 4 << 30
"""Maximum bytes of address space for a mutant."""
SECONDS = 300
"""Maximum elapsed seconds of a test. Time for which the whole run is paused does not count."""
STEP = 1.0
"""Seconds of one wait. If clearly more time has passed after a wait, the run was paused meanwhile."""


def run_tests(session: pytest.Session, tests: Sequence[pytest.Item]) -> bool:
    """Run tests in the given order until one fails; return whether all of them passed."""
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.testsfailed:
            return False
    return True


def in_fork(work: Callable[[Callable[[Any], None]], None], seconds: float | None = None) -> list[Any]:
    """Run `work` in a fork, without output. `work` gets a function that reports JSON values; return these values."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _silently(work, writing)
    os.close(writing)
    try:
        lines = _read(reading, float("inf") if seconds is None else seconds)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return [json.loads(line) for line in lines]


def _silently(work: Callable[[Callable[[Any], None]], None], writing: int) -> None:
    """Run `work` in the child, and end the child without the parent's cleanup."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        work(lambda value: _write(writing, value))
    finally:
        os._exit(0)


def _write(writing: int, value: Any) -> None:
    os.write(writing, json.dumps(value).encode() + b"\n")


def _read(reading: int, seconds: float) -> list[str]:
    """Return the lines from a pipe; stop when its other end closes or no data arrives for `seconds`."""
    data, left = b"", seconds
    while left > 0:
        if not select.select([reading], [], [], STEP)[0]:
            left -= STEP
            continue
        block, left = os.read(reading, 1 << 16), seconds
        if not block:
            break
        data += block
    return data.decode().splitlines()


def exit_status(command: Sequence[str], folder: Path, seconds: float) -> int | None:
    """Run a command without output and return its exit status, or None if it takes longer than `seconds`."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while seconds > 0:
        try:
            return process.wait(STEP)
        except subprocess.TimeoutExpired:
            seconds -= STEP
    process.kill()
    process.wait()
    return None


def limit_time(seconds: float) -> None:
    """End this process after `seconds` of processor time."""
    signal.signal(signal.SIGPROF, lambda *_: os._exit(1))
    signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory() -> None:
    """Limit the memory of this process, so that a mutant that allocates without end gets `MemoryError`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Calls:
    """Recorder of the functions in some files that are called. Functions are identified by code object."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.seen: set[tuple[str, str]] = set()

    def start(self) -> None:
        sys.setprofile(self._note)

    def stop(self) -> set[tuple[str, str]]:
        """Return the files and qualified names of the functions that ran since the last call."""
        sys.setprofile(None)
        seen, self.seen = self.seen, set()
        return seen

    def _note(self, frame: Any, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename in self.files:
            self.seen.add((frame.f_code.co_filename, frame.f_code.co_qualname.split(".<locals>")[0]))
