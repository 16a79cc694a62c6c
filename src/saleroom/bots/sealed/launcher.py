"""Launcher of sealed processes. It has loaded Saleroom, and forks a process for each seat in a few milliseconds.

Run it as ``python -I -m saleroom.bots.sealed.launcher SOCKET``, where SOCKET is the descriptor of a socket. Each
message on the socket is a JSON object and four descriptors: input, output and errors of the new process, and its
lifeline. The launcher never holds a view, a seed of cards or a third-party module, so nothing passes from one seat to
the next.

The process ends when the other end of its lifeline is closed; its exit status is then written to the lifeline.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from saleroom.bots.sealed import isolation, seat

LARGEST = 1 << 16
"""Maximum number of bytes in a message."""
IGNORED = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that do not end the launcher; Windows has no `SIGHUP`. Seats react to them as usual, except to `SIGINT`."""


def main(control: socket.socket) -> None:
    """Load the game that the first message names, and isolate this process. Launch seats until the socket is closed."""
    for number in IGNORED:  # this process ends with its caller, and then removes its folder
        signal.signal(number, signal.SIG_IGN)
    first = json.loads(control.recv(LARGEST))
    seat.load_game(first["game"])
    with tempfile.TemporaryDirectory(prefix="saleroom-sealed-") as scratch:
        parts = _isolate_in_child(control, scratch, first["hidden"])
        if parts:
            _launch_all(control, scratch, "network" in parts)


def _isolate_in_child(control: socket.socket, scratch: str, hidden: Sequence[str]) -> tuple[str, ...]:
    """Continue in a child, which is isolated; this process waits for it, and then can remove `scratch`."""
    child = os.fork()
    if child:
        control.close()
        os.waitpid(child, 0)
        return ()
    parts = isolation.isolate(scratch, hidden)
    control.send(json.dumps(parts).encode())
    return parts


def _launch_all(control: socket.socket, scratch: str, isolated: bool) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system removes ended children
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, LARGEST, 4)
        if not message:
            os._exit(0)
        with suppress(OSError):  # without a new process, the closed descriptors tell the caller
            if os.fork() == 0:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _guard(json.loads(message), descriptors, scratch, isolated)
        for descriptor in descriptors:
            os.close(descriptor)


def _guard(request: Mapping[str, Any], descriptors: Sequence[int], scratch: str, isolated: bool) -> None:
    """Start the process of a seat, and kill it when its lifeline closes. Its own children end with it."""
    *standard, lifeline = descriptors
    if isolated:
        isolation.leave_other_processes()
    child = os.fork()
    if child == 0:
        os.close(lifeline)
        _become_seat(request, standard, scratch, isolated)
    for descriptor in standard:
        os.close(descriptor)
    ended = os.pidfd_open(child)
    select.select([ended, lifeline], [], [])
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)  # it may not yet have a group of its own
        os.killpg(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(OSError):
        os.write(lifeline, str(status if status >= 0 else 128 - status).encode())
    os._exit(0)


def _become_seat(request: Mapping[str, Any], standard: Sequence[int], scratch: str, isolated: bool) -> None:
    os.setsid()
    for number in IGNORED[1:]:
        signal.signal(number, signal.SIG_DFL)
    for number, descriptor in enumerate(standard):
        os.dup2(descriptor, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    isolation.confine(scratch, isolated)
    status = 1
    try:
        if "args" in request:
            os.execvp(request["args"][0], request["args"])
        status = seat.serve(request)
    except OSError as error:
        print(error, file=sys.stderr)
    finally:
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
