"""Processes that play for this one: they end when it ends, however that comes about, and say nothing themselves."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from typing import Any

Submit = Callable[..., Future[Any]]
"""Called as `Executor.submit` is."""


@contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """Hands tasks to up to `jobs` processes, which are gone afterwards, whatever they are at.

    `ChildProcessError` when one of them dies.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)

    def submit(*task: Any) -> Future[Any]:
        with _interruptions_held_back():
            return pool.submit(*task)

    try:
        yield submit
    except BrokenProcessPool:
        raise ChildProcessError("a process that played has died; the same command goes on") from None
    finally:
        # A child killed amid a result leaves half of it. The pool's thread waits for the rest, or for an end of file:
        # that comes when the last writer closes, and this process is one of them. Nothing public closes it.
        pool._result_queue._writer.close()  # type: ignore
        for child in set(active_children()) - others:
            child.kill()
        pool.shutdown(cancel_futures=True)  # waits for that thread: Python, ending, writes into what it closes


@contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """A process started in here is deaf to Ctrl-C from its first moment; this one hears of it a moment later.

    A handler set by the process itself would come too late: while it still imports, Ctrl-C prints a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a process that plays, before it does: whoever started it ends it, alive or dead."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """SIGTERM ends what is done in here as Ctrl-C does, so that it is said what is kept and no process is left."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
