"""Response body of the house rules endpoint: measured effects of a game's options."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

Certainty = Literal["sure", "some", "reversed", "open"]
"""Whether a change is clear at every measured level of play, at some, with opposite signs, or at none."""


class Spread(BaseModel):
    """A number and its interval, if known."""

    low: float | None
    middle: float
    high: float | None


class Change(BaseModel):
    """Change of a measure by a value: its mean less the usual one, on the same cards."""

    measure: str
    """As in a study, except `minutes`, which replaces its `decisions`."""
    change: float
    low: float | None
    high: float | None
    certainty: Certainty


class MeasuredValue(BaseModel):
    """A value of an option, compared with the usual one."""

    value: int | str
    matches: int
    used: bool
    """Whether it changed any match."""
    changes: list[Change]
    """Changes of every measure of the option, the clearest first."""


class MeasuredOption(BaseModel):
    """Measurements of one option, with all others as usual."""

    option: str
    usual: int | str
    measures: list[str]
    """Measures worth a chart."""
    values: list[MeasuredValue]


class MeasuredTable(BaseModel):
    """Measurements with one number of seats."""

    seats: int
    level: str
    """Player in every seat: the strongest measured."""
    levels: int
    """Number of measured levels of play."""
    usual: dict[str, float]
    """Mean of each measure with the usual rules."""
    options: list[MeasuredOption]


class RuleSet(BaseModel):
    """A complete choice of options: a named one, or one with a single unusual option."""

    name: str | None
    """Name; the client has its text."""
    seats: int
    options: dict[str, int | str]
    """Unusual options only."""
    matches: int
    """0 if nothing was measured."""
    minutes: Spread | None
    """10th, 50th and 90th percentile of match length."""
    luck: Spread | None
    """Share of the outcome due to the cards, 0 to 1: mean and interval."""


class HouseRules(BaseModel):
    """The rule sets of a game, and measurements of its options; without measurements, no tables."""

    seconds: float
    """Assumed seconds for a decision."""
    tables: list[MeasuredTable]
    sets: list[RuleSet]
