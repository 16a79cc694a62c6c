"""Control variates: what instant players made of the same cards, less what they make of all cards on average.

That number is 0 in expectation whoever is measured, so that a multiple of it may be taken away from every cluster's
difference; where it goes up and down with the difference, less is left to chance. (White and Bowling, "Learning a value
analysis tool for agent evaluation", 2009; Burch et al., "AIVAT", 2018.) The multiple is fitted on a pilot, clusters of
another seed, and like the average stands in the plan before the first cluster is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.arena.differences import first_differences
from saleroom.lab.arena.instant_players import ahead, stand_in
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Make
from saleroom.lab.arena.running import run

PILOT = 64
"""Clusters on which the multiple is fitted."""
DEALS, MATCHES = 1 << 15, 1 << 12
"""Over how many clusters the stand-ins' average is taken: of deals, of matches."""
TOGETHER = 1 << 10
WITNESSES = 16
"""Clusters by which it is known whether the stand-ins still play as they did."""


def fitted(plan: Plan, make: Make, jobs: int) -> dict[str, Any]:
    """What the plan is to record: the coefficient, and the stand-ins' average with its standard error."""
    mean, error = _average(plan, jobs)
    pilot = plan.on_other_cards(b"control", PILOT)
    return {
        "coefficient": round(_coefficient(pilot, run(pilot, jobs=jobs, make=make)), 3),
        "mean": mean,
        "error": error,
        "clusters": MATCHES if plan.matches else DEALS,
        "pilot": PILOT,
        "witness": witness(plan),
    }


def witness(plan: Plan) -> str:
    """A digest of what the stand-ins made of some clusters: another one where the rules or the net have changed."""
    found = stand_in(plan.on_other_cards(b"witness", WITNESSES), range(WITNESSES))
    return sha256(found.astype("<f8").tobytes()).hexdigest()[:16]


def check_unchanged(plan: Plan, control: Mapping[str, Any]) -> None:
    """`ValueError` where the stand-ins no longer play as they did when their average was taken."""
    if control.get("witness") != witness(plan):
        raise ValueError("the stand-ins of these results played by other rules or another net; name another folder")


def _average(plan: Plan, jobs: int) -> tuple[float, float]:
    """The mean of what a seat of the first stand-in is ahead, and its standard error."""
    count = MATCHES if plan.matches else DEALS
    cards = plan.on_other_cards(b"average", count)

    def some(start: int) -> NDArray[np.float64]:
        return ahead(cards, stand_in(cards, range(start, start + TOGETHER)))

    with ThreadPoolExecutor(jobs) as pool:
        found = np.concatenate(list(pool.map(some, range(0, count, TOGETHER))))
    return float(found.mean()), float(found.std(ddof=1) / np.sqrt(count))


def _coefficient(pilot: Plan, rows: Sequence[Mapping[str, Any]]) -> float:
    """The multiple that leaves the least spread on the pilot, and less of it the less sure it is."""
    return multiple(first_differences(pilot, rows), ahead(pilot, stand_in(pilot, range(pilot.deals))))


def multiple(measured: NDArray[np.float64], stood_in: NDArray[np.float64]) -> float:
    """The slope of one on the other, shrunk by what chance alone would make of it; 0 where there is no more to it."""
    x, y = stood_in - stood_in.mean(), measured - measured.mean()
    if not x.any() or not y.any():
        return 0.0
    slope = float(x @ y / (x @ x))
    rest = y - slope * x
    luck = float(rest @ rest / (len(x) - 2) / (x @ x))  # the square of the slope's standard error
    return slope * max(0.0, 1 - 2 * luck / slope**2) if slope else 0.0
