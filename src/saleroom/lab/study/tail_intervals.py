"""Intervals of means that hang on rare or lopsided events: jackpots, ties, what hardly any match comes to.

A confidence sequence counts in standard errors, and where few events make up the whole spread the standard error is
hardly known: it is smallest just when too few of them were seen. Three things mend it:

* below `FEWEST` events nothing is said but, of shares, how rare such events are;
* beyond that an interval reaches further to the side of the longer tail, by the inverse of Hall's transformation, which
  takes the skewness out of a t statistic (Hall, "On the removal of skewness by transformation", 1992);
* it is never narrower than without, so that what is known of the sequence goes on to hold.
"""

from __future__ import annotations

from dataclasses import replace
from math import lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.arena.statistics import Estimate, estimate
from saleroom.lab.sequences import ConfidenceSequence

FEWEST = 8.0
"""Events on which an interval rests, at least."""
STEPS = 60
"""Halvings that find a bound to within what a float holds."""


def interval(sequence: ConfidenceSequence, values: NDArray[np.float64], are_shares: bool = False) -> Estimate:
    """The mean of a number for each match; `are_shares`: the numbers lie between -1 and 1, most of them at 0."""
    found = sequence.widened(estimate(values))
    if found.low is None or found.mean is None or found.error is None:
        return found
    if events(values) < FEWEST:
        return _rare(sequence, found, values) if are_shares else replace(found, low=None, high=None)
    centred = values - found.mean
    skewness = float((centred**3).mean() / (centred**2).mean() ** 1.5)
    below, above = sides(sequence.reach(found.count), skewness / sqrt(found.count))
    return replace(found, low=found.mean - found.error * float(below), high=found.mean + found.error * float(above))


def events(values: NDArray[np.float64]) -> float:
    """How many equal events would make as uneven a sum of squares; of jackpots of one size their number."""
    squares = values**2
    return float(squares.sum() ** 2 / (squares**2).sum()) if squares.any() else 0.0


def sides(reach: Any, skewness: Any) -> tuple[Any, Any]:
    """How many standard errors an interval goes down and up, from those without skewness and the skewness of the mean.

    Numbers or arrays.
    """
    return np.maximum(reach, _unbent(reach, skewness)), np.maximum(reach, -_unbent(-reach, skewness))


def _unbent(statistic: Any, skewness: Any) -> Any:
    """The t statistic that Hall's transformation turns into this one."""
    bend = np.where(np.abs(skewness) < 1e-9, 1e-9, skewness) / 3
    return (np.cbrt(1 + 3 * bend * (statistic - bend / 2)) - 1) / bend


def _rare(sequence: ConfidenceSequence, found: Estimate, values: NDArray[np.float64]) -> Estimate:
    """Between how rare changes are in one direction and in the other."""
    most = rarest(int(np.count_nonzero(values)), found.count, sequence.alpha)
    return replace(found, low=-most, high=most)


def rarest(seen: int, count: int, alpha: float) -> float:
    """The share of matches in which an event happens, at most; this bound errs, ever, with a chance of `alpha`.

    The likelihood of the events averaged over all shares, relative to that at the true share, is a martingale
    (Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
    """
    average = lgamma(seen + 1) + lgamma(count - seen + 1) - lgamma(count + 2)
    low, high = max(seen, 0.5) / count, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        likely = seen * log(middle) + (count - seen) * log(1 - middle) if middle < 1 else -np.inf
        low, high = (low, middle) if average - likely > -log(alpha) else (middle, high)
    return high
