"""The strength table as Markdown, and its insertion into a page."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.strength.cells import ROWS, SETS, SETS_OF_OPTIONS, SEVERAL, SHARED, THREE, USUAL, tables
from benchmarks.strength.verdicts import KINDS
from saleroom import games
from saleroom.statistics.estimates import BETTER, OPEN, WORSE
from saleroom.statistics.sequences import FIRST

STRENGTH = "strength"
"""Name of the table in the two comments around it."""
SMALL = 0.1
"""Bounds nearer to 0 are shown with one significant digit."""
MARKS = {"better": " ✓", "worse": " ✗"}


class NoPlace(ValueError):
    """Error for a page that lacks the two comments around the table."""


def comments(name: str) -> tuple[str, str]:
    """Return the comments before and after the table with this name."""
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def check(page: Path, name: str = STRENGTH) -> None:
    """Raise `NoPlace` unless the page has a place for the table with this name."""
    text, (begin, end) = page.read_text("utf-8") if page.exists() else "", comments(name)
    if not 0 <= text.find(begin) < text.find(end):
        raise NoPlace(f"{page} has no lines {begin} and {end}; the table goes between them")


def put(table: str, page: Path, name: str = STRENGTH) -> None:
    """Write the table between the page's two comments; the rest of the page stays the same."""
    check(page, name)
    text, (begin, end) = page.read_text("utf-8"), comments(name)
    head, rest = text.split(begin, 1)
    page.write_text(f"{head}{begin}\n\n{table}\n{end}{rest.split(end, 1)[1]}", "utf-8")


def markdown(report: Mapping[str, Any]) -> str:
    """Return all tables as Markdown, from the same report that is stored as JSON."""
    every = [*report["cells"], *report["shares"], *report["quickness"]]
    at = {(cell["row"], cell["game"], cell["seats"]): cell for cell in every}
    parts = [_setting(report)]
    for title, names in GROUPS.items():
        parts += [f"**{title}**: points or chips a deal beyond the others at the table.", _cells(at, _columns(names))]
    matches = [row.name for row in ROWS if row.matches]
    parts += ["**Matches**: share of wins, ties split, against the share of seats held."]
    parts += [_cells(at, _columns(matches), USUAL)]
    parts += [f"**{SETS} sets of options**, drawn by chance: points or chips a deal, `hard` among `house`."]
    parts += [_sets(at, report["sets"])]
    others = (
        ("**Simulations a second**, one core, in the middle of a deal.", _simulations, report["simulations"]),
        ("**Decisions of a net a second**, one core.", _nets, report["nets"]),
        ("**Bids**: what the bidder expected of the deal, and what it made.", _bids, report["calibration"]),
    )
    parts += [part for title, table, found in others if found for part in (title, table(found))]
    return "\n\n".join(parts) + "\n"


GROUPS = {
    "At once": ["trained", "quickness"],
    "The search with nets and without": ["search", "search-time"],
    "Levels": ["medium", "hard", "master"],
    "The clairvoyant": ["deals", "deals-master", "clairvoyant", *(f"share-{name}" for name in SHARED)],
    "IS-MCTS": ["ismcts-50", "ismcts-200", "ismcts-time"],
}
"""Tables about single deals by title, each with its columns."""
OTHERS = {
    "quickness": ("time of `hard` over that of `trained`", "ratio"),
    "share-deals": ("share of the clairvoyant's edge: `hard`", "share"),
    "share-deals-master": ("`master`", "share"),
}
"""Headings and figure formats of the columns that do not correspond to a row of cells."""


