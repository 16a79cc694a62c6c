"""Aims of a search for options, such as ``minutes<=20``: the text, its conditions, and the distance to them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from saleroom.kernel.game import Game
from saleroom.kernel.options import shown
from saleroom.lab.study.differences import MIN_MATCHES, NARROWEST
from saleroom.lab.study.differences import SHARES as OF_MATCHES
from saleroom.lab.study.measures import LUCK, MATCHES, SKILL, Columns, Measure
from saleroom.statistics import tail_intervals
from saleroom.statistics.estimates import Estimate
from saleroom.statistics.sequences import ConfidenceSequence

MINUTES, SEATS = "minutes", "seats"
_MEASURES = {
    MINUTES: Measure("decisions", "decisions"),
    **{measure.name: measure for measure in MATCHES if measure.name != "drama"},
    LUCK.name: LUCK,
    SKILL.name: SKILL,
}
NAMES = (*_MEASURES, SEATS)
"""Names that an aim can begin with."""
BY_TWO_LEVELS = (LUCK.name, SKILL.name)
"""Measures for which a better player plays among worse players."""
SHARES = ("full", "tied", "late", "made", LUCK.name, SKILL.name)
_OF_AUCTIONS = ("sold", "price", "made", "gain")
_BOUND = re.compile(r"\s*([a-z]+)\s*(<=|>=|≤|≥)\s*(-?[0-9]+(?:\.[0-9]+)?)\s*")
_SEATS = re.compile(r"\s*seats\s+within\s+([0-9]*\.?[0-9]+)\s*")
MEETS, MISSES, UNCLEAR = "meets", "misses", "not clear"
FARTHEST = 1e9
"""Distance to an aim if no match has a value of its measure."""


@dataclass(frozen=True)
class Condition:
    """Range in which the mean of a measure has to be."""

    measure: Measure
    low: float
    high: float
    unit: float
    """Distance from the range that counts as 1: the limit itself, or W in ``seats within W``."""
    factor: float = 1.0
    """Factor from the measure to the figure in the aim: minutes of a decision, or 1."""

    @property
    def by_two_levels(self) -> bool:
        """Whether the measure needs matches of a better player among worse players."""
        return self.measure.name in BY_TWO_LEVELS

    def margin(self, mean: float | None) -> float:
        """Return how far inside its range a mean is, in `unit`; negative if it is outside."""
        return -FARTHEST if mean is None else min(self.high - mean, mean - self.low) / self.unit

    def estimate(self, columns: Columns, alpha: float) -> Estimate:
        """Return the mean with a confidence sequence that fails with probability `alpha` at most.

        If all values are equal, only a share of matches has an interval. Another value, in a match that was not played,
        has no bound in other measures.
        """
        values = self.measure.values(columns) * self.factor
        sequence = ConfidenceSequence(MIN_MATCHES, NARROWEST, alpha)
        interval = tail_intervals.interval(sequence, values)
        if interval.low is not None or len(values) < MIN_MATCHES or interval.error:
            return interval
        if not self.measure.name.startswith(OF_MATCHES):
            return interval
        value, room = float(values[0]), tail_intervals.rarest(0, len(values), alpha)
        return Estimate(value, 0.0, value - room, value + room, len(values))

    def verdict(self, estimate: Estimate) -> str:
        """Return what an interval says about the condition."""
        if estimate.low is None or estimate.high is None:
            return UNCLEAR
        if self.low <= estimate.low and estimate.high <= self.high:
            return MEETS
        return MISSES if estimate.high < self.low or self.high < estimate.low else UNCLEAR


@dataclass(frozen=True)
class Aim:
    """One aim: a limit on a measure, or the largest distance of any seat's share of wins from an equal share."""

    name: str
    value: float
    is_maximum: bool = True

    @property
    def text(self) -> str:
        """The aim as a user writes it."""
        if self.name == SEATS:
            return f"{SEATS} within {self.value:g}"
        return f"{self.name}{'<=' if self.is_maximum else '>='}{self.value:g}"

    def conditions(self, seats: int, seconds: float) -> list[Condition]:
        """Return the conditions of the aim with `seats` seats and decisions of `seconds` seconds."""
        if self.name == SEATS:
            equal = 1 / seats
            return [
                Condition(
                    Measure(f"win_place_{place}", f"won_place_{place}", place=place),
                    equal - self.value,
                    equal + self.value,
                    self.value,
                )
                for place in range(seats)
            ]
        low, high = (-math.inf, self.value) if self.is_maximum else (self.value, math.inf)
        factor = seconds / 60 if self.name == MINUTES else 1.0
        return [Condition(_MEASURES[self.name], low, high, abs(self.value) or 1.0, factor)]


def parse_aims(text: str, game: Game) -> tuple[Aim, ...]:
    """Return the aims in a text such as ``minutes<=20, seats within 0.02``. Raise `ValueError` if it is invalid."""
    aims = tuple(_parsed(part, game) for part in text.split(","))
    keys = [(aim.name, aim.is_maximum) for aim in aims]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"--aim limits {key[0]} twice in the same direction; name one limit")
    for name in {aim.name for aim in aims}:
        limits = {aim.is_maximum: aim.value for aim in aims if aim.name == name}
        if len(limits) == 2 and limits[False] > limits[True]:
            raise ValueError(f"--aim: no number is at least {limits[False]:g} and at most {limits[True]:g} ({name})")
    return aims


def _parsed(part: str, game: Game) -> Aim:
    if within := _SEATS.fullmatch(part):
        value = float(within[1])
        if not 0 < value < 1:
            raise ValueError(f"--aim {shown(part.strip())}: the distance is above 0 and below 1, such as 0.02")
        return Aim(SEATS, value)
    bound = _BOUND.fullmatch(part)
    if bound is None or bound[1] == SEATS:
        raise ValueError(
            f"--aim {shown(part.strip())}: write a measure and its limit, such as minutes<=20, or seats within 0.02"
        )
    name, value = bound[1], float(bound[3])
    if name not in _MEASURES:
        raise ValueError(f"--aim: there is no measure {shown(name)}; there are {', '.join(NAMES)}")
    if name in SHARES and not 0 <= value <= 1:
        raise ValueError(f"--aim: {name} is a share from 0 to 1, such as {name}<=0.5")
    if name in _OF_AUCTIONS and (game.auction is None or (name == "price" and not game.auction.price)):
        raise ValueError(
            f"--aim: {game.title} has no {'auction' if game.auction is None else 'prices'}; leave out {name}"
        )
    return Aim(name, value, bound[2] in ("<=", "≤"))


def margin(conditions: list[Condition], alike: Columns, compared: Mapping[str, np.ndarray] | None) -> float:
    """Return the smallest margin of all conditions.

    `alike` has the columns of matches between identical players. `compared` has those of matches that compare two
    levels, or is None if no condition needs them.
    """
    margins = []
    for condition in conditions:
        columns = compared if condition.by_two_levels else alike
        values = condition.measure.values(columns) if columns is not None else np.zeros(0)
        margins.append(condition.margin(float(values.mean()) * condition.factor if len(values) else None))
    return min(margins)
