"""Timing of contestants.

The contestants take turns, so that other load affects all of them; the median of the rounds counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from statistics import median
from time import perf_counter

Work = Callable[[int], tuple[int, float]]
"""Function that takes a seed, does some work, and returns the amount of work and the seconds that it took."""
Notice = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """Duration of a measurement."""

    rounds: int
    seconds: float
    """Duration of one contestant's turn in seconds."""
    views: int
    """Number of states in a batch of views."""


FULL = Effort(rounds=15, seconds=0.3, views=4000)
QUICK = Effort(rounds=3, seconds=0.05, views=400)


class Stopwatch:
    """Seconds spent in a block of `timed`."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Stopwatch]:
    """Time a block; yield the stopwatch, which is set at the end."""
    watch = Stopwatch()
    begun = perf_counter()
    yield watch
    watch.seconds = perf_counter() - begun


def rate(work: Work, turn: int, seconds: float) -> float:
    """Repeat the work with new seeds for at least `seconds`, and return the amount of work done per second."""
    done, spent = 0, 0.0
    for seed in count(turn << 20):
        amount, took = work(seed)
        done += amount
        spent += took
        if spent >= seconds:
            return done / spent
    raise AssertionError


def in_turns(contestants: Mapping[str, Work], effort: Effort) -> dict[str, list[float]]:
    """Return each contestant's rates per second, one for each round, after a short warm-up."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for work in contestants.values():
        rate(work, 0, effort.seconds / 10)
    for turn in range(1, effort.rounds + 1):
        for name, work in contestants.items():
            rates[name].append(rate(work, turn, effort.seconds))
    return rates


def medians(contestants: Mapping[str, Work], effort: Effort) -> dict[str, float]:
    """Return the median of each contestant's rate per second."""
    return {name: median(rates) for name, rates in in_turns(contestants, effort).items()}
