"""The tables of the levels and of the candidates, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from docs.pages import table
from saleroom import games
from saleroom.lab.reports.wording import duration, number

Figure = Mapping[str, Any]


def markdown(figures: Iterable[Figure], candidates: Iterable[Figure]) -> str:
    """Return both tables; a table without rows is left out."""
    tables = (_levels(list(figures)), _candidates(list(candidates)))
    return "\n\n".join(filter(None, tables)) + "\n"


def _levels(figures: list[Figure]) -> str:
    head = ["game", "seats", "pair", "difference", "wanted ±", "sets of cards", "median; 95th percentile of a decision"]
    rows = [
        [
            games.load(figure["game"]).title,
            figure["seats"],
            f"`{figure['one']}` among `{figure['others']}`",
            _difference(figure),
            number(figure["within"]),
            f"{figure['clusters']:,} of {figure['planned']:,}",
            _time(figure),
        ]
        for figure in figures
    ]
    return table(head, rows) if rows else ""


def _candidates(rows: list[Figure]) -> str:
    head = ["date", "candidate", "what it is", "table", "difference", "sets of cards", "median; 95th percentile"]
    cells = [
        [
            row["date"],
            f"`{row['one']}` among `{row['others']}`",
            row["note"],
            f"{games.load(row['game']).title}, {row['seats']} seats",
            _difference(row),
            f"{row['clusters']:,}",
            _time(row),
        ]
        for row in rows
    ]
    return table(head, cells) if cells else ""


def _difference(figure: Figure) -> str:
    found = figure.get("difference")
    if found is None:
        return "not complete"
    if found["low"] is None:
        return number(found["mean"], signed=True)
    mark = " ✓" if found["low"] > 0 else " ✗" if found["high"] < 0 else ""
    return f"{number(found['mean'], signed=True)} ± {number(found['high'] - found['mean'])}{mark}"


def _time(figure: Figure) -> str:
    spent = figure["times"].get(figure["one"])
    return f"{duration(spent['median'])}; {duration(spent['p95'])}" if spent else ""
