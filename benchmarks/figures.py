"""Figures of the report: Saleroom's number, a number to compare it with, and whether the target is met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One line of the report. A number that could not be measured is None, and `note` says why."""

    measure: str
    unit: str
    ours: float | None
    theirs: float | None = None
    ratio: float | None = None
    at_least: float | None = None
    """Target: the minimum of the judged number."""
    below: float | None = None
    """Target: the upper limit of the judged number."""
    note: str = ""
    alone: bool = False
    """Whether Saleroom's own number is judged, because there is no other number.

    If not, the ratio of both numbers is judged.
    """

    @property
    def judged(self) -> float | None:
        """Number that must meet the target: Saleroom's own or the ratio."""
        return self.ours if self.alone else self.ratio

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None if there is no target or no number."""
        if self.judged is None or (self.at_least is None and self.below is None):
            return None
        return self.judged >= self.at_least if self.at_least is not None else self.judged < (self.below or 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the figure for JSON."""
        return {
            "measure": self.measure,
            "unit": self.unit,
            "ours": self.ours,
            "theirs": self.theirs,
            "ratio": self.ratio,
            "at_least": self.at_least,
            "below": self.below,
            "met": self.met,
            "note": self.note,
        }


def missing(measure: str, unit: str, note: str, at_least: float | None = None, below: float | None = None) -> Figure:
    """Return a figure that cannot be measured here, with the reason."""
    return Figure(measure, unit, None, at_least=at_least, below=below, note=note)


def over(ours: float | None, theirs: float | None) -> float | None:
    """Return the ratio of two numbers, or None if one is missing."""
    return ours / theirs if ours is not None and theirs else None
