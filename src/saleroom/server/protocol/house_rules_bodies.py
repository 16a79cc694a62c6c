"""What the endpoint of house rules gives: what was measured of a game's options."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

Certainty = Literal["sure", "some", "reversed", "open"]
"""A clear change at every level of play that was measured, at some, with the other sign at another; or none found."""


class Spread(BaseModel):
    """A number and the range in which it lies, where that is known."""

    low: float | None
    middle: float
    high: float | None


class Change(BaseModel):
    """By how much a value changes a measure: its mean minus the usual one, on the same cards."""

    measure: str
    """As in a study, but for `minutes`, which stands for its `decisions`."""
    change: float
    low: float | None
    high: float | None
    certainty: Certainty


class MeasuredValue(BaseModel):
    """A value of an option that was compared with the usual one."""

    value: int | str
    matches: int
    used: bool
    """Whether any match went differently."""
    changes: list[Change]
    """The clearest first; of every measure of the option."""


class MeasuredOption(BaseModel):
    """What was measured of one option, all others being as usual."""

    option: str
    usual: int | str
    measures: list[str]
    """Those worth a chart."""
    values: list[MeasuredValue]


class MeasuredTable(BaseModel):
    """What was measured at one number of seats."""

    seats: int
    level: str
    """The player in every seat: the strongest that was measured."""
    levels: int
    """How many levels of play were measured."""
    usual: dict[str, float]
    """The mean of each measure by the usual rules."""
    options: list[MeasuredOption]


class RuleSet(BaseModel):
    """A whole choice of options: one that has a name, or one option that is not as usual."""

    name: str | None
    """The client knows its words."""
    seats: int
    options: dict[str, int | str]
    """Those that are not as usual."""
    matches: int
    """0: nothing was measured."""
    minutes: Spread | None
    """A tenth of the matches is shorter than the low one, half than the middle, nine tenths than the high."""
    luck: Spread | None
    """The share of who wins that the cards decide, 0 to 1: the mean and its interval."""


class HouseRules(BaseModel):
    """The rule sets of a game, and what was measured of its options; no tables where nothing was."""

    seconds: float
    """What a decision is taken to last."""
    tables: list[MeasuredTable]
    sets: list[RuleSet]
