"""Choice between one thread and all threads, based on times that are measured while a vector environment runs.

On idle cores, n threads are up to n times as fast as one thread. If another program uses one of the cores, each step
waits for the thread of that core. The step can then take several times as long as with one thread. The choice is
therefore repeated from time to time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

TRIED = 4
"""Number of rounds to measure with one thread and with several threads.

The first round is ignored, because it fetches data from other cores' caches.
"""
WINDOW = 8
"""Number of consecutive rounds with several threads that are judged together."""
WORTH = 0.95
"""Several threads are used only if they take at most this fraction of one thread's time."""
COST = 0.02
"""Maximum fraction of the time that trials may cost."""
LEAST_HOLD = 0.1
MOST_HOLD = 30.0
"""Minimum and maximum number of seconds for which a choice is kept before the times are measured again."""


class Pace:
    """Choice of one thread or several threads for each round of work. A round is all work up to the end of a step.

    One thread is judged by its best round. Several threads are judged by the mean of their rounds, because their rare
    long waits are part of their cost.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        """Set the clock, which returns seconds."""
        self.clock = clock
        self.alone = True
        """Whether the next round uses one thread."""
        self._round = 0.0
        self._spent: list[float] = []
        self._trying = True
        self._best_alone = 0.0
        self._until = 0.0
        self._caution = 1.0

    def took(self, seconds: float, ends_round: bool) -> None:
        """Record how many seconds a piece of work took."""
        self._round += seconds
        if ends_round:
            self._spent.append(self._round)
            self._round = 0.0
            self._judge_trial() if self._trying else self._judge_choice()

    def _judge_trial(self) -> None:
        """Judge a round of a trial, in which one thread and then several threads are measured."""
        if len(self._spent) < TRIED:
            return
        counted = self._spent[1:]
        if self.alone:
            self._best_alone = min(counted)
            self.alone = False
        else:
            spent, mean = sum(self._spent), sum(counted) / len(counted)
            self.alone = mean > WORTH * self._best_alone
            self._hold(max(0.0, spent - TRIED * self._best_alone) if self.alone else TRIED * self._best_alone)
        self._spent = []

    def _judge_choice(self) -> None:
        """Judge a round that is not part of a trial, and begin a trial if one is due."""
        if not self.alone and len(self._spent) == WINDOW:
            lost = sum(self._spent) - WINDOW * self._best_alone
            self._spent = []
            if lost > 0:
                self.alone = True
                self._caution = min(2 * self._caution, MOST_HOLD / LEAST_HOLD)
                self._hold(lost)
                return
        if self.clock() >= self._until:
            self._caution = self._caution if self.alone else 1.0
            self.alone = self._trying = True
            self._spent = []
        elif self.alone:
            self._spent = []

    def _hold(self, cost: float) -> None:
        """Keep the choice long enough to outweigh the cost of its trial, and longer if several threads were slow."""
        self._trying = False
        seconds = max(cost / COST, LEAST_HOLD * self._caution)
        self._until = self.clock() + min(seconds, MOST_HOLD)
