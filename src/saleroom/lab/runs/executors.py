"""Executors for tasks: this process, other processes on this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from saleroom.lab.runs.tasks import Executor
from saleroom.lab.runs.workers import workers


@contextmanager
def executor(jobs: int, on: str | None = None) -> Iterator[Executor]:
    """Provide an executor that uses this process, `jobs` processes or the Ray cluster `on`; shut it down after the
    block.

    Raise `ValueError` if the cluster cannot be used, and `ChildProcessError` if processes are lost.
    """
    if on is not None:
        from saleroom.lab.runs.cluster import cluster

        with cluster(on) as remote:
            yield remote
    elif jobs == 1:
        yield Executor(_here, lambda: 1)
    else:
        with workers(jobs) as submit:
            yield Executor(submit, lambda: jobs)


@contextmanager
def in_threads(number: int) -> Iterator[Executor]:
    """Provide an executor with threads of this process, for compiled tasks that release the GIL."""
    with ThreadPoolExecutor(number, thread_name_prefix="lab") as pool:
        yield Executor(pool.submit, lambda: number)


def _here(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """Run a task in this process before returning."""
    done: Future[Any] = Future()
    done.set_result(function(*arguments))
    return done