def _columns(names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the name, the heading and the figure format of each column."""
    known = {row.name: (row.title, "match" if row.matches else "deal") for row in ROWS} | OTHERS
    return [(name, *known[name]) for name in names]


def _setting(report: Mapping[str, Any]) -> str:
    machine, versions = report["machine"], report["versions"]
    return (
        f"Measured on {report['date'][:10]}: {machine['processor']}, {machine['cores']} cores, Python "
        f"{versions['python']}, OpenSpiel {versions['open_spiel']}. ✓: the interval lies above the bar; ✗: below it. "
        f"± is a 95 % confidence sequence, which may be looked at after every set of cards from {FIRST} on. Where only "
        "the better is asked for, play ends once the sequence excludes the bar. The mean at that moment is too far "
        "from the bar on average, so these cells have only the bound: “> +0.15” or “< −0.15”. Figures of fewer sets of "
        "cards are left out."
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    lines = [head, ["---" if at < left else "---:" for at in range(len(head))], *rows]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return re.sub(r" -(?=\d)", " −", text)


def _without_blank_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    columns = [column for column in range(len(head)) if not rows or any(row[column] for row in rows)]
    return [head[column] for column in columns], [[row[column] for column in columns] for row in rows]


def _cells(at: Mapping[Any, Mapping[str, Any]], columns: Sequence[tuple[str, str, str]], kind: str = THREE) -> str:
    """Return a table with a row for each game and number of seats, without columns that have no figure."""
    rows = [
        [
            games.load(game).title,
            str(seats),
            *(_figure(at.get((row, game, seats)), how) for row, _, how in columns),
        ]
        for game, seats in tables(kind)
    ]
    head = ["game", "seats", *(title for _, title, _ in columns)]
    return _table(*_without_blank_columns(head, rows))


def _figure(cell: Mapping[str, Any] | None, kind: str) -> str:
    if cell is None:
        return ""
    if kind == "ratio":
        return f"{cell['ratio']:.0f} ×"
    if cell["mean"] is None or cell["low"] is None:
        return ""
    mean, half = cell["mean"], cell["high"] - cell["mean"]
    if kind == "share":
        return f"{100 * mean:.0f} ± {100 * half:.0f} %"
    note = f"{MARKS.get(cell.get('verdict', ''), '')}{_simulations_note(cell)}"
    if kind == "deal":
        return f"{_bound(cell, '+.2f') or f'{mean:+.2f} ± {half:.2f}'}{note}"
    fair = 1 / cell["seats"]
    percents = {name: 100 * (fair + cell[name]) for name in ("mean", "low", "high")}
    share = _bound({**cell, **percents}, ".1f") or f"{percents['mean']:.1f} ± {100 * half:.1f}"
    return f"{share} % of {100 * fair:.1f} %{note}"


def _bound(cell: Mapping[str, Any], form: str) -> str:
    """Return the bound next to the bar for a cell whose play ended with the decision; empty for other cells.

    Stopping biases the mean, but the bound holds at all times. It is rounded towards the bar.
    """
    is_early = next(row.early for row in ROWS if row.name == cell["row"])
    if not is_early or cell["verdict"] not in MARKS:
        return ""
    is_better = cell["verdict"] == BETTER
    bound = cell["low" if is_better else "high"]
    digits = int(form.strip("+.f"))
    if 0 < abs(bound) < SMALL:
        digits = math.ceil(-math.log10(abs(bound)))
    rounded = (math.floor if is_better else math.ceil)(bound * 10**digits) / 10**digits
    return f"{'>' if is_better else '<'} {rounded:{form[:-2]}{digits}f}"


def _simulations_note(cell: Mapping[str, Any]) -> str:
    """Return a note with the opponents' number of simulations if both players get equal time; else an empty text."""
    row = next(row for row in ROWS if row.name == cell["row"])
    return f" ({cell['players'][1].partition(':')[2]})" if row.equal_time else ""


def _sets(at: Mapping[Any, Mapping[str, Any]], sets: Sequence[Mapping[str, Any]]) -> str:
    """Return a table of the sets of options; the sets are counted only where one of them has enough deals."""
    rows = []
    for game, _ in tables(SETS_OF_OPTIONS):
        verdicts = [one["verdict"] for one in sets if one["game"] == game]
        counted = [verdicts.count(verdict) for verdict in (BETTER, OPEN, WORSE)]
        shown = map(str, counted) if any(counted) else [""] * len(counted)
        rows.append([games.load(game).title, _figure(at.get(("options", game, SEVERAL)), "deal"), *shown])
    head = ["game", "all together", "sets above 0", "not told apart", "below 0"]
    return _table(*_without_blank_columns(head, [row for row in rows if any(row[1:])]))


def _nets(figures: Sequence[Mapping[str, Any]]) -> str:
    rows = [[figure["measure"].split(": ")[1], f"{figure['ours'] / 1000:.0f} k", figure["note"]] for figure in figures]
    return _table(["game", "decisions", "each"], rows)


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
