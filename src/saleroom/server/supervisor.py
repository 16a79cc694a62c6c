"""Supervision of several processes on one port. The processes start and end together; a process that dies is
replaced.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
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
Report = str | None
"""Report of a worker: the reason why it cannot start, or None when it has opened the store."""


def serve_many(settings: Settings, browse: bool, workers: int) -> None:
    """Serve with `workers` processes until interrupted; raise `CannotServe` if they cannot start."""
    with prepared_socket(settings) as sock, _meeting_place() as folder:
        opened = partial(print_address, settings, sock.getsockname()[1], browse)
        _supervise(settings, sock, workers, folder, opened)


@contextlib.contextmanager
def _meeting_place() -> Iterator[Path | None]:
    """Yield a folder in which the workers hand connections over; None if the system cannot do so."""
    if not is_possible():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="saleroom-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _supervise(
    settings: Settings, sock: socket.socket, workers: int, folder: Path | None, opened: Callable[[], None]
) -> None:
    """Keep `workers` processes serving on `sock` until this process is interrupted; call `opened` when the first of
    them has opened the store.
    """
    spawn = multiprocessing.get_context("spawn")
    stop, stopped = spawn.Pipe(duplex=False)

    def end(number: int, frame: object) -> None:
        with contextlib.suppress(OSError):
            stopped.send(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)

    reports, reporting = spawn.Pipe(duplex=False)

    def begin(late: bool) -> BaseProcess:
        process = spawn.Process(target=_work, args=(settings, sock, reporting, folder, late), name="worker")
        process.start()
        return process

    first = running = [begin(late=False) for _ in range(workers)]
    pause, is_open = PAUSE, False
    trouble: Report = None
    try:
        while stop not in wait([stop, reports, *(process.sentinel for process in running)]):
            while reports.poll():
                report: Report = reports.recv()
                if report is not None:
                    trouble = report
                elif not is_open:
                    is_open = True
                    opened()
            dead = [process for process in running if not process.is_alive()]
            if not dead:
                continue
            if trouble is not None and any(process in first for process in dead):
                raise CannotServe(trouble)
            pause = min(2 * pause, LONGEST_PAUSE) if trouble is not None else PAUSE
            for process in dead:
                log.error("a worker died", extra={FACTS: {"code": process.exitcode, "trouble": trouble}})
            if stop.poll(pause):
                break
            running = [process for process in running if process not in dead]
            late = bool(running)
            running += [begin(late) for _ in dead]
            trouble = None
    finally:
        _end(running)


def _end(running: list[BaseProcess]) -> None:
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _work(settings: Settings, sock: socket.socket, reports: Connection, folder: Path | None, late: bool) -> None:
    """Run one worker process until it is stopped or the supervisor has ended; report when it has opened the store, or
    why it cannot start. With `late`, the worker accepts no connections before it has opened the store.
    """
    # Ctrl-C reaches all processes of a terminal, but only the supervisor should react and stop the workers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.configure()
    parent = multiprocessing.parent_process()
    assert parent is not None
    try:
        handover = Handover(folder) if folder is not None else None
        serve_on(sock, settings, partial(_report, reports, None), parent.sentinel, handover, late)
    except CannotServe as trouble:
        _report(reports, str(trouble))
        sys.exit(1)


def _report(reports: Connection, report: Report) -> None:
    with contextlib.suppress(OSError):  # the supervisor has ended
        reports.send(report)
