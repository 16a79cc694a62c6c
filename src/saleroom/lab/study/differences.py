"""Variants against the base, match by match, with intervals that may be looked at at any time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.arena.statistics import LEVEL, OPEN, SAME, TOO_FEW, Estimate
from saleroom.lab.sequences import ConfidenceSequence
from saleroom.lab.study import tail_intervals
from saleroom.lab.study.measures import Columns, Measure, columns, measures
from saleroom.lab.study.plan import BASE, Study, Table

MORE, LESS, EQUAL = "more", "less", "the same in every match"
FIRST = 256
"""Matches before anything is said: of fewer a rare event may not have come up."""
NARROWEST = 2048
SHARES = ("win_", "full", "tied", "late", "skill")
"""How measures begin that are shares of matches: between 0 and 1."""


@dataclass(frozen=True)
class Difference:
    """What a variant changes in one measure."""

    measure: Measure
    found: Estimate
    verdict: str
    """`MORE`, `LESS`, `EQUAL` or one of those of the arena: what the interval carries, and no more."""
    saved: float | None
    """How many times as many matches with other cards would have told as much; None where that is not known."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        told = {"mean": self.found.mean, "low": self.found.low, "high": self.found.high, "verdict": self.verdict}
        return {**told, "matches": self.found.count, "saved": None if self.saved is None else round(self.saved, 2)}


def questions(study: Study) -> int:
    """How many differences a study asks for."""
    return max(
        1,
        sum(len(measures(table.seats, table.compares_players)) for table in study.tables if table.variant != BASE),
    )


def sequence_for(study: Study) -> ConfidenceSequence:
    """The intervals of all differences together miss a truth, ever, in at most one study of twenty (Bonferroni)."""
    return ConfidenceSequence(FIRST, NARROWEST, (1 - LEVEL) / questions(study))


def base_of(table: Table) -> Table:
    """What a table is compared with."""
    return table._replace(variant=BASE)


def named(table: Table, rows: NDArray[np.float64]) -> Columns:
    """The columns of a table's rows by name."""
    return dict(zip(columns(table.seats, table.compares_players), rows.T, strict=True))


def differences(sequence: ConfidenceSequence, table: Table, variant: Columns, base: Columns) -> list[Difference]:
    """Of every measure; the columns are of the same matches."""
    found = []
    for measure in measures(table.seats, table.compares_players):
        one, other = measure.values(variant), measure.values(base)
        if len(one) and len(other):
            found.append(difference(sequence, measure, one, other))
    return found


def difference(
    sequence: ConfidenceSequence, measure: Measure, one: NDArray[np.float64], other: NDArray[np.float64]
) -> Difference:
    """Of one measure, whose values are of the same matches."""
    pairs = one - other
    found = tail_intervals.interval(sequence, pairs, measure.name.startswith(SHARES))
    if len(pairs) and np.abs(pairs).max() < SAME:
        return Difference(measure, _all_equal(sequence, measure, len(pairs)), EQUAL, None)
    spread = float(pairs.var())
    saved = float(one.var() + other.var()) / spread if spread > SAME else None
    return Difference(measure, found, _verdict(sequence, found), saved)


def _all_equal(sequence: ConfidenceSequence, measure: Measure, count: int) -> Estimate:
    """Not one match of so many went differently; of a share it follows how many can.

    Were it more than a share p, so many in a row without would come with a chance of less than (1 - p)^count.
    """
    if count < sequence.first or not measure.name.startswith(SHARES):
        return Estimate(0.0, 0.0, None, None, count)
    bound = -log(sequence.alpha) / count
    return Estimate(0.0, 0.0, -bound, bound, count)


def _verdict(sequence: ConfidenceSequence, found: Estimate) -> str:
    if found.count < sequence.first or found.mean is None:
        return TOO_FEW
    if found.low is None or found.high is None:
        if found.error:  # it hangs on a few matches
            return OPEN
        return MORE if found.mean > 0 else LESS  # every match changed by as much
    return MORE if found.low > 0 else LESS if found.high < 0 else OPEN


def values(table: Table, found: Columns) -> dict[str, Estimate]:
    """Every measure of a table by itself; each interval alone misses, ever, in one table of twenty."""
    alone = replace(ConfidenceSequence(FIRST, NARROWEST), alpha=1 - LEVEL)
    return {
        measure.name: tail_intervals.interval(alone, own)
        for measure in measures(table.seats, table.compares_players)
        if len(own := measure.values(found))
    }


def widest(found: Iterable[Difference]) -> float:
    """Half the width of the widest interval of a difference of shares of wins."""
    return max((one.found.half for one in found if one.measure.name.startswith("win_")), default=0.0)
