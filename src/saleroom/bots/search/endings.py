"""Lists of all worlds (imagined deals) that fit a view, near the end of a deal, when few worlds are left.

With such a list, no world has to be drawn at random.
"""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import trials
from saleroom.kernel.game import Game

MOST = 32
"""Maximum number of listed worlds; listing more worlds would take longer than the trials in them."""


class Worlds(NamedTuple):
    """Worlds that fit a view; empty if there are too many worlds to list."""

    words: NDArray[np.uint64]
    """(worlds, words): the record of each world as 64-bit words."""
    weights: NDArray[np.float64]
    """(worlds,): the likelihood of each world, relative to the other worlds."""

    def turns(self, count: int) -> NDArray[np.int64]:
        """Return the index of the world for each of `count` trials.

        Each world's share of the trials is proportional to the world's likelihood. The trials of a world are spread
        evenly over all trials.

        The result for fewer trials is the beginning of the result for more trials.
        """
        known = np.flatnonzero(self.weights)
        if not len(known):
            return np.empty(0, np.int64)
        gaps = self.weights.sum() / self.weights[known]
        times = [(np.arange(ceil((count + len(known)) / gap)) + 0.5) * gap for gap in gaps]
        worlds = np.repeat(known, [len(due) for due in times])
        return worlds[np.argsort(np.concatenate(times), kind="stable")[:count]]


def unlisted(views: Any) -> Worlds:
    """Return an empty list of worlds, so that the search draws a random world for each trial."""
    return Worlds(np.empty((0, views.dtype.itemsize // 8), np.uint64), np.empty(0))


def possible(game: Game, views: Any, seat: int, key: int) -> Worlds:
    """Return the worlds that fit the view `views[0]` of `seat`, if there are at most `MOST`; `key` seeds all
    randomness.

    If a hand received its pieces at different times, it can have arisen in several ways, so some hands are more likely
    than others. The result is then empty, so that the search draws random worlds.
    """
    work = trials.workspace(views)
    listed, weights = np.empty((MOST, work.words.shape[1]), np.uint64), np.empty(MOST)
    count = trials.census(work, seat, np.uint64(key), listed, weights)
    if not weights[:count].any() or not _come_about_in_one_way(game, views[0], seat):
        return unlisted(views)
    return Worlds(listed[:count].copy(), weights[:count].copy())


def _come_about_in_one_way(game: Game, view: Any, seat: int) -> bool:
    holdings = game.holdings(view, seat)
    return len({(holding.owner, holding.kind) for holding in holdings}) == len(holdings)
