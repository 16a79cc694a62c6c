"""Intervals for means that depend on rare or skewed events, such as jackpots or ties.

The width of a confidence sequence is a multiple of the standard error. If few events cause all the spread, the standard
error is unreliable: by chance, too few events may have been seen, and it is then too small. Three corrections apply:

* with fewer than `FEWEST` events, there is no interval; for shares, there is only a bound on the frequency of such
  events;
* with more events, the interval extends further on the side of the longer tail. How far it extends follows from the
  inverse of Hall's transformation, which removes the skewness from a t statistic (Hall, "On the removal of skewness by
  transformation", 1992);
* no correction makes the interval narrower, so the guarantees of the sequence remain valid.
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
"""Number of bisection steps, enough to determine a bound to the precision of a float."""


def interval(sequence: ConfidenceSequence, values: NDArray[np.float64], are_shares: bool = False) -> Estimate:
    """Return the mean of one value per match. Set `are_shares` if the values are between -1 and 1 and mostly 0."""
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
    """Return the effective number of events: how many equal events would have the same concentration of squares.

    If all events are equally large, the effective number is their actual number.
    """
    squares = values**2
    return float(squares.sum() ** 2 / (squares**2).sum()) if squares.any() else 0.0


def sides(reach: Any, skewness: Any) -> tuple[Any, Any]:
    """Return how far an interval reaches below and above the mean, in standard errors.

    `reach` is the extent without skewness, and `skewness` is the skewness of the mean; both can be arrays.
    """
    return np.maximum(reach, _unbent(reach, skewness)), np.maximum(reach, -_unbent(-reach, skewness))


def _unbent(statistic: Any, skewness: Any) -> Any:
    """Return the t statistic that Hall's transformation maps to `statistic`."""
    bend = np.where(np.abs(skewness) < 1e-9, 1e-9, skewness) / 3
    return (np.cbrt(1 + 3 * bend * (statistic - bend / 2)) - 1) / bend


def _rare(sequence: ConfidenceSequence, widened: Estimate, values: NDArray[np.float64]) -> Estimate:
    """Return the estimate for shares with few events.

    Its interval extends from 0 in both directions by an upper bound on the share of matches with an event.
    """
    most = rarest(int(np.count_nonzero(values)), widened.count, sequence.alpha)
    return replace(widened, low=-most, high=most)


def rarest(seen: int, count: int, alpha: float) -> float:
    """Return an upper bound on the share of matches with an event.

    The probability that the bound fails at any number of matches is at most `alpha`.

    The likelihood of the events, averaged over all shares and divided by the likelihood at the true share, is a
    martingale (Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
    """
    average = lgamma(seen + 1) + lgamma(count - seen + 1) - lgamma(count + 2)
    low, high = max(seen, 0.5) / count, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        likely = seen * log(middle) + (count - seen) * log(1 - middle) if middle < 1 else -np.inf
        low, high = (low, middle) if average - likely > -log(alpha) else (middle, high)
    return high
