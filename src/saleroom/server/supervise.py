"""Several processes on one port of one machine: started, started again when they die, and ended together."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import socket
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from saleroom.server.ops import logs
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import opened_house, say_where, serve_on

log = logging.getLogger("saleroom.server")

PAUSE = 1.0
"""Seconds before a process that died is started again."""


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

    def begin() -> BaseProcess:
        process = spawn.Process(target=_work, args=(settings, sock), name="worker")
        process.start()
        return process

    running = [begin() for _ in range(workers)]
    while stop not in wait([stop, *(process.sentinel for process in running)]):
        dead = [process for process in running if not process.is_alive()]
        for process in dead:
            log.error("a worker died", extra={FACTS: {"code": process.exitcode}})
        if stop.poll(PAUSE):
            break
        running = [process for process in running if process not in dead] + [begin() for _ in dead]
    _end(running)


def _end(running: list[BaseProcess]) -> None:
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _work(settings: Settings, sock: socket.socket) -> None:
    """One of the processes: ends when it is told to, or when whoever started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal: the first one tells us
    logs.configure()
    parent = multiprocessing.parent_process()
    assert parent is not None
    serve_on(sock, settings, _ignore_interrupts, parent.sentinel)


def _ignore_interrupts() -> None:
    """Serving sets its own reaction to signals."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
