"""Supervision of several processes on one port. The processes start and end together; a process that dies is
replaced.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from saleroom.server.http.handover import Handover, is_possible
from saleroom.server.ops import logs
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import CannotServe, prepared_socket, print_address, serve_on

log = logging.getLogger("saleroom.server")

PAUSE = 1.0
"""Seconds to wait before a dead process is restarted."""
LONGEST_PAUSE = 30.0
"""Maximum number of seconds before a restart, after repeated failures to start."""


def serve_many(settings: Settings, browse: bool, workers: int) -> None:
    """Serve with `workers` processes until interrupted; raise `CannotServe` if they cannot start."""
    with prepared_socket(settings) as sock, _meeting_place() as folder:
        print_address(settings, sock.getsockname()[1], browse)
        _supervise(settings, sock, workers, folder)


@contextlib.contextmanager
def _meeting_place() -> Iterator[Path | None]:
    """Yield a folder in which the workers hand connections over; None if the system cannot do so."""
    if not is_possible():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="saleroom-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _supervise(settings: Settings, sock: socket.socket, workers: int, folder: Path | None) -> None:
    """Keep `workers` processes serving on `sock` until this process is interrupted."""
    spawn = multiprocessing.get_context("spawn")
    stop, stopped = spawn.Pipe(duplex=False)

    def end(number: int, frame: object) -> None:
        with contextlib.suppress(OSError):
            stopped.send(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)

    reports, reporting = spawn.Pipe(duplex=False)

    def begin(late: bool = False) -> BaseProcess:
        process = spawn.Process(target=_work, args=(settings, sock, reporting, folder, late), name="worker")
        process.start()
        return process

    first = running = [begin() for _ in range(workers)]
    pause, serving, troubles = PAUSE, set[int](), dict[int, str]()
    while stop not in (ready := wait([stop, *(process.sentinel for process in running)])):
        dead = [process for process in running if process.sentinel in ready]
        for process in dead:
            process.join()  # a process closes its sentinel a moment before it has ended
        _read_reports(reports, serving, troubles)
        reasons = [troubles.pop(process.pid or 0, None) for process in dead]
        for process, reason in zip(dead, reasons, strict=True):
            if reason is not None and process in first:
                _end(running)
                raise CannotServe(reason)
            log.error("a worker died", extra={FACTS: {"code": process.exitcode, "trouble": reason}})
        pause = min(2 * pause, LONGEST_PAUSE) if any(reasons) else PAUSE
        if stop.poll(pause):
            break
        running = [process for process in running if process not in dead]
        _read_reports(reports, serving, troubles)  # of the time of the pause
        late = any(process.pid in serving and process.is_alive() for process in running)
        running += [begin(late=late) for _ in dead]
    _end(running)


def _read_reports(reports: Connection, serving: set[int], troubles: dict[int, str]) -> None:
    """Add the workers that have reported that they serve to `serving`, and the reasons for which others could not start
    to `troubles`, by process id.
    """
    while reports.poll():
        worker, reason = reports.recv()
        if reason is None:
            serving.add(worker)
        else:
            troubles[worker] = reason


def _end(running: list[BaseProcess]) -> None:
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _work(settings: Settings, sock: socket.socket, reporting: Connection, folder: Path | None, late: bool) -> None:
    """Run one worker process until it is stopped or the supervisor has ended. Report its process id when it serves, and
    the reason if it cannot start.

    With `late`, the worker accepts no connections before it has opened the store.
    """
    # Ctrl-C reaches all processes of a terminal, but only the supervisor should react and stop the workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.configure()
    parent = multiprocessing.parent_process()
    assert parent is not None
    try:
        handover = Handover(folder) if folder is not None else None
        serve_on(sock, settings, lambda: reporting.send((os.getpid(), None)), parent.sentinel, handover, late)
    except CannotServe as trouble:
        reporting.send((os.getpid(), str(trouble)))
        sys.exit(1)
