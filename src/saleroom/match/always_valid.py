"""Intervals that hold the truth at all times together, whenever somebody looks and stops.

These are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
theory and asymptotic confidence sequences", 2024); they reach 3.0 to 3.4 standard errors to each side where an interval
of Student's t reaches 2.
"""

from __future__ import annotations

from math import log, sqrt

FIRST = 32
"""Clusters before anything is said: of fewer the spread itself is hardly known."""
NARROWEST = 128
"""At so many clusters the sequence is narrowest for what is known."""
ALPHA = 0.05
"""At most so often an interval misses the truth, at any time."""


def reach(count: int, narrowest: int = NARROWEST, alpha: float = ALPHA) -> float:
    """How many standard errors the interval reaches to each side after so many clusters."""
    rate = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / narrowest
    room = count * rate + 1
    return sqrt(2 * room / (count * rate) * log(sqrt(room) / alpha))
