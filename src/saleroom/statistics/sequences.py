"""Confidence sequences: intervals that are valid at all times simultaneously, so that you can check and stop at any
time.

A study that continues until a question is decided checks its figures repeatedly. An interval for a fixed number of
clusters would then be too narrow. This module implements asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2024). The intervals of
these sequences extend 3.0 to 3.4 standard errors to each side, a Student's t interval only 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from saleroom.statistics.estimates import BETTER, OPEN, TOO_FEW, WORSE, Estimate, estimate

FIRST = 32
"""Minimum number of clusters for an interval. With fewer clusters, the spread is too uncertain."""
NARROWEST = 128
"""Number of clusters at which the interval is narrowest, relative to an interval for a fixed number of clusters."""
ALPHA = 0.05
"""Maximum probability that any interval of the sequence misses the true mean."""


@dataclass(frozen=True)
class ConfidenceSequence:
    """Parameters of a confidence sequence, as explained at the constants `FIRST`, `NARROWEST` and `ALPHA`."""

    first: int = FIRST
    narrowest: int = NARROWEST
    alpha: float = ALPHA

    def reach(self, count: int) -> float:
        """Return half the width of the interval after `count` clusters, in standard errors."""
        rate = (-2 * log(self.alpha) + log(1 - 2 * log(self.alpha))) / self.narrowest
        room = count * rate + 1
        return sqrt(2 * room / (count * rate) * log(sqrt(room) / self.alpha))

    def widened(self, fixed: Estimate) -> Estimate:
        """Return the estimate `fixed` with its interval replaced by this sequence's wider interval."""
        if fixed.count < self.first or fixed.low is None or fixed.mean is None or fixed.error is None:
            return Estimate(fixed.mean, fixed.error, None, None, fixed.count)
        half = self.reach(fixed.count) * fixed.error
        return Estimate(fixed.mean, fixed.error, fixed.mean - half, fixed.mean + half, fixed.count)


USUAL = ConfidenceSequence()
reach, widened = USUAL.reach, USUAL.widened


def sequence(values: Sequence[float]) -> Estimate:
    """Return the mean of one number per cluster, with an interval that is valid after every cluster from `FIRST`."""
    return widened(estimate(np.asarray(values, np.float64)))


def judgement(difference: Estimate) -> str:
    """Return the verdict on a difference that its confidence sequence allows."""
    if difference.low is None or difference.high is None:
        return TOO_FEW if difference.count < FIRST else OPEN
    return BETTER if difference.low > 0 else WORSE if difference.high < 0 else OPEN


def remaining(difference: Estimate) -> float:
    """Return about how many more clusters will decide a difference if its mean does not change; 0 if it is decided."""
    if difference.low is None or difference.high is None or not difference.mean:
        return float("inf")
    if not difference.contains(0):
        return 0.0
    return difference.count * ((difference.half / abs(difference.mean)) ** 2 - 1)
