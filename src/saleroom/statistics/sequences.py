"""Confidence sequences: intervals that are valid at all times together, so that you may check and stop at any time.

If you continue until a question is decided, you look at the figures on the way. An interval for a fixed number of
clusters would then claim too much. These are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and
Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2024). They reach 3.0 to 3.4 standard
errors to each side; an interval of Student's t reaches 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from saleroom.statistics.estimates import BETTER, OPEN, TOO_FEW, WORSE, Estimate, estimate

FIRST = 32
"""Minimum number of clusters for an interval: with fewer, the spread is hardly known."""
NARROWEST = 128
"""Number of clusters at which the sequence is tightest relative to a fixed-time interval."""
ALPHA = 0.05
"""Maximum probability that an interval ever misses the truth."""


@dataclass(frozen=True)
class ConfidenceSequence:
    """Parameters of a sequence; see the constants for their meaning."""

    first: int = FIRST
    narrowest: int = NARROWEST
    alpha: float = ALPHA

    def reach(self, count: int) -> float:
        """Return the interval's reach to each side, in standard errors, after `count` clusters."""
        rate = (-2 * log(self.alpha) + log(1 - 2 * log(self.alpha))) / self.narrowest
        room = count * rate + 1
        return sqrt(2 * room / (count * rate) * log(sqrt(room) / self.alpha))

    def widened(self, fixed: Estimate) -> Estimate:
        """Return an estimate with the interval of a sequence instead of that for a fixed number of clusters."""
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
    """Return the verdict that the interval allows."""
    if difference.low is None or difference.high is None:
        return TOO_FEW if difference.count < FIRST else OPEN
    return BETTER if difference.low > 0 else WORSE if difference.high < 0 else OPEN


def remaining(difference: Estimate) -> float:
    """Return the approximate number of further clusters until a decision, if the mean stays; 0 if it is decided."""
    if difference.low is None or difference.high is None or not difference.mean:
        return float("inf")
    if not difference.contains(0):
        return 0.0
    return difference.count * ((difference.half / abs(difference.mean)) ** 2 - 1)
