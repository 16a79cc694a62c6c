"""Run many tasks, a few at a time, and return the results in task order or as the tasks finish.

A task is a module-level function and arguments that can be pickled. Its result must depend only on the arguments, not
on the machine or on how often the task runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, NamedTuple

from saleroom.lab.runs.workers import Submit

AHEAD = 3
"""Number of tasks in progress for each worker, so that workers never wait."""
Task = tuple[Any, ...]
"""A function and its arguments."""


class Executor(NamedTuple):
    """Interface for running tasks."""

    submit: Submit
    cores: Callable[[], int]
    """Function that returns how many tasks can run in parallel now."""

    def in_order(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Yield the result of each task, in order. Each task is taken from the iterable just before it is submitted."""
        waiting, under_way = iter(tasks), deque[Future[Any]]()
        while True:
            under_way.extend(self.submit(*task) for task in islice(waiting, self._room(len(under_way))))
            if not under_way:
                return
            yield under_way.popleft().result()

    def as_done(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
        """Yield each task and its result, in the order in which the tasks finish."""
        waiting, under_way = iter(tasks), dict[Future[Any], Task]()
        while True:
            for task in islice(waiting, self._room(len(under_way))):
                under_way[self.submit(*task)] = task
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()

    def _room(self, taken: int) -> int:
        cores = self.cores()
        return max(0, (AHEAD * cores if cores > 1 else 1) - taken)
