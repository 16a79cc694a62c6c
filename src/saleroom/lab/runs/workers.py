"""Worker processes, which print nothing and end when their parent ends, even if the parent is killed."""

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
"""Function called like `Executor.submit`."""


@contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """Provide up to `jobs` processes for tasks. Kill these processes when the block ends, even during a task.

    Raise `ChildProcessError` if a process dies.
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
        # If a child is killed while it writes a result, half of the result remains in the pipe. The pool's thread then
        # waits for more data, or for the end of the file. The end of the file comes when the last writer closes its end
        # of the pipe. This process also holds a writing end, which no public method closes.
        pool._result_queue._writer.close()  # type: ignore
        for child in set(active_children()) - others:
            child.kill()
        # wait for the thread, because Python writes at exit to a pipe that the thread closes
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """Block Ctrl-C, so that processes started in this block ignore it from their start.

    This process handles the signal after the block.

    A new process cannot install its own signal handler early enough: Ctrl-C during its imports would print a traceback.
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
    """Initialise a worker process: it ignores Ctrl-C and ends when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """Make SIGTERM end the block like Ctrl-C, so that the command reports what is stored and ends its workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
