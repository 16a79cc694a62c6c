"""Threads that step one set of episodes together and stay awake for a moment after each task.

Waking a sleeping thread takes longer than stepping thousands of episodes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Condition, Thread
from time import sleep
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.pace import Pace
from saleroom.kernel.aligned import LINE
from saleroom.kernel.compile import COMPILED, direct
from saleroom.kernel.episodes import BatchState, Kind
from saleroom.kernel.fast import workers
from saleroom.kernel.fast.atomics import store_from_python
from saleroom.kernel.fast.workers import CALLBACK, CALLER, CHECK, END, FOUND, START, STEP, TASK

SPINS = 200_000 if COMPILED else 100
"""Number of times that a thread checks for the next task before it sleeps. These checks take about 50 µs together."""
PAUSE = 20e-6
"""Seconds for which the caller sleeps at a time if helpers are still busy after `SPINS` checks."""
Callback = Callable[[int, int], object]
"""Function of the start and the exclusive end of a range of episodes."""


class WorkerPool:
    """The calling thread and its helper threads. The helpers start at the first task, and again after a fork."""

    def __init__(
        self,
        helpers: int,
        crowd: BatchState,
        kind: Kind,
        actions: NDArray[np.int64],
        luck: NDArray[np.uint64],
        pace: Pace | None = None,
    ) -> None:
        """Set the arrays. Tasks choose, check and do `actions`; `luck` has the RNGs for choosing actions.

        `pace` decides when the caller works without helpers; without `pace`, all helpers always work.
        """
        self.helpers = helpers
        self.pace = pace
        self._work = crowd, kind, actions, luck
        self._workers: _Workers | None = None
        self._alone: _Workers | None = None

    def do(self, task: int) -> None:
        """Run a task of `saleroom.kernel.fast.workers` in all threads, each of which works on its own episodes."""
        self._work_on(task, None)

    def illegal(self) -> int | None:
        """Return the index of the first episode whose action is illegal, or None."""
        used = self._work_on(CHECK, None)
        return min((at for at in used.progress[:, FOUND].tolist() if at >= 0), default=None)

    def share(self, callback: Callback, ends_round: bool = False) -> None:
        """Run a Python function in all threads, each thread on its own episodes; set `ends_round` if the call is a
        whole step.
        """
        self._work_on(CALLBACK, callback, ends_round)

    def _work_on(self, task: int, callback: Callback | None, ends_round: bool = False) -> _Workers:
        """Run one task, timed if a `Pace` chooses the number of threads; return the workers that ran it."""
        pace = self.pace
        used = self._started() if pace is None or not pace.alone else self._by_caller()
        began = pace.clock() if pace else 0.0
        used.do(task, callback)
        if pace:
            pace.took(pace.clock() - began, ends_round or task == STEP)
        return used

    def close(self) -> None:
        """End the helpers permanently; from now on, the caller works alone."""
        self.helpers, self.pace = 0, None
        if self._workers is not None:
            self._workers.dismiss()
            self._workers = None

    def _started(self) -> _Workers:
        if self._workers is None or self._workers.process != os.getpid():
            self._workers = _Workers(self.helpers, *self._work)
            finalize(self, self._workers.dismiss)
        return self._workers

    def _by_caller(self) -> _Workers:
        """Return workers that have no helpers."""
        if self._alone is None:
            self._alone = _Workers(0, *self._work)
        return self._alone


def _cuts(episodes: int, places: int) -> tuple[list[int], list[int]]:
    """Return the start and the exclusive end of each thread's range of episodes.

    Each range ends at the end of a cache line, even in arrays with one byte per episode. No two threads therefore write
    to the same line.
    """
    inner = [episodes * place // places // LINE * LINE for place in range(1, places)]
    return [0, *inner], [*inner, episodes]


class _Workers:
    """Helpers and the arrays that synchronise them with the caller."""

    def __init__(self, helpers: int, *work: Any) -> None:
        self.process = os.getpid()
        self.work = work
        # a row is one cache line, so threads do not share lines
        self.progress = np.zeros((helpers + 1, LINE // 8), np.int64)
        self.progress[:, START], self.progress[:, END] = _cuts(len(work[-1]), helpers + 1)
        self.run_tasks: Any = direct(workers.run_tasks, *work, self.progress, CALLER, 1, SPINS)
        self.change = Condition()
        self.callback: Callback | None = None
        self.faults: list[BaseException] = []
        for place in range(1, helpers + 1):
            Thread(target=self.serve, args=(place,), name=f"saleroom-{place}", daemon=True).start()

    def do(self, task: int, callback: Callback | None) -> None:
        """Run one task; an error in any thread is raised here."""
        number = self.start(task, callback)
        try:
            if callback:
                callback(*self.progress[CALLER, START : END + 1].tolist())
            else:
                self.run_tasks(*self.work, self.progress, CALLER, number, 1)
        finally:
            while not workers.all_done(self.progress, number, SPINS):
                sleep(PAUSE)
            self.callback = None
        if self.faults:
            raise self.faults.pop()

    def start(self, task: int, callback: Callback | None) -> int:
        """Start a task in all helpers, whether they spin or sleep; return its number."""
        number = self.progress.item(CALLER, 0) + 1
        self.faults.clear()
        self.callback = callback
        with self.change:
            self.progress[CALLER, TASK] = task
            store_from_python(self.progress, CALLER, number)
            self.change.notify_all()
        return number

    def serve(self, place: int) -> None:
        """Run a helper's loop: wait for a task, run it, mark it as done."""
        number = 1
        while True:
            try:
                number = self.run_tasks(*self.work, self.progress, place, number, SPINS)
                with self.change:
                    self.change.wait_for(lambda number=number: self.progress[CALLER, 0] >= number)
                if self.progress[CALLER, TASK] != CALLBACK:
                    continue
                if self.callback is None:
                    return
                self.callback(*self.progress[place, START : END + 1].tolist())
            except BaseException as error:  # the caller raises the error
                self.faults.append(error)
                number = self.progress.item(CALLER, 0)
            store_from_python(self.progress, place, number)
            number += 1

    def dismiss(self) -> None:
        """End the helpers by a task whose callback is `None`. In a forked process, which has no helpers, do nothing."""
        if self.process == os.getpid():
            self.start(CALLBACK, None)
