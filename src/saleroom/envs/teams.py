"""Threads that work on one crowd together, and between two pieces of work stay awake for a moment.

A step of thousands of episodes takes less time than it takes to wake a sleeping thread and to fall asleep again.
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
from saleroom.kernel import crews
from saleroom.kernel.compile import COMPILED, direct
from saleroom.kernel.crews import CHECK, END, ERRAND, FOUND, LEADER, START, STEP, TASK
from saleroom.kernel.episodes import Crowd, Kind
from saleroom.kernel.signals import tell

PATIENCE = 200_000 if COMPILED else 100
"""So often a thread looks whether there is more to do before it sleeps: some fifty microseconds."""
PAUSE = 20e-6
"""For so many seconds the caller rests when helpers take that long."""
LINE = 64
"""Bytes of a line of the cache, which no two threads should write: a row of the board is one, and threads' episodes
meet where lines do, even those of an array that has a byte for each."""

Errand = Callable[[int, int], object]
"""Something to be done to the episodes from one up to, not including, another."""


class Team:
    """The caller and so many helpers, who are hired at the first piece of work, and anew in a process that forked."""

    def __init__(
        self,
        helpers: int,
        crowd: Crowd,
        kind: Kind,
        actions: NDArray[np.int64],
        luck: NDArray[np.uint64],
        pace: Pace | None = None,
    ) -> None:
        """`actions` are what is chosen, checked and done; `luck` is what is chosen by.

        `pace` decides when the caller does all alone; without it all helpers always work.
        """
        self.helpers = helpers
        self.pace = pace
        self._work = crowd, kind, actions, luck
        self._crew: _Crew | None = None
        self._alone: _Crew | None = None

    def do(self, task: int) -> None:
        """A task of `crews`, everybody in episodes of their own."""
        self._work_on(task, None)

    def illegal(self) -> int | None:
        """The first episode whose action is not legal."""
        crew = self._work_on(CHECK, None)
        return min((at for at in crew.board[:, FOUND].tolist() if at >= 0), default=None)

    def share(self, errand: Errand) -> None:
        """The same for something that is no task."""
        self._work_on(ERRAND, errand)

    def _work_on(self, task: int, errand: Errand | None) -> _Crew:
        """One piece of work, timed where that decides who works; who did it."""
        pace = self.pace
        crew = self._hired() if pace is None or not pace.alone else self._by_caller()
        began = pace.clock() if pace else 0.0
        crew.do(task, errand)
        if pace:
            pace.took(pace.clock() - began, task == STEP)
        return crew

    def close(self) -> None:
        """Let the helpers go, once and for all: from now on the caller works alone."""
        self.helpers, self.pace = 0, None
        if self._crew is not None:
            self._crew.dismiss()
            self._crew = None

    def _hired(self) -> _Crew:
        if self._crew is None or self._crew.process != os.getpid():
            self._crew = _Crew(self.helpers, *self._work)
            finalize(self, self._crew.dismiss)
        return self._crew

    def _by_caller(self) -> _Crew:
        """The caller alone."""
        if self._alone is None:
            self._alone = _Crew(0, *self._work)
        return self._alone


def _cuts(episodes: int, places: int) -> tuple[list[int], list[int]]:
    """Where everybody's episodes begin, and where they end."""
    inner = [episodes * place // places // LINE * LINE for place in range(1, places)]
    return [0, *inner], [*inner, episodes]


class _Crew:
    """Helpers at work, and what they and the caller tell each other."""

    def __init__(self, helpers: int, *work: Any) -> None:
        self.process = os.getpid()
        self.work = work
        self.board = np.zeros((helpers + 1, LINE // 8), np.int64)
        self.board[:, START], self.board[:, END] = _cuts(len(work[-1]), helpers + 1)
        self.labour: Any = direct(crews.labour, *work, self.board, LEADER, 1, PATIENCE)
        self.change = Condition()
        self.errand: Errand | None = None
        self.faults: list[BaseException] = []
        for place in range(1, helpers + 1):
            Thread(target=self.serve, args=(place,), name=f"saleroom-{place}", daemon=True).start()

    def do(self, task: int, errand: Errand | None) -> None:
        """One piece of work; an error of anybody is raised."""
        number = self.call(task, errand)
        try:
            if errand:
                errand(*self.board[LEADER, START : END + 1].tolist())
            else:
                self.labour(*self.work, self.board, LEADER, number, 1)
        finally:
            while not crews.done(self.board, number, PATIENCE):
                sleep(PAUSE)
            self.errand = None
        if self.faults:
            raise self.faults.pop()

    def call(self, task: int, errand: Errand | None) -> int:
        """Call those who look and those who sleep to a piece of work; its number."""
        number = self.board.item(LEADER, 0) + 1
        self.faults.clear()
        self.errand = errand
        with self.change:
            self.board[LEADER, TASK] = task
            tell(self.board, LEADER, number)
            self.change.notify_all()
        return number

    def serve(self, place: int) -> None:
        """What a helper does all day."""
        number = 1
        while True:
            try:
                number = self.labour(*self.work, self.board, place, number, PATIENCE)
                with self.change:
                    self.change.wait_for(lambda number=number: self.board[LEADER, 0] >= number)
                if self.board[LEADER, TASK] != ERRAND:
                    continue
                if self.errand is None:
                    return
                self.errand(*self.board[place, START : END + 1].tolist())
            except BaseException as error:  # the caller raises it
                self.faults.append(error)
                number = self.board.item(LEADER, 0)
            tell(self.board, place, number)
            number += 1

    def dismiss(self) -> None:
        """Send everybody on no errand, which ends the day; nobody is there in a process that forked."""
        if self.process == os.getpid():
            self.call(ERRAND, None)
