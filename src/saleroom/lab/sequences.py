"""Confidence sequences: intervals that are valid at all times together, so that you may check and stop at any time.

If you continue until a question is decided, you look at the figures on the way. An interval for a fixed number of
clusters would then claim too much (`saleroom.match.always_valid` says how far confidence sequences reach).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from saleroom.lab.arena.statistics import BETTER, OPEN, TOO_FEW, WORSE, Estimate, estimate
from saleroom.match import always_valid
from saleroom.match.always_valid import ALPHA


@dataclass(frozen=True)
class ConfidenceSequence:
    """Parameters of a sequence: its start, its narrowest point, and its error rate."""

    first: int = always_valid.FIRST
    """Minimum number of clusters: with fewer, the spread itself is hardly known."""
    narrowest: int = always_valid.NARROWEST
    """The number of clusters at which the sequence is tightest for its sample size."""
    alpha: float = ALPHA
    """Maximum probability that an interval ever misses the truth."""

    def reach(self, count: int) -> float:
        """Return the interval's reach to each side, in standard errors, after `count` clusters."""
        return always_valid.reach(count, self.narrowest, self.alpha)

    def widened(self, found: Estimate) -> Estimate:
        """Return an estimate with the interval of a sequence instead of that for a fixed number of clusters."""
        if found.count < self.first or found.low is None or found.mean is None or found.error is None:
            return Estimate(found.mean, found.error, None, None, found.count)
        half = self.reach(found.count) * found.error
        return Estimate(found.mean, found.error, found.mean - half, found.mean + half, found.count)


USUAL = ConfidenceSequence()
FIRST = USUAL.first
reach, widened = USUAL.reach, USUAL.widened


def sequence(values: Sequence[float]) -> Estimate:
    """Return the mean of one number per cluster, with an interval that is valid after every cluster from `FIRST`."""
    return widened(estimate(np.asarray(values, np.float64)))


def judgement(found: Estimate) -> str:
    """Return the verdict that the interval allows."""
    if found.low is None or found.high is None:
        return TOO_FEW if found.count < FIRST else OPEN
    return BETTER if found.low > 0 else WORSE if found.high < 0 else OPEN


def remaining(found: Estimate) -> float:
    """Return the approximate number of further clusters until a decision, if the mean stays; 0 if it is decided."""
    if found.low is None or found.high is None or not found.mean:
        return float("inf")
    if not found.contains(0):
        return 0.0
    return found.count * ((found.half / abs(found.mean)) ** 2 - 1)
