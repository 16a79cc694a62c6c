"""Guard of a process that runs tests.

When the test process has ended for any reason, the guard ends all processes that the test process left behind.

`python -I -S guard.py PID MARK` reads process groups from standard input: `+7` if a test has started group 7, `-7` if a
test has ended group 7. A signal can end pytest before a fixture ends its server or browser, so fixtures are not enough.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from pathlib import Path

VARIABLE = "SALEROOM_TESTS"
"""Environment variable of each process that tests start. It names the test runs to which the process belongs."""
ROUNDS = 150  # number of sweeps, because a process can start another one while it ends
QUIET = 50  # sweeps that must find nothing, because a process that starts a program has no environment for a moment
PAUSE = 0.02  # seconds


def marked(mark: str) -> set[int]:
    """Return the processes that have a mark in their environment. Without /proc, return none."""
    result = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            entries = (folder / "environ").read_bytes().split(b"\0")
            runs = next((entry for entry in entries if entry.startswith(f"{VARIABLE}=".encode())), b"")
            if mark.encode() in runs.partition(b"=")[2].split(b":"):
                result.add(int(folder.name))
    return result


def parents() -> dict[int, tuple[int, int]]:
    """Return the parent and the process group of each process that is not a zombie."""
    result = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            if state != "Z":
                result[int(folder.name)] = int(parent), int(group)
    return result


def left(mark: str, groups: set[int]) -> set[int]:
    """Return the processes that have the mark or belong to the groups, and all their descendants."""
    alive = parents()
    result = marked(mark) & set(alive) | {pid for pid, (_, group) in alive.items() if group in groups}
    while more := {pid for pid, (parent, _) in alive.items() if parent in result} - result:
        result |= more
    return result - {os.getpid()}


def sweep(mark: str, groups: set[int]) -> None:
    """Kill the remaining processes repeatedly, until `QUIET` sweeps in a row have found none."""
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    quiet = 0
    for _ in range(ROUNDS):
        rest = left(mark, groups)
        quiet = 0 if rest else quiet + 1
        if quiet == QUIET:
            return
        for pid in rest:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE)


def note(groups: set[int], line: bytes) -> None:
    """Add the started group, or remove the ended group, that `line` from the test process names."""
    (groups.add if line.startswith(b"+") else groups.discard)(int(line[1:]))


def wait(pid: int) -> set[int]:
    """Wait until the parent `pid` has ended. Return the process groups that it started but did not end."""
    groups: set[int] = set()
    rest = b""
    poll = select.poll()
    poll.register(0, select.POLLIN | select.POLLHUP)
    while True:
        alive = os.getppid() == pid  # asked before reading, so that what the parent wrote last is read
        ready = poll.poll(200 if alive else 0)
        part = os.read(0, 4096) if ready else b""
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            note(groups, line)
        if not part and not alive:
            return groups
        if ready and not part:  # the pipe is closed, so the parent is about to end
            time.sleep(PAUSE)


if __name__ == "__main__":
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    sweep(sys.argv[2], wait(int(sys.argv[1])))
