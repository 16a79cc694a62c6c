"""Search for one decision: which options to try, in how many worlds, on how many cores.

The method is sequential halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013).
The budget is divided into equal rounds. A round's part is divided equally among its options; after the round, the worse
half of the options is dropped. Every outcome has a fixed index in one array, so the number of cores affects only the
time.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import ceil, inf, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled.trials import FACTS, SCORE, Search, list_options, run_trials, workspace
from saleroom.bots.search.budget import MOST_SIMULATIONS, Budget
from saleroom.bots.search.endings import Worlds, unlisted
from saleroom.bots.search.playouts import Playouts, by_house
from saleroom.toolkit.player.facts import MOST_FACTS

CHUNK = 128
"""Number of trials in one batch for a core; they take about half a millisecond."""
OPINION = 50
"""Weight of the net's prior for an option: the prior counts like the mean over this number of worlds."""
FIRST_SIMULATIONS = 256
"""Number of simulations after which a search with a time limit estimates how many more it can make."""
ROOM = 4096
"""Maximum number of options in any game."""


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="search")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a forked process does not have these threads


class Trials:
    """All trials for one decision."""

    def __init__(
        self,
        views: Any,
        seat: int,
        key: int,
        threads: int = 1,
        knowing: bool = False,
        playouts: Playouts | None = None,
        worlds: Worlds | None = None,
    ) -> None:
        """Create the trials; `views` is an array with only the seat's view, and `key` seeds all randomness.

        If `knowing`, `views` holds the whole state. If `playouts` is None, ``house`` plays the trials; if `worlds` is
        None, worlds are sampled.
        """
        self.seat, self.threads, self.knowing = seat, threads, knowing
        self._playouts = playouts or by_house()
        self.key = np.uint64(key)
        self._views, self._worlds = views, worlds or unlisted(views)
        ids = np.empty(ROOM, np.int64)
        self.actions: NDArray[np.int64] = ids[: list_options(views, seat, ids)].copy()
        """The ids of the weighed actions, in ascending order; shape (actions,)."""
        self._clear()

    def _clear(self) -> None:
        self._opinion = self._playouts.opinion(self._views, self.seat, self.actions)
        columns = FACTS + MOST_FACTS
        self.outcomes: NDArray[np.float32] = np.empty((len(self.actions), 0, columns), np.float32)
        """Outcome of each action in each world; shape (actions, worlds, columns)."""
        self._turns = self._worlds.turns(0)
        self.tried = np.zeros(len(self.actions), np.int64)
        """Number of worlds in which each action has been tried, counted from the first world."""

    def add(self, action: int) -> None:
        """Also weigh this legal action; call this method before the first trial."""
        self.actions = np.union1d(self.actions, [action])
        self._clear()

    def judged(self, column: int) -> NDArray[np.float64]:
        """Return each action's mean, with the net's prior counted as `OPINION` worlds."""
        means = self.means(column)
        if np.isnan(self._opinion).all():
            return means
        known = ~np.isnan(self._opinion) & (self.tried > 0)
        opinion = self._opinion * self._worth_of_a_point(column)
        opinion += (means - opinion)[known].mean()
        both = (means * self.tried + opinion * OPINION) / (self.tried + OPINION)
        return np.where(known, both, means)

    def _worth_of_a_point(self, column: int) -> float:
        """Return the regression slope of a column on the score of the deal, over all trials."""
        if column == SCORE:
            return 1.0
        rows = np.concatenate([row[:tried] for row, tried in zip(self.outcomes, self.tried, strict=True)])
        score = rows[:, SCORE] - rows[:, SCORE].mean(dtype=np.float64)
        spread = float((score**2).sum(dtype=np.float64))
        return float((score * rows[:, column]).sum(dtype=np.float64)) / spread if spread else 0.0

    def means(self, column: int) -> NDArray[np.float64]:
        """Return each action's mean over its worlds; NaN for an action that has not been tried."""
        sums = [row[:tried, column].sum(dtype=np.float64) for row, tried in zip(self.outcomes, self.tried, strict=True)]
        return np.array(sums) / np.where(self.tried > 0, self.tried, np.nan)

    @property
    def spent(self) -> int:
        """Number of simulations made."""
        return int(self.tried.sum())

    def best(self, column: int) -> int:
        """Return the action with the best mean, including the net's prior, among the actions tried most often."""
        finalists = np.flatnonzero(self.tried == self.tried.max())
        if len(finalists) == 1:
            return int(self.actions[finalists[0]])
        return int(self.actions[finalists[np.argmax(self.judged(column)[finalists])]])

    def catch_up(self, action: int) -> None:
        """Try an action in all worlds in which the most-tried actions were tried."""
        index = np.flatnonzero(self.actions == action)
        missing = int(self.tried.max() - self.tried[index[0]])
        if missing:
            self.extend(index, missing)

    def again(self, action: int, worlds: int) -> float:
        """Return the mean score of the deal after an action in `worlds` additional worlds."""
        index = np.flatnonzero(self.actions == action)
        before = int(self.tried[index[0]])
        self.extend(index, worlds)
        return float(self.outcomes[index[0], before : self.tried[index[0]], SCORE].mean(dtype=np.float64))

    def extend(self, alive: NDArray[np.int64], worlds: int, until: float = inf) -> None:
        """Try the actions `alive`, which were tried in the same worlds so far, in `worlds` more worlds or until time
        `until`.
        """
        start = int(self.tried[alive[0]])
        self._make_room(start + worlds)
        step = max(1, CHUNK // len(alive))
        stop = start + worlds
        pieces = [(first, min(first + step, stop)) for first in range(start, stop, step)]

        def work(piece: tuple[int, int]) -> bool:
            if piece[0] > start and time.perf_counter() >= until:
                return False
            self._run(alive, *piece)
            return True

        spread = self.threads > 1 and len(pieces) > 1
        done = list(_pool(self.threads).map(work, pieces) if spread else map(work, pieces))
        finished = done.index(False) if False in done else len(done)
        self.tried[alive] = pieces[finished - 1][1]

    def _run(self, alive: NDArray[np.int64], start: int, stop: int) -> None:
        search = Search(
            seat=self.seat,
            key=self.key,
            knowing=self.knowing,
            listed=self._worlds.words,
            turns=self._turns,
            actions=self.actions,
            outcomes=self.outcomes,
        )
        net, learned = self._playouts.for_one_thread()
        run_trials(search, workspace(self._views), alive, start, stop, net, learned)

    def _make_room(self, worlds: int) -> None:
        actions, have, columns = self.outcomes.shape
        if worlds > have:
            grown = np.zeros((actions, max(worlds, 2 * have), columns), np.float32)
            grown[:, :have] = self.outcomes
            self.outcomes, self._turns = grown, self._worlds.turns(grown.shape[1])


def think(trials: Trials, budget: Budget, column: int) -> None:
    """Spend a budget on trials; `column` of the outcomes is the objective."""
    simulations = budget.simulations_for(len(trials.actions))
    if simulations is not None:
        _halve(trials, simulations, column)
        return
    began = time.perf_counter()
    until = began + (budget.milliseconds or 0) / 1000
    all_options = np.arange(len(trials.actions))
    trials.extend(all_options, max(1, FIRST_SIMULATIONS // len(all_options)), until)
    while (now := time.perf_counter()) < until and trials.spent < MOST_SIMULATIONS:
        rate = trials.spent / (now - began)
        _halve(trials, min(int(rate * (until - now)), MOST_SIMULATIONS - trials.spent), column, until)


def _halve(trials: Trials, simulations: int, column: int, until: float = inf) -> None:
    """Do one sequential halving over the actions tried in the most worlds; try each of them at least once more."""
    alive = np.flatnonzero(trials.tried == trials.tried.max())
    rounds = max(1, ceil(log2(len(alive))))
    limit = trials.spent + max(simulations, len(alive))
    for _ in range(rounds):
        worlds = max(1, simulations // (rounds * len(alive)))
        if trials.spent + worlds * len(alive) > limit or time.perf_counter() >= until:
            return
        trials.extend(alive, worlds, until)
        order = np.argsort(-trials.judged(column)[alive], kind="stable")
        alive = np.sort(alive[order[: max(1, ceil(len(alive) / 2))]])
