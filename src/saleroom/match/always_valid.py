"""Intervals that contain the truth at all times simultaneously, so that you may look and stop at any time.

These are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
theory and asymptotic confidence sequences", 2024). They reach 3.0 to 3.4 standard errors to each side; an interval of
Student's t reaches 2.
"""

from __future__ import annotations

from math import log, sqrt

FIRST = 32
"""Minimum number of clusters for an interval: with fewer, the spread is hardly known."""
NARROWEST = 128
"""Number of clusters at which the sequence is tightest relative to a fixed-time interval."""
ALPHA = 0.05
"""Maximum probability that an interval ever misses the truth."""


def reach(count: int, narrowest: int = NARROWEST, alpha: float = ALPHA) -> float:
    """Return how many standard errors the interval extends to each side after `count` clusters."""
    rate = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / narrowest
    room = count * rate + 1
    return sqrt(2 * room / (count * rate) * log(sqrt(room) / alpha))
