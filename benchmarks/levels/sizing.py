"""Sizes of the cells, from a pilot on cards of its own."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.levels.protocol import Cards, Cell, Size
from saleroom.bots.levels import THINKING
from saleroom.lab.arena import control_variates
from saleroom.lab.arena.differences import first_differences
from saleroom.lab.arena.running import run

PILOT = {"master": 24, "hard": 64}
"""Number of clusters in the pilots of slow players."""
QUICK_PILOT = 256
SHARE = 0.25
"""Target for the half-width of an interval, as a share of the difference between `trained` and `house`."""
NORMAL = 1.96
CONFIDENCE = 0.8
"""Probability that the number of clusters suffices, as far as the pilot's noise about the deviation decides it."""
FEWEST = 64


def sized(cell: Cell, jobs: int, pilot_clusters: int | None = None) -> Size:
    """Play the pilot of a cell, and return the cell's size. The stand-ins' average is the yardstick of its table."""
    count = pilot_clusters or (PILOT.get(cell.one, PILOT["hard"]) if cell.one in THINKING else QUICK_PILOT)
    plan, pilot = cell.plan(Cards.REPORT, 1), cell.plan(Cards.PILOT, count)
    average = control_variates.average(pilot, jobs)
    run(cell.plan(Cards.PILOT, 1))  # loads the machine code, which would count for a long time
    begun = time.process_time()
    rows = run(pilot)
    seconds = (time.process_time() - begun) / count
    control = control_variates.fitted_to(plan, pilot, rows, average)
    deviation = float(_residuals(cell, control, rows).std(ddof=1))
    within = SHARE * abs(average[0])
    return Size(clusters(deviation, count, within), within, deviation, seconds, control)


def clusters(deviation: float, pilot_clusters: int, within: float) -> int:
    """Return the number of clusters with which the interval's half-width is at most `within`.

    The true deviation is at most the assumed one with the probability `CONFIDENCE`, if results are normal.
    """
    from scipy import stats

    freedom = pilot_clusters - 1
    assumed = deviation * math.sqrt(freedom / stats.chi2.ppf(1 - CONFIDENCE, freedom))
    return max(FEWEST, math.ceil((NORMAL * assumed / within) ** 2))


def _residuals(cell: Cell, control: dict[str, Any], rows: list[dict[str, Any]]) -> NDArray[np.float64]:
    """Return each cluster's difference in the pilot, after the control variates."""
    plan = cell.plan(Cards.PILOT, control["pilot"])
    stood_in = control_variates.ahead(plan, control_variates.stand_in(plan, range(plan.deals)))
    return first_differences(plan, rows) - control["coefficient"] * stood_in
