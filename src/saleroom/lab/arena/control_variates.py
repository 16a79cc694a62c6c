"""Control variates: results of fast stand-in players with the same cards, minus their average over many deals.

A control variate has the expectation 0, so subtracting a multiple of it from each cluster's difference adds no bias. If
it correlates with the difference, the variance decreases. See White and Bowling, "Learning a value analysis tool for
agent evaluation", 2009; Burch et al., "AIVAT", 2018. A cluster is the same cards, played with the players in different
seats. The multiple is fitted on a pilot, which is a set of clusters with another seed. The multiple and the average are
stored in the plan before the first cluster is played.
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
"""Number of clusters in the pilot on which the multiple is fitted."""
DEALS, MATCHES = 1 << 15, 1 << 12
"""Number of clusters for the average of the stand-ins' results: if clusters are single deals, and if they are matches.
"""
TOGETHER = 1 << 10
WITNESSES = 16
"""Number of clusters for checking that the stand-ins still play as before."""


def fitted(plan: Plan, make: Make, jobs: int) -> dict[str, Any]:
    """Return the control-variate data to store in the plan, including the coefficient and the stand-ins' average with
    its standard error.
    """
    pilot = plan.on_other_cards(b"control", PILOT)
    return fitted_to(plan, pilot, run(pilot, jobs=jobs, make=make), average(plan, jobs))


def fitted_to(
    plan: Plan, pilot: Plan, rows: Sequence[Mapping[str, Any]], mean_and_error: tuple[float, float]
) -> dict[str, Any]:
    """Return the control-variate data of `plan` from a pilot's rows and the stand-ins' average with its standard error.

    The pilot has other cards than the plan.
    """
    mean, error = mean_and_error
    return {
        "coefficient": round(_coefficient(pilot, rows), 3),
        "mean": mean,
        "error": error,
        "clusters": MATCHES if plan.matches else DEALS,
        "pilot": pilot.deals,
        "witness": witness(plan),
    }


def witness(plan: Plan) -> str:
    """Return a digest of the stand-ins' results in some clusters. The digest changes if the rules or the net change."""
    measured = stand_in(plan.on_other_cards(b"witness", WITNESSES), range(WITNESSES))
    return sha256(measured.astype("<f8").tobytes()).hexdigest()[:16]


def check_unchanged(plan: Plan, control: Mapping[str, Any]) -> None:
    """Raise `ValueError` if the stand-ins no longer play as they did when their average was computed."""
    if control.get("witness") != witness(plan):
        raise ValueError("the stand-ins of these results played by other rules or another net; name another folder")


def average(plan: Plan, jobs: int) -> tuple[float, float]:
    """Return the mean lead of the first stand-in's seat over the other seats, and the standard error of this mean.

    The stand-ins are `trained` among `house`.
    """
    count = MATCHES if plan.matches else DEALS
    cards = plan.on_other_cards(b"average", count)

    def some(start: int) -> NDArray[np.float64]:
        return ahead(cards, stand_in(cards, range(start, start + TOGETHER)))

    with ThreadPoolExecutor(jobs) as pool:
        leads = np.concatenate(list(pool.map(some, range(0, count, TOGETHER))))
    return float(leads.mean()), float(leads.std(ddof=1) / np.sqrt(count))


def _coefficient(pilot: Plan, rows: Sequence[Mapping[str, Any]]) -> float:
    """Return the multiple that minimises the variance in the pilot, shrunk according to its uncertainty."""
    return multiple(first_differences(pilot, rows), ahead(pilot, stand_in(pilot, range(pilot.deals))))


def multiple(measured: NDArray[np.float64], stood_in: NDArray[np.float64]) -> float:
    """Return the regression slope of `measured` on `stood_in`, shrunk by its expected noise; 0 if noise explains the
    whole slope.
    """
    x, y = stood_in - stood_in.mean(), measured - measured.mean()
    if not x.any() or not y.any():
        return 0.0
    slope = float(x @ y / (x @ x))
    rest = y - slope * x
    luck = float(rest @ rest / (len(x) - 2) / (x @ x))  # squared standard error of the fitted slope
    return slope * max(0.0, 1 - 2 * luck / slope**2) if slope else 0.0
