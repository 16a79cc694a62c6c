"""Difference between the results of two players, with or without control variates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.arena.plan import Plan
from saleroom.statistics.estimates import Estimate, estimate

STAND_IN = "stand_in"
"""Key in a row for the results of the stand-in players."""

Row = Mapping[str, Any]


def measure_of(plan: Plan) -> str:
    """Return the name of the plan's measure, `wins` or `scores`."""
    return "wins" if plan.matches else "scores"


def differences(plan: Plan, rows: Sequence[Row]) -> list[Estimate]:
    """Return an estimate of the difference for every pair of players."""
    if plan.control:
        return [controlled(plan.control, first_differences(plan, rows), first_differences(plan, rows, STAND_IN))]
    return plain(plan, rows)


def plain(plan: Plan, rows: Sequence[Row]) -> list[Estimate]:
    """Return an estimate of the difference for every pair of players, without control variates."""
    table = by_cluster(plan.names, rows, measure_of(plan))
    return [estimate(table[:, a] - table[:, b]) for a, b in combinations(range(len(plan.names)), 2)]


def first_differences(plan: Plan, rows: Sequence[Row], measure: str = "") -> NDArray[np.float64]:
    """Return the difference between the results of the first two players in each cluster."""
    table = by_cluster(plan.names, rows, measure or measure_of(plan))
    return table[:, 0] - table[:, 1]


def controlled(control: Mapping[str, Any], measured: NDArray[Any], stood_in: NDArray[Any]) -> Estimate:
    """Return the mean difference, minus a multiple of the stand-ins' deviation from their average.

    The interval accounts for the standard error of that average.
    """
    luck = control["coefficient"] * (stood_in - control["mean"])
    return estimate(measured - luck, control["coefficient"] * control["error"])


def by_cluster(names: tuple[str, ...], rows: Sequence[Mapping[str, Any]], measure: str) -> NDArray[np.float64]:
    """Return each player's mean of a measure (`scores` or `wins`) in each cluster, shape (clusters, players)."""
    place = {name: at for at, name in enumerate(names)}
    first = rows[0]["cluster"] if rows else 0
    clusters = rows[-1]["cluster"] - first + 1 if rows else 0
    sums, counts = np.zeros((2, clusters, len(names)))
    for row in rows:
        for name, value in zip(row["players"], row[measure], strict=True):
            sums[row["cluster"] - first, place[name]] += value
            counts[row["cluster"] - first, place[name]] += 1
    return sums / counts
