"""Sealed processes, as the evaluating process sees them."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, Any

from saleroom.bots.sealed import isolation
from saleroom.bots.sealed.launcher import LARGEST

INHERITED = ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "SALEROOM_MODE", "SALEROOM_CACHE")
"""Environment variables of the launcher: where machine code is cached, and for which processor. Seats get none."""


class Launched:
    """Sealed process; a `saleroom.bots.programs.process.Child`."""

    def __init__(self, launcher: Launcher, request: dict[str, Any]) -> None:
        """Request the process from the launcher."""
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        ours_errors, theirs_errors = os.pipe()
        self.lifeline, theirs_lifeline = socket.socketpair()
        theirs = [theirs_in, theirs_out, theirs_errors, theirs_lifeline.fileno()]
        try:
            launcher.send(request, theirs)
        finally:
            theirs_lifeline.close()
            for descriptor in theirs[:3]:
                os.close(descriptor)
        self.stdin: IO[bytes] = os.fdopen(ours_in, "wb", buffering=0)
        self.stdout: IO[bytes] = os.fdopen(ours_out, "rb")
        self.stderr: IO[bytes] = os.fdopen(ours_errors, "rb")

    def end(self) -> int:
        """Close the lifeline for writing, which ends the process; return its exit status."""
        with self.lifeline:
            self.lifeline.shutdown(socket.SHUT_WR)
            return int(self.lifeline.recv(64) or b"1")


class Launcher:
    """Launcher process (`saleroom.bots.sealed.launcher`) for the players of one game."""

    def __init__(self, game: str, hidden: Sequence[str]) -> None:
        """Start the launcher; the folders in `hidden` are empty for its players."""
        isolation.make_unreadable()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        with theirs:
            command = [sys.executable, "-I", "-m", "saleroom.bots.sealed.launcher", str(theirs.fileno())]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._control.send(json.dumps({"game": game, "hidden": list(hidden)}).encode())
        report = self._control.recv(LARGEST)
        if not report:
            raise OSError("the process for sealed players did not start")
        self.parts: tuple[str, ...] = tuple(json.loads(report))

    def close(self) -> None:
        """End the launcher."""
        self._control.close()
        self._process.wait()

    def send(self, request: dict[str, Any], descriptors: Sequence[int]) -> None:
        """Request a process with these descriptors as input, output, errors and lifeline."""
        socket.send_fds(self._control, [json.dumps(request).encode()], descriptors)


_launchers: dict[tuple[str, tuple[str, ...]], Launcher] = {}


def launcher(game: str, hidden: tuple[str, ...]) -> Launcher:
    """Return this process's launcher for a game; start it at the first call. It ends with this process."""
    if (game, hidden) not in _launchers:
        _launchers[game, hidden] = Launcher(game, hidden)
    return _launchers[game, hidden]


@atexit.register
def end_all() -> None:
    """End every launcher of this process, and with it its players."""
    while _launchers:
        _launchers.popitem()[1].close()


def is_supported() -> bool:
    """Return whether this system can launch sealed processes, which need Linux."""
    return sys.platform == "linux"
