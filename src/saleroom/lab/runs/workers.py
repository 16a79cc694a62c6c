"""Worker processes: they end when their parent ends, however that happens, and print nothing."""

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
"""Called like `Executor.submit`."""


@contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """Provide up to `jobs` processes for tasks, and end them afterwards, even in the middle of a task.

    `ChildProcessError` if one of them dies.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)

    def submit(*task: Any) -> Future[Any]:
        with _interruptions_held_back():
            return pool.submit(*task)

    try:
        yield submit
    except BrokenProcessPool:
        raise ChildProcessError("a worker process has died; the same command continues") from None
    finally:
        # A child killed while it writes a result leaves half of it. The pool's thread waits for the rest, or for an end
        # of file: that comes when the last writer closes, and this process is one of them. No public call closes it.
        pool._result_queue._writer.close()  # type: ignore
        for child in set(active_children()) - others:
            child.kill()
        pool.shutdown(cancel_futures=True)  # waits for that thread: at exit, Python writes to what it closes


@contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """Start processes that ignore Ctrl-C from their first moment; this process handles it after the block.

    A handler set by the process itself would come too late: during its imports, Ctrl-C prints a traceback.
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
    """Initialise a worker process: its parent, alive or dead, ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """Make SIGTERM end the block as Ctrl-C does, so that the command reports what is stored and leaves no process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
