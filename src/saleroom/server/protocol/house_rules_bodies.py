"""Response body of the house rules endpoint: measured effects of a game's options."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

Certainty = Literal["sure", "some", "reversed", "open"]
"""Levels of play at which a change is clear: all, some, some with opposite signs, or none."""


class Spread(BaseModel):
    """A number and its interval, if known."""

    low: float | None
    middle: float
    high: float | None


class Change(BaseModel):
    """Effect of an option's value on a measure: the mean with this value minus the mean with the usual value. Both
    means are from the same cards.
    """

    measure: str
    """Name of the measure in studies; only `decisions` is replaced by `minutes`, the median length of a match."""
    change: float
    low: float | None
    high: float | None
    certainty: Certainty


class MeasuredValue(BaseModel):
    """Value of an option, compared with the usual value."""

    value: int | str
    matches: int
    used: bool
    """Whether the value changed any match."""
    changes: list[Change]
    """Changes of all measures of the option, the clearest first."""


class MeasuredOption(BaseModel):
    """Measurements of one option; all other options had their usual values."""

    option: str
    usual: int | str
    measures: list[str]
    """Measures to show in a chart."""
    values: list[MeasuredValue]


class MeasuredTable(BaseModel):
    """Measurements of all options with the same number of seats."""

    seats: int
    level: str
    """Level of play in every seat, which is the strongest measured level."""
    levels: int
    """Number of measured levels of play."""
    usual: dict[str, float]
    """Mean of each measure with the usual rules."""
    options: list[MeasuredOption]


class RuleSet(BaseModel):
    """Values for all options of a game: a named set, or a set in which only one option differs from its usual value."""

    name: str | None
    """Name; the client has its text."""
    seats: int
    options: dict[str, int | str]
    """Values of the options that differ from the usual values."""
    matches: int
    """Number of matches; 0 if nothing was measured."""
    minutes: Spread | None
    """10th, 50th and 90th percentile of match length."""
    luck: Spread | None
    """Share of the result that the cards decide between equal players, 0 to 1: the mean and its interval.

    None if it was not measured, or if the interval reaches 0.
    """


class HouseRules(BaseModel):
    """Rule sets of a game, and measurements of its options. If nothing was measured, `tables` is empty."""

    seconds: float
    """Assumed seconds for a decision."""
    tables: list[MeasuredTable]
    sets: list[RuleSet]
