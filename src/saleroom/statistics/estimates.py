"""Means with confidence intervals, for numbers that come in clusters.

A cluster is all play with the same cards. The results in a cluster are not independent, so each cluster contributes one
number to a mean. The interval depends only on the spread of these numbers. All intervals are Student's t at 95 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

LEVEL = 0.95
LEAST = 10  # minimum number of clusters for reporting a difference; with fewer, the spread is too uncertain

SAME = 1e-9  # numbers closer than this count as equal, because a share of a win can be an inexact sum of thirds

BETTER, WORSE, OPEN, TOO_FEW, ALIKE = "better", "worse", "not told apart", "too few deals", "all deals alike"


@dataclass(frozen=True)
class Estimate:
    """A mean and its uncertainty."""

    mean: float | None
    """None if there are no values."""
    error: float | None
    """Standard error of the mean; None for fewer than two clusters."""
    low: float | None
    """Lower end of the interval.

    With fewer than two clusters, or if all values are equal, the variance is unknown and this is None.
    """
    high: float | None
    count: int
    """Number of clusters."""

    @property
    def half(self) -> float:
        """Half the width of the interval; None if there is no interval."""
        return float("inf") if self.low is None or self.high is None else (self.high - self.low) / 2

    def contains(self, value: float) -> bool:
        """Return whether the interval contains a value; always true if there is no interval."""
        return self.low is None or self.high is None or self.low <= value <= self.high

    def as_dict(self) -> dict[str, Any]:
        """Return the estimate as a dictionary for JSON."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high, "clusters": self.count}


def half_width(interval: Mapping[str, Any]) -> float | None:
    """Return half the width of an interval from JSON, or None if there is no interval."""
    return None if interval["low"] is None else (interval["high"] - interval["low"]) / 2


NOTHING = Estimate(None, None, None, None, 0)


def estimate(values: ArrayLike, besides: float = 0.0) -> Estimate:
    """Return the mean of one number per cluster, shape (clusters,), with its 95 % t-interval.

    `besides` is the standard error of a term that is part of every value; more clusters do not reduce this error.
    """
    x = np.asarray(values, np.float64)
    if not len(x):
        return NOTHING
    if len(x) == 1:
        return Estimate(float(x[0]), None, None, None, 1)
    if np.ptp(x) < SAME and not besides:
        return _alike(float(x[0]), len(x))
    return _interval(float(x.mean()), float(np.hypot(x.std(ddof=1) / np.sqrt(len(x)), besides)), len(x))


def ratio(sums: ArrayLike, counts: ArrayLike) -> Estimate:
    """Return the mean of all values, given each cluster's sum and number of values, both of shape (clusters,).

    The number of values in a cluster can be 0, 1 or more.

    Values in a cluster are correlated, so the standard error is computed for a linearised ratio of two sums (Cochran,
    "Sampling Techniques", 1977, section 6.4).
    """
    total, number = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    total, number = total[number > 0], number[number > 0]
    if not len(total):
        return NOTHING
    mean = float(total.sum() / number.sum())
    if len(total) == 1:
        return Estimate(mean, None, None, None, 1)
    rest = total - mean * number
    if np.abs(rest).max() < SAME:
        return _alike(mean, len(total))
    spread = np.sqrt((rest**2).sum() * len(total) / (len(total) - 1))
    return _interval(mean, float(spread / number.sum()), len(total))


def _interval(mean: float, error: float, count: int) -> Estimate:
    half = _quantile(count - 1) * error
    return Estimate(mean, error, mean - half, mean + half, count)


def _alike(mean: float, count: int) -> Estimate:
    return Estimate(mean, 0.0, None, None, count)


def _quantile(freedom: int) -> float:
    """Return half the width of a 95 % t-interval with `freedom` degrees of freedom, in standard errors."""
    from scipy import stats

    return float(stats.t.ppf((1 + LEVEL) / 2, freedom))


def verdicts(differences: list[Estimate]) -> list[str]:
    """Return a verdict for each of several differences.

    A single difference is reported if its interval excludes 0. Among many pairs of equally strong players, some
    intervals exclude 0 by chance. The differences of all pairs are therefore judged together. At most one in twenty
    such sets of differences has a reported difference that does not exist (Holm, "A simple sequentially rejective
    multiple test procedure", 1979).
    """
    p_values = [_p_value(difference) for difference in differences]
    called = [_uncalled(difference) for difference in differences]
    for done, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[index] > (1 - LEVEL) / (len(p_values) - done):
            break
        if called[index] == OPEN:
            called[index] = BETTER if (differences[index].mean or 0) > 0 else WORSE
    return called


def _uncalled(difference: Estimate) -> str:
    """Return the verdict for a difference that is not significant: why it is not."""
    if difference.count < LEAST:
        return TOO_FEW
    return ALIKE if difference.low is None and difference.mean else OPEN


def verdict(difference: Estimate) -> str:
    """Return the verdict for one difference."""
    return verdicts([difference])[0]


def _p_value(difference: Estimate) -> float:
    """Return the p-value of a difference; 1 if it is unknown."""
    from scipy import stats

    if not difference.error or not difference.mean:
        return 1.0
    return float(2 * stats.t.sf(abs(difference.mean) / difference.error, difference.count - 1))


def all_within(differences: list[Estimate], width: float) -> bool:
    """Return whether every interval extends at most `width` to each side of its mean."""
    return all(one.half <= width for one in differences)
