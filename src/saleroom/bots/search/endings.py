"""Endings: near the end of a deal few worlds are left, so that they are listed instead of drawn."""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import trials
from saleroom.kernel.game import Game

MOST = 32
"""Maximum number of listed worlds: finding more would take longer than trying them."""


class Worlds(NamedTuple):
    """The worlds that fit a view; empty if there are too many to list."""

    words: NDArray[np.uint64]
    """(worlds, words): their records."""
    weights: NDArray[np.float64]
    """(worlds,): the likelihood of each, relative to the others."""

    def turns(self, count: int) -> NDArray[np.int64]:
        """Return the world of each of `count` trials: in proportion to its likelihood, as evenly as possible.

        A longer list begins with the same worlds.
        """
        known = np.flatnonzero(self.weights)
        if not len(known):
            return np.empty(0, np.int64)
        gaps = self.weights.sum() / self.weights[known]
        times = [(np.arange(ceil((count + len(known)) / gap)) + 0.5) * gap for gap in gaps]
        worlds = np.repeat(known, [len(due) for due in times])
        return worlds[np.argsort(np.concatenate(times), kind="stable")[:count]]


def unlisted(views: Any) -> Worlds:
    """Return no list: a world is drawn for each trial."""
    return Worlds(np.empty((0, views.dtype.itemsize // 8), np.uint64), np.empty(0))


def possible(game: Game, views: Any, seat: int, key: int) -> Worlds:
    """Return the worlds that fit the view `views[0]` of `seat`, if they are at most `MOST`; `key` seeds all randomness.

    If a hand's pieces came at several times, it may have arisen in several ways, which makes it likelier than others;
    such worlds are drawn.
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
