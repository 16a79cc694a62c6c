"""Figures for the report of a study."""

from __future__ import annotations

from typing import Any

from saleroom.lab.reports import svg_figures
from saleroom.lab.study.differences import LESS, MORE
from saleroom.lab.study.narration import variant_name
from saleroom.lab.study.summary import Json

LINE = 0.3
"""Height of a row, in inches."""
LONGEST = 22
"""Maximum length of a name next to a figure."""


def changes(name: str, rows: list[Json], measure: str, label: str, by: float) -> str:
    """Draw each variant's effect on one measure, with its interval.

    The marker is hollow if the effect is not significant.
    """
    alt = f"Change of {label} by variant; the table beneath has the figures."
    with svg_figures.figure(name, alt, 0.75 + LINE * len(rows)) as (axes, drawn):
        for at, row in enumerate(rows):
            _whisker(axes, -at, row["differences"].get(measure), by)
        axes.axvline(0, color=svg_figures.INK, linewidth=0.8)
        _names(axes, rows)
        axes.set_xlabel(f"{label}: variant − base")
    return drawn[0]


def _whisker(axes: Any, at: float, one: Json | None, by: float) -> None:
    if one is None or one["low"] is None:
        if one is not None:
            axes.plot([one["mean"] * by], [at], marker="|", color=svg_figures.INK)
        return
    clear = one["verdict"] in (MORE, LESS)
    below, above = (one["mean"] - one["low"]) * by, (one["high"] - one["mean"]) * by
    axes.errorbar(
        one["mean"] * by,
        at,
        xerr=[[below], [above]],
        color=svg_figures.TONES[0] if clear else svg_figures.TONES[7],
        marker="o",
        markerfacecolor=svg_figures.TONES[0] if clear else "none",
        elinewidth=2,
    )


def lengths(name: str, rows: list[Json]) -> str:
    """Draw the 10th percentile, median and 90th percentile of match length."""
    alt = "Minutes of a match by variant: nine tenths, the median and one tenth; the table beneath has the figures."
    with svg_figures.figure(name, alt, 0.75 + LINE * len(rows)) as (axes, drawn):
        for at, row in enumerate(rows):
            low, middle, high = row["spread"]["minutes"]
            axes.plot([low, high], [-at, -at], color=svg_figures.TONES[0], linewidth=2)
            axes.plot([middle], [-at], marker="o", color=svg_figures.TONES[0])
        _names(axes, rows)
        axes.set_xlim(left=0)
        axes.set_xlabel("minutes: shortest tenth, median, longest tenth")
    return drawn[0]


def _names(axes: Any, rows: list[Json]) -> None:
    names = [variant_name(row) for row in rows]
    axes.set_yticks([-at for at in range(len(rows))], [one[:LONGEST] for one in names])
    axes.set_ylim(0.6 - len(rows), 0.6)
    axes.grid(axis="y", visible=False)
