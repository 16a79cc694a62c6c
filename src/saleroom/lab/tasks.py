"""Tasks of bulk work: a few under way at a time, taken in as they end or in their order.

A task is a function of a module and arguments that can be pickled. What comes of it must depend on these alone, so
that it does not matter where it ran, or how often.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, NamedTuple

from saleroom.lab.workers import Submit

AHEAD = 3
"""So many tasks are under way for each that runs: nobody waits for the next."""
Task = tuple[Any, ...]
"""A function and its arguments."""


class Executor(NamedTuple):
    """Somewhere tasks can run."""

    submit: Submit
    cores: Callable[[], int]
    """How many run at a time, now."""

    def in_order(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """What comes of each task, in their order; a task is asked for when it is about to be submitted."""
        waiting, under_way = iter(tasks), deque[Future[Any]]()
        while True:
            under_way.extend(self.submit(*task) for task in islice(waiting, self._room(len(under_way))))
            if not under_way:
                return
            yield under_way.popleft().result()

    def as_done(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
        """Each task and what comes of it, the first that is done first."""
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
