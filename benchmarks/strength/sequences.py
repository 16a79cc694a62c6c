"""Confidence sequences: intervals that hold the truth at all times together, whenever somebody looks and stops.

A cell is played on for as long as it is undecided, and those nearest to a decision first: both look at the figures, and
an interval for a number of clusters that was fixed beforehand would then claim too much. These are asymptotic
confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", 2024); they reach 3.0 to 3.4 standard errors to each side where a t-interval reaches 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np

from saleroom.lab.arena.statistics import BETTER, OPEN, TOO_FEW, WORSE, Estimate, estimate

FIRST = 32
"""Clusters before anything is said: of fewer the spread itself is hardly known."""
NARROWEST = 128
"""At so many clusters the sequence is narrowest for what is known."""
ALPHA = 0.05
_RATE = (-2 * log(ALPHA) + log(1 - 2 * log(ALPHA))) / NARROWEST


def reach(count: int) -> float:
    """How many standard errors the interval reaches to each side after so many clusters."""
    room = count * _RATE + 1
    return sqrt(2 * room / (count * _RATE) * log(sqrt(room) / ALPHA))


def sequence(values: Sequence[float]) -> Estimate:
    """The mean of one number a cluster, with an interval that may be looked at after every cluster from `FIRST` on."""
    return widened(estimate(np.asarray(values, np.float64)))


def widened(found: Estimate) -> Estimate:
    """An estimate with the interval of a sequence instead of that for a number of clusters fixed beforehand."""
    if found.count < FIRST or found.low is None or found.mean is None or found.error is None:
        return Estimate(found.mean, found.error, None, None, found.count)
    half = reach(found.count) * found.error
    return Estimate(found.mean, found.error, found.mean - half, found.mean + half, found.count)


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
