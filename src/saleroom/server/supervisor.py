"""Several processes on one port of one machine: started, started again when they die, and ended together."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import socket
import sys
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from saleroom.server.ops import logs
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import CannotServe, opened_house, say_where, serve_on

log = logging.getLogger("saleroom.server")

PAUSE = 1.0
"""Seconds before a process that died is started again …"""
LONGEST_PAUSE = 30.0
"""… and at most, where one after the other cannot start."""


def serve_many(settings: Settings, browse: bool, workers: int) -> None:
    """Serve with so many processes until somebody interrupts it; `CannotServe` says why it cannot."""
    with opened_house(settings) as sock:
        say_where(settings, sock.getsockname()[1], browse)
        _supervise(settings, sock, workers)


def _supervise(settings: Settings, sock: socket.socket, workers: int) -> None:
    """Keep so many processes serving on `sock` until somebody interrupts this one."""
    spawn = multiprocessing.get_context("spawn")
    stop, stopped = spawn.Pipe(duplex=False)

    def end(number: int, frame: object) -> None:
        with contextlib.suppress(OSError):
            stopped.send(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)

    troubles, telling = spawn.Pipe(duplex=False)

    def begin() -> BaseProcess:
        process = spawn.Process(target=_work, args=(settings, sock, telling), name="worker")
        process.start()
        return process

    first = running = [begin() for _ in range(workers)]
    pause = PAUSE
    while stop not in wait([stop, *(process.sentinel for process in running)]):
        dead = [process for process in running if not process.is_alive()]
        trouble = troubles.recv() if troubles.poll() else None
        if trouble is not None and any(process in first for process in dead):
            _end(running)
            raise CannotServe(trouble)
        pause = min(2 * pause, LONGEST_PAUSE) if trouble is not None else PAUSE
        for process in dead:
            log.error("a worker died", extra={FACTS: {"code": process.exitcode, "trouble": trouble}})
        if stop.poll(pause):
            break
        running = [process for process in running if process not in dead] + [begin() for _ in dead]
    _end(running)


def _end(running: list[BaseProcess]) -> None:
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _work(settings: Settings, sock: socket.socket, telling: Connection) -> None:
    """One of the processes: ends when it is told to, when whoever started it is gone, or says why it cannot start."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal: the first one tells us
    logs.configure()
    parent = multiprocessing.parent_process()
    assert parent is not None
    try:
        serve_on(sock, settings, _ignore_interrupts, parent.sentinel)
    except CannotServe as trouble:
        telling.send(str(trouble))
        sys.exit(1)


def _ignore_interrupts() -> None:
    """Serving sets its own reaction to signals."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
