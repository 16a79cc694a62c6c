"""Threads that do one piece of work together, and between two pieces stay awake for a moment.

A step of thousands of episodes takes less time than it takes to wake a sleeping thread and to fall asleep again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Condition, Thread
from typing import Any
from weakref import finalize

import numpy as np

from saleroom.kernel.signals import reached

PATIENCE = 20_000
"""So often a thread looks whether there is more to do before it sleeps: some ten microseconds."""
CALLED = 0
"""The row of signals that says how many pieces of work there have been; those after it say who has done how many."""
LINE = 8
"""How many signals fill a line of the cache, which no two threads should write."""


class Team:
    """The caller and so many helpers, who are hired at the first piece of work, and anew in a process that forked."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        self._crew: _Crew | None = None

    def __reduce__(self) -> Any:
        return Team, (self.helpers,)

    def share(self, work: Callable[[], object]) -> None:
        """Call `work` here and in every helper, and wait until all are done; an error of any of them is raised."""
        if not self.helpers:
            work()
            return
        if self._crew is None or self._crew.process != os.getpid():
            self._crew = _Crew(self.helpers)
            finalize(self, self._crew.dismiss)
        self._crew.share(work)

    def close(self) -> None:
        """Let the helpers go, once and for all: from now on the caller works alone."""
        self.helpers = 0
        if self._crew is not None:
            self._crew.dismiss()


class _Crew:
    """Helpers at work, and what they and the caller tell each other."""

    def __init__(self, helpers: int) -> None:
        self.process = os.getpid()
        self.places = range(1, helpers + 1)
        self.signals = np.zeros((helpers + 1, LINE), np.int64)
        self.change = Condition()
        self.work: Callable[[], object] | None = None
        self.faults: list[BaseException] = []
        for place in self.places:
            Thread(target=self.serve, args=(place,), name=f"saleroom-{place}", daemon=True).start()

    def share(self, work: Callable[[], object]) -> None:
        """One piece of work."""
        number = int(self.signals[CALLED, 0]) + 1
        self.work = work
        self.faults.clear()
        self.signal(CALLED, number)
        try:
            work()
        finally:
            for place in self.places:
                self.wait(place, number)
            self.work = None
        if self.faults:
            raise self.faults.pop()

    def serve(self, place: int) -> None:
        """What a helper does all day."""
        number = 0
        while True:
            number += 1
            self.wait(CALLED, number)
            if self.work is None:
                return
            try:
                self.work()
            except BaseException as error:  # the caller raises it
                self.faults.append(error)
            self.signal(place, number)

    def dismiss(self) -> None:
        """Call everybody to no work, which ends the day; nobody is there in a process that forked."""
        if self.process == os.getpid():
            self.signal(CALLED, int(self.signals[CALLED, 0]) + 1)

    def signal(self, place: int, number: int) -> None:
        """Say so to those who look, and to those who sleep."""
        with self.change:
            self.signals[place, 0] = number
            self.change.notify_all()

    def wait(self, place: int, number: int) -> None:
        """Look for a moment, then sleep until it is said."""
        if not reached(self.signals, place, number, PATIENCE):
            with self.change:
                self.change.wait_for(lambda: self.signals[place, 0] >= number)
