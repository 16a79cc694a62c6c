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
ROUNDS = 100  # number of sweeps, because a process can start another one while it ends
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
    """Kill the remaining processes repeatedly, until none is left."""
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(ROUNDS):
        rest = left(mark, groups)
        if not rest:
            return
        for pid in rest:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE)


def note(groups: set[int], line: bytes) -> None:
    """Add the started group, or remove the ended group, that `line` from the test process names."""
    (groups.add if line.startswith(b"+") else groups.discard)(int(line[1:]))


def wait(pid: int) -> set[int]:
    """Wait until the test process `pid` has ended. Return the process groups that it started but did not end."""
    groups: set[int] = set()
    rest = b""
    with contextlib.suppress(ProcessLookupError):
        watched = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        poll = select.poll()
        poll.register(0, select.POLLIN | select.POLLHUP)
        if watched is not None:
            poll.register(watched, select.POLLIN)
        reading, alive = True, True
        while alive or reading:
            events = dict(poll.poll(None if alive and watched is not None else 0 if not alive else 200))
            if 0 in events:
                part = os.read(0, 4096)
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    note(groups, line)
                if not part:
                    poll.unregister(0)
                    reading = False
            elif not alive:
                break
            alive = watched not in events if watched is not None else os.getppid() == pid
    return groups


if __name__ == "__main__":
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    sweep(sys.argv[2], wait(int(sys.argv[1])))
