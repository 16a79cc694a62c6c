"""Confidence sequences: intervals that hold the truth at all times together, whenever somebody looks and stops.

Whoever goes on playing until something is decided looks at the figures on the way, and an interval for a number of
clusters that was fixed beforehand would then claim too much (`saleroom.match.always_valid` says how far these reach).
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
    """When intervals begin, where they are narrowest, and how rarely one of them ever misses the truth."""

    first: int = always_valid.FIRST
    """Clusters before anything is said: of fewer the spread itself is hardly known."""
    narrowest: int = always_valid.NARROWEST
    """At so many clusters the sequence is narrowest for what is known."""
    alpha: float = ALPHA
    """At most so often an interval misses the truth, at any time."""

    def reach(self, count: int) -> float:
        """How many standard errors the interval reaches to each side after so many clusters."""
        return always_valid.reach(count, self.narrowest, self.alpha)

    def widened(self, found: Estimate) -> Estimate:
        """An estimate with the interval of a sequence instead of that for a number of clusters fixed beforehand."""
        if found.count < self.first or found.low is None or found.mean is None or found.error is None:
            return Estimate(found.mean, found.error, None, None, found.count)
        half = self.reach(found.count) * found.error
        return Estimate(found.mean, found.error, found.mean - half, found.mean + half, found.count)


USUAL = ConfidenceSequence()
FIRST = USUAL.first
reach, widened = USUAL.reach, USUAL.widened


def sequence(values: Sequence[float]) -> Estimate:
    """The mean of one number a cluster, with an interval that may be looked at after every cluster from `FIRST` on."""
    return widened(estimate(np.asarray(values, np.float64)))


def judgement(found: Estimate) -> str:
    """What the interval carries."""
    if found.low is None or found.high is None:
        return TOO_FEW if found.count < FIRST else OPEN
    return BETTER if found.low > 0 else WORSE if found.high < 0 else OPEN


def remaining(found: Estimate) -> float:
    """How many more clusters will about decide, as the mean now is; 0 where it is decided."""
    if found.low is None or found.high is None or not found.mean:
        return float("inf")
    if not found.contains(0):
        return 0.0
    return found.count * ((found.half / abs(found.mean)) ** 2 - 1)
