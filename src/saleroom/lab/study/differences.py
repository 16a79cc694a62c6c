"""Comparison of variants with the base, match by match, with intervals that are valid at any stopping time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.study.measures import Columns, Measure, columns, measures
from saleroom.lab.study.plan import BASE, Study, Table
from saleroom.statistics import tail_intervals
from saleroom.statistics.estimates import LEVEL, OPEN, SAME, TOO_FEW, Estimate
from saleroom.statistics.sequences import ConfidenceSequence

MORE, LESS, EQUAL = "more", "less", "the same in every match"
MIN_MATCHES = 256
"""Minimum number of matches for a conclusion. With fewer matches, a rare event may not have occurred yet."""
NARROWEST = 2048
SHARES = ("win_", "full", "tied", "late", "skill")
"""Prefixes of the measures that are shares of matches, between 0 and 1."""


@dataclass(frozen=True)
class Difference:
    """The effect of a variant on one measure."""

    measure: Measure
    estimate: Estimate
    verdict: str
    """What the interval supports: `MORE`, `LESS`, `EQUAL` or a verdict of the arena."""
    saved: float | None
    """How many times as many matches this precision would take if the cards were not the same; None if unknown."""

    def as_dict(self) -> dict[str, Any]:
        """Return the difference for JSON."""
        interval = {
            "mean": self.estimate.mean,
            "low": self.estimate.low,
            "high": self.estimate.high,
            "verdict": self.verdict,
        }
        return {
            **interval,
            "matches": self.estimate.count,
            "saved": None if self.saved is None else round(self.saved, 2),
        }


def questions(study: Study) -> int:
    """Return the number of differences that a study measures."""
    return max(
        1,
        sum(len(measures(table.seats, table.compares_players)) for table in study.tables if table.variant != BASE),
    )


def sequence_for(study: Study) -> ConfidenceSequence:
    """Return a confidence sequence for all differences.

    The intervals have 95 % simultaneous coverage at any stopping time (Bonferroni).
    """
    return ConfidenceSequence(MIN_MATCHES, NARROWEST, (1 - LEVEL) / questions(study))


def base_of(table: Table) -> Table:
    """Return the table of the base rules with which `table` is compared."""
    return table._replace(variant=BASE)


def named(table: Table, rows: NDArray[np.float64]) -> Columns:
    """Return the columns of a table's rows, by name."""
    return dict(zip(columns(table.seats, table.compares_players), rows.T, strict=True))


def differences(sequence: ConfidenceSequence, table: Table, variant: Columns, base: Columns) -> list[Difference]:
    """Return the differences between a variant and the base in all measures.

    Both sets of columns must be from matches with the same seeds.
    """
    measured = []
    for measure in measures(table.seats, table.compares_players):
        one, other = measure.values(variant), measure.values(base)
        if len(one) and len(other):
            measured.append(difference(sequence, measure, one, other))
    return measured


def difference(
    sequence: ConfidenceSequence, measure: Measure, one: NDArray[np.float64], other: NDArray[np.float64]
) -> Difference:
    """Return the difference in one measure. Both arrays must be from matches with the same seeds."""
    pairs = one - other
    interval = tail_intervals.interval(sequence, pairs, measure.name.startswith(SHARES))
    if len(pairs) and np.abs(pairs).max() < SAME:
        return Difference(measure, _all_equal(sequence, measure, len(pairs)), EQUAL, None)
    spread = float(pairs.var())
    saved = float(one.var() + other.var()) / spread if spread > SAME else None
    return Difference(measure, interval, _verdict(sequence, interval), saved)


def _all_equal(sequence: ConfidenceSequence, measure: Measure, count: int) -> Estimate:
    """Return the estimate for a measure by which none of `count` matches differed.

    For shares, the interval bounds the share of all matches that differ.

    If a share p or more of all matches differed, `count` matches without a difference would have a probability of at
    most (1-p)^count.
    """
    if count < sequence.first or not measure.name.startswith(SHARES):
        return Estimate(0.0, 0.0, None, None, count)
    bound = -log(sequence.alpha) / count
    return Estimate(0.0, 0.0, -bound, bound, count)


def _verdict(sequence: ConfidenceSequence, interval: Estimate) -> str:
    if interval.count < sequence.first or interval.mean is None:
        return TOO_FEW
    if interval.low is None or interval.high is None:
        if interval.error:  # no verdict, because a few matches determine the mean
            return OPEN
        return MORE if interval.mean > 0 else LESS  # all matches changed by the same amount
    return MORE if interval.low > 0 else LESS if interval.high < 0 else OPEN


def values(table: Table, data: Columns) -> dict[str, Estimate]:
    """Return the estimate of every measure of a table, by the measure's name.

    Each interval is a 95 % confidence sequence.
    """
    alone = replace(ConfidenceSequence(MIN_MATCHES, NARROWEST), alpha=1 - LEVEL)
    return {
        measure.name: tail_intervals.interval(alone, own)
        for measure in measures(table.seats, table.compares_players)
        if len(own := measure.values(data))
    }


def widest(differences: Iterable[Difference]) -> float:
    """Return half the width of the widest interval among differences in shares of wins."""
    return max((one.estimate.half for one in differences if one.measure.name.startswith("win_")), default=0.0)
