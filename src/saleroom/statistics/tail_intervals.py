"""Intervals of means that depend on rare or skewed events: jackpots, ties, other rare outcomes.

A confidence sequence counts in standard errors. If few events make up the whole spread, the standard error is hardly
known: it is smallest just when too few of them were seen. Three corrections apply:

* with fewer than `FEWEST` events there is no interval; for shares, there is a bound on how rare such events are;
* with more, an interval extends further to the side of the longer tail, by the inverse of Hall's transformation, which
  takes the skewness out of a t statistic (Hall, "On the removal of skewness by transformation", 1992);
* it is never narrower than without this, so the guarantees of the sequence remain valid.
"""

from __future__ import annotations

from dataclasses import replace
from math import lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.statistics.estimates import Estimate, estimate
from saleroom.statistics.sequences import ConfidenceSequence

FEWEST = 8.0
"""Minimum number of events for an interval."""
STEPS = 60
"""Number of bisections that determine a bound to the precision of a float."""


def interval(sequence: ConfidenceSequence, values: NDArray[np.float64], are_shares: bool = False) -> Estimate:
    """Return the mean of a number for each match; `are_shares`: the numbers are between -1 and 1, most of them 0."""
    widened = sequence.widened(estimate(values))
    if widened.low is None or widened.mean is None or widened.error is None:
        return widened
    if events(values) < FEWEST:
        return _rare(sequence, widened, values) if are_shares else replace(widened, low=None, high=None)
    centred = values - widened.mean
    skewness = float((centred**3).mean() / (centred**2).mean() ** 1.5)
    below, above = sides(sequence.reach(widened.count), skewness / sqrt(widened.count))
    return replace(
        widened, low=widened.mean - widened.error * float(below), high=widened.mean + widened.error * float(above)
    )


def events(values: NDArray[np.float64]) -> float:
    """Return the effective number of events: equal ones with as uneven a sum of squares; for equal jackpots, their
    number.
    """
    squares = values**2
    return float(squares.sum() ** 2 / (squares**2).sum()) if squares.any() else 0.0


def sides(reach: Any, skewness: Any) -> tuple[Any, Any]:
    """Return an interval's reach down and up in standard errors, from the reach without skewness and the mean's
    skewness.

    Arguments are numbers or arrays.
    """
    return np.maximum(reach, _unbent(reach, skewness)), np.maximum(reach, -_unbent(-reach, skewness))


def _unbent(statistic: Any, skewness: Any) -> Any:
    """Return the t statistic that Hall's transformation maps to this one."""
    bend = np.where(np.abs(skewness) < 1e-9, 1e-9, skewness) / 3
    return (np.cbrt(1 + 3 * bend * (statistic - bend / 2)) - 1) / bend


def _rare(sequence: ConfidenceSequence, widened: Estimate, values: NDArray[np.float64]) -> Estimate:
    """Return an estimate bounded by how rare changes are in each direction."""
    most = rarest(int(np.count_nonzero(values)), widened.count, sequence.alpha)
    return replace(widened, low=-most, high=most)


def rarest(seen: int, count: int, alpha: float) -> float:
    """Return the maximum share of matches with an event; this bound ever errs with probability `alpha`.

    The likelihood of the events averaged over all shares, relative to that at the true share, is a martingale (Robbins,
    "Statistical methods related to the law of the iterated logarithm", 1970).
    """
    average = lgamma(seen + 1) + lgamma(count - seen + 1) - lgamma(count + 2)
    low, high = max(seen, 0.5) / count, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        likely = seen * log(middle) + (count - seen) * log(1 - middle) if middle < 1 else -np.inf
        low, high = (low, middle) if average - likely > -log(alpha) else (middle, high)
    return high
