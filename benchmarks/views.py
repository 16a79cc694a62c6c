"""Cost of a seat's view of a state, and of imagining what that seat cannot see."""

from __future__ import annotations

from statistics import median
from typing import Any

import numpy as np

from benchmarks import ours
from benchmarks.figures import Figure, missing
from benchmarks.timing import Effort, medians, timed
from saleroom.kernel import verbs
from saleroom.kernel.compile import rule

MICRO = 1e6
VIEW_BELOW = 0.5  # microseconds
TIMES = 50  # number of times that the hidden part of each view is imagined


def view(effort: Effort) -> list[Figure]:
    """Measure the time of `Record.view` per state of a batch, with one seat for all states or with a seat for each
    state, in the slowest game.
    """
    one_seat, each_its_own = {}, {}
    for name, game in ours.loadable().items():
        states, seats = ours.under_way(game, effort.views)

        def work(seed: int, wanted: Any, states: Any = states, record: Any = game.record) -> tuple[int, float]:
            with timed() as watch:
                record.view(states, wanted)
            return len(states), watch.seconds

        one_seat[name] = lambda seed, work=work: work(seed, 0)
        each_its_own[name] = lambda seed, work=work, seats=seats: work(seed, seats)
    return [
        _slowest("view of a batch: one seat", medians(one_seat, effort)),
        _slowest("view of a batch: a seat for each state", medians(each_its_own, effort)),
    ]


def _slowest(measure: str, rates: dict[str, float]) -> Figure:
    name = min(rates, key=rates.__getitem__)
    return Figure(measure, "µs", MICRO / rates[name], below=VIEW_BELOW, note=f"slowest: {name}", alone=True)


@rule
def _imagine_again(views, words, copy, copy_words, i, seat, dice, times):
    """Do this `times` times: copy view `i` into the single record `copy`, and imagine the hidden part."""
    for _ in range(times):
        for at in range(words.shape[1]):
            copy_words[0, at] = words[i, at]
        verbs.imagine(copy[0], seat, dice)


def imagine(effort: Effort) -> list[Figure]:
    """Measure the time of `imagine` and of copying the view, in compiled code, as the median over views in mid-deal."""
    games = ours.loadable()
    figures = []
    for name in ours.GAMES:
        measure, unit = f"imagine, median view: {name}", "µs"
        if name not in games:
            figures.append(missing(measure, unit, "the game cannot be loaded"))
            continue
        states, seats = ours.under_way(games[name], effort.views)
        views = games[name].record.view(states, seats)
        each = _each_imagined(views, seats)
        figures.append(Figure(measure, unit, median(each), note=f"9 in 10 below {np.quantile(each, 0.9):.2f}"))
    return figures


def _each_imagined(views: Any, seats: Any) -> list[float]:
    """Return the microseconds that it takes to imagine the hidden part of each view."""
    copy, dice = views[:1].copy(), ours.dice_of(1)
    words, copy_words = (array.view(np.uint64).reshape(len(array), -1) for array in (views, copy))
    _imagine_again(views, words, copy, copy_words, 0, int(seats[0]), dice, 1)
    each = []
    for i, seat in enumerate(seats):
        with timed() as watch:
            _imagine_again(views, words, copy, copy_words, i, int(seat), dice, TIMES)
        each.append(watch.seconds / TIMES * MICRO)
    return each
