"""Means with intervals, for numbers that come in clusters.

Seatings of the same cards are not independent, so a cluster gives one number to a mean, and the spread of those numbers
alone says how sure it is. All intervals are Student's t at 95 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
LEAST = 10  # clusters before any difference is called: of fewer, the spread itself is hardly known

BETTER, WORSE, OPEN, TOO_FEW = "better", "worse", "not told apart", "too few deals"


@dataclass(frozen=True)
class Estimate:
    """A mean and how well it is known."""

    mean: float | None
    """None where there is nothing to take the mean of."""
    error: float | None
    """The standard error of the mean; None from fewer than two clusters."""
    low: float | None
    high: float | None
    count: int
    """The clusters that it rests on."""

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return float("inf") if self.low is None or self.high is None else (self.high - self.low) / 2

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high, "clusters": self.count}


NOTHING = Estimate(None, None, None, None, 0)


def estimate(values: ArrayLike) -> Estimate:
    """The mean of one number a cluster, shape (clusters,), with its 95 % t-interval."""
    x = np.asarray(values, np.float64)
    if not len(x):
        return NOTHING
    if len(x) == 1:
        return Estimate(float(x[0]), None, None, None, 1)
    return _interval(float(x.mean()), float(x.std(ddof=1) / np.sqrt(len(x))), len(x))


def ratio(sums: ArrayLike, counts: ArrayLike) -> Estimate:
    """The mean of things of which a cluster has several or none: their sum and number by cluster, shapes (clusters,).

    A cluster's things go together, so the error is that of a ratio of two sums, linearised: Cochran, "Sampling
    Techniques", 1977, section 6.4.
    """
    total, number = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    total, number = total[number > 0], number[number > 0]
    if not len(total):
        return NOTHING
    mean = float(total.sum() / number.sum())
    if len(total) == 1:
        return Estimate(mean, None, None, None, 1)
    rest = total - mean * number
    spread = np.sqrt((rest**2).sum() * len(total) / (len(total) - 1))
    return _interval(mean, float(spread / number.sum()), len(total))


def _interval(mean: float, error: float, count: int) -> Estimate:
    half = _quantile(count - 1) * error
    return Estimate(mean, error, mean - half, mean + half, count)


def _quantile(freedom: int) -> float:
    """How many standard errors the interval reaches to each side."""
    from scipy import stats

    return float(stats.t.ppf((1 + LEVEL) / 2, freedom))


def verdict(difference: Estimate) -> str:
    """What the interval of a difference carries, and no more."""
    if difference.count < LEAST or difference.low is None or difference.high is None:
        return TOO_FEW
    if difference.low > 0:
        return BETTER
    return WORSE if difference.high < 0 else OPEN


def by_cluster(names: tuple[str, ...], rows: list[dict[str, Any]], measure: str) -> NDArray[np.float64]:
    """The mean of a measure (`scores` or `wins`) over all seats that a player held, shape (clusters, players)."""
    place = {name: at for at, name in enumerate(names)}
    first = rows[0]["cluster"] if rows else 0
    clusters = rows[-1]["cluster"] - first + 1 if rows else 0
    sums, counts = np.zeros((2, clusters, len(names)))
    for row in rows:
        for name, value in zip(row["players"], row[measure], strict=True):
            sums[row["cluster"] - first, place[name]] += value
            counts[row["cluster"] - first, place[name]] += 1
    return sums / counts


def all_within(table: NDArray[np.float64], width: float) -> bool:
    """Whether every pair's difference, from a table (clusters, players), is known to within `width` to each side."""
    pairs = combinations(range(table.shape[1]), 2)
    return all(estimate(table[:, a] - table[:, b]).half <= width for a, b in pairs)
