"""Calibration of bids: compare the results that players expected when they bid with their actual results."""

from __future__ import annotations

from typing import Any

from saleroom.lab.arena.figures import prices
from saleroom.lab.reports.wording import listed, number, span
from saleroom.statistics.estimates import LEAST

Summary = dict[str, Any]


def calibrated(summary: Summary) -> list[str]:
    """Return a sentence on each player's calibration."""
    items = []
    for row in summary["bids"]:
        error, name = row["error"], row["player"]
        if row["low"] is not None or error["low"] is None or error["clusters"] < LEAST:
            continue
        if _excludes_0(error):
            way = "less" if error["low"] > 0 else "more"
            text = f"{name} expects {way} than it makes: by {number(abs(error['mean']))} {summary['unit']}"
            text += f" (interval {span(error, signed=True)})."
        else:
            text = f"{name}: no error could be shown overall (interval {span(error, signed=True)})."
        items.append(text + _strange_prices([r for r in summary["bids"] if r["player"] == name]))
    return items


def _excludes_0(error: dict[str, Any]) -> bool:
    """Return whether `error` differs significantly from 0; with fewer than `LEAST` clusters, it never does."""
    return error["low"] is not None and error["clusters"] >= LEAST and (error["low"] > 0 or error["high"] < 0)


def _strange_prices(rows: list[dict[str, Any]]) -> str:
    """Return a sentence that lists the prices at which the error's confidence interval excludes 0."""
    strange = [row for row in rows if row["low"] is not None and _excludes_0(row["error"])]
    if not strange:
        return ""
    names = listed(f"{prices(row)} ({span(row['error'], signed=True)})" for row in strange)
    return f" Taken alone, the interval excludes 0 at {names}; of many prices, one in twenty does so by chance."
