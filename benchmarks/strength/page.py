"""The table as Markdown, put into its place in the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.strength.cells import ROWS, tables
from benchmarks.strength.running import CLEAR, FIRST
from benchmarks.strength.verdicts import KINDS
from saleroom import games

BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
MARKS = {"better": " ✓", "worse": " ✗"}


class NoPlace(ValueError):
    """A page without the two comments between which the table stands."""


def check(page: Path) -> None:
    """`NoPlace` unless the page has a place for the table."""
    text = page.read_text("utf-8") if page.exists() else ""
    if not 0 <= text.find(BEGIN) < text.find(END):
        raise NoPlace(f"{page} has no lines {BEGIN} and {END}; the table goes between them")


def put(table: str, page: Path) -> None:
    """Replace what stands between the two comments, and nothing else."""
    check(page)
    text = page.read_text("utf-8")
    head, rest = text.split(BEGIN, 1)
    page.write_text(f"{head}{BEGIN}\n\n{table}\n{END}{rest.split(END, 1)[1]}", "utf-8")


def markdown(report: Mapping[str, Any]) -> str:
    """The whole table, from what becomes the JSON beside it."""
    at = {(cell["row"], cell["game"], cell["seats"]): cell for cell in [*report["cells"], *report["shares"]]}
    parts = [_setting(report)]
    deals = [row for row in ROWS if not row.matches]
    parts += ["**Single deals**: points or chips a deal beyond the others at the table, with 95 % interval."]
    parts += [_cells(at, [(row.name, row.title, "deal") for row in deals] + [SHARE])]
    matches = [row for row in ROWS if row.matches]
    parts += ["**Matches**: share of wins, ties split, against the share of seats held."]
    parts += [_cells(at, [(row.name, row.title, "match") for row in matches])]
    parts += ["**Simulations a second**, one core, in the middle of a deal.", _simulations(report["simulations"])]
    parts += ["**Bids**: what the bidder expected of the deal, and what it made.", _bids(report["calibration"])]
    return "\n\n".join(parts) + "\n"


SHARE = ("share", "share of the clairvoyant's edge", "share")


def _setting(report: Mapping[str, Any]) -> str:
    machine, versions = report["machine"], report["versions"]
    return (
        f"Measured on {report['date'][:10]}: {machine['processor']}, {machine['cores']} cores, Python "
        f"{versions['python']}, OpenSpiel {versions['open_spiel']}. ✓: the interval lies above the bar; ✗: below it. "
        f"Where only the better is asked for, play ends at {FIRST}, {2 * FIRST}, {4 * FIRST}, … sets of cards once "
        f"the mean is {CLEAR:.0f} standard errors from the bar."
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    lines = [head, ["---" if at < left else "---:" for at in range(len(head))], *rows]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return re.sub(r" -(?=\d)", " −", text)


def _cells(at: Mapping[Any, Mapping[str, Any]], columns: Sequence[tuple[str, str, str]]) -> str:
    rows = [
        [games.load(game).title, str(seats), *(_figure(at.get((row, game, seats)), kind) for row, _, kind in columns)]
        for game, seats in tables()
    ]
    return _table(["game", "seats", *(title for _, title, _ in columns)], rows)


def _figure(cell: Mapping[str, Any] | None, kind: str) -> str:
    if cell is None or cell["mean"] is None or cell["low"] is None:
        return ""
    mean, half = cell["mean"], cell["high"] - cell["mean"]
    mark = MARKS.get(cell.get("verdict", ""), "")
    if kind == "deal":
        return f"{mean:+.2f} ± {half:.2f}{mark}"
    if kind == "share":
        return f"{100 * mean:.0f} ± {100 * half:.0f} %"
    fair = 1 / cell["seats"]
    return f"{100 * (fair + mean):.1f} ± {100 * half:.1f} % of {100 * fair:.1f} %{mark}"


def _simulations(figures: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for figure in figures:
        mark = {True: " ✓", False: " ✗", None: ""}[figure["met"]]
        theirs = "" if figure["theirs"] is None else f"{figure['theirs']:.0f} k"
        ratio = "" if figure["ratio"] is None else f"{figure['ratio']:.1f} ×{mark}"
        rows.append([figure["measure"].split(": ")[1], f"{figure['ours']:.0f} k", theirs, ratio])
    return _table(["game", "Saleroom", "OpenSpiel, C++", "ratio"], rows)


def _bids(lines: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for line in lines:
        error = line["error"]
        if error["low"] is None:
            continue
        prices = "all" if line["prices"] is None else "–".join(str(price) for price in dict.fromkeys(line["prices"]))
        mark = "" if line["contains_0"] else " ✗"
        rows.append(
            [
                f"{games.load(line['game']).title}, {line['seats']} seats",
                KINDS[line["kind"]],
                prices,
                str(line["bids"]),
                f"{line['expected']:+.2f}",
                f"{line['made']:+.2f}",
                f"{error['mean']:+.2f} ± {error['high'] - error['mean']:.2f}{mark}",
            ]
        )
    return _table(["game", "reckoned", "bid", "number", "expected", "made", "made less expected"], rows, 2)
