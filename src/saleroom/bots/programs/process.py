"""Process of a program that plays.

Reads and writes have a time limit, and all processes that the program started end with it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol

KEEPER = Path(__file__).with_name("keeper.py")
LONGEST = 1 << 16
"""Maximum number of bytes in a line; the rest of a longer line is read as the next line."""
AHEAD = 256
"""Maximum number of lines read ahead. A program that writes more lines has to wait until these are processed."""
LINGERING = 2.0
"""Seconds to wait for remaining output; a process that could not be killed might keep a pipe open."""
LAST_WORDS = 3
"""Number of last lines of standard error to keep."""


class Late(Exception):
    """Error if the program has not read or written a line in time."""


class Ended(Exception):
    """Error if the program has ended or closed its output; the message says how the program ended."""


class Child(Protocol):
    """Running process with pipes. It ends at the call of `end`, or when the current process ends for any reason."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def end(self) -> int:
        """End the process and all processes that it has started; return its exit status, or 128 plus a signal."""
        ...


class Kept:
    """Program in its own process group, with a keeper (`saleroom.bots.programs.keeper`) as its parent."""

    def __init__(self, args: Sequence[str]) -> None:
        """Start the program."""
        lifeline, self._lifeline = os.pipe()
        command = [sys.executable, "-I", "-S", str(KEEPER), str(lifeline), *args]
        pipe = subprocess.PIPE
        self._keeper = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, pass_fds=[lifeline], start_new_session=True
        )
        os.close(lifeline)
        assert self._keeper.stdin and self._keeper.stdout and self._keeper.stderr
        self.stdin, self.stdout, self.stderr = self._keeper.stdin, self._keeper.stdout, self._keeper.stderr

    def end(self) -> int:
        """Close the lifeline, on which the keeper waits, and return the exit status."""
        os.close(self._lifeline)
        return self._keeper.wait()


class Process:
    """Lines from and to a child process, with time limits."""

    def __init__(self, child: Child) -> None:
        """Take over a child process, which ends when this object is closed."""
        self._child, self._status = child, 0
        self._input = child.stdin
        os.set_blocking(self._input.fileno(), False)
        self._lines: queue.Queue[bytes] = queue.Queue(AHEAD)
        self._said: deque[bytes] = deque(maxlen=LAST_WORDS)
        self._closed = False
        self._readers = [
            threading.Thread(target=_read, args=(child.stdout, self._hear), daemon=True),
            threading.Thread(target=_read, args=(child.stderr, self._said.append), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        _running.add(self)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line to the program; raise `Late` after `deadline`, a time of `time.monotonic`, or `Ended`."""
        left = memoryview(line)
        while left:
            if not select.select([], [self._input], [], max(0.0, deadline - time.monotonic()))[1]:
                raise Late
            try:
                left = left[os.write(self._input.fileno(), left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Ended(self._how()) from None

    def line(self, deadline: float) -> bytes:
        """Return the program's next line; raise `Late` after `deadline`, a time of `time.monotonic`, or `Ended`."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Late from None
        if not line:
            raise Ended(self._how())
        return line

    def close(self) -> None:
        """End the program and all processes that it has started; return when they have ended."""
        if self._closed:
            return
        self._closed = True
        _running.discard(self)
        self._status = self._child.end()
        with contextlib.suppress(OSError):
            self._input.close()
        deadline = time.monotonic() + LINGERING
        # the reader can be waiting for space in the queue
        while self._readers[0].is_alive() and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        for reader in self._readers:
            reader.join(max(0.0, deadline - time.monotonic()))

    def _hear(self, line: bytes) -> None:
        self._lines.put(line)

    def _how(self) -> str:
        """Return how the program ended, with the last line of its standard error."""
        self.close()
        status = self._status
        how = f"it was ended by signal {status - 128}" if status > 128 else f"it ended with status {status}"
        last = [line.decode(errors="replace").strip() for line in self._said if line.strip()]
        return f"{how}: {last[-1][:120]}" if last else how


def _read(pipe: IO[bytes], hear: object) -> None:
    """Pass every line to `hear`, and an empty line at the end."""
    assert callable(hear)
    with pipe:
        while line := pipe.readline(LONGEST):
            hear(line)
    hear(b"")


_running: set[Process] = set()
"""All processes that have been started and not yet closed."""
_idle: dict[str, list[Process]] = {}
"""Processes that wait for their next match, by player name."""


def borrow(name: str, args: Sequence[str]) -> Process:
    """Return a process for a player: one that is idle after another match, or a new one."""
    waiting = _idle.get(name)
    return waiting.pop() if waiting else Process(Kept(args))


def give_back(name: str, process: Process) -> None:
    """Keep the process for the player's next match."""
    _idle.setdefault(name, []).append(process)


@atexit.register
def end_all() -> None:
    """End every program that this process has started."""
    _idle.clear()
    for process in list(_running):
        process.close()
