"""Report of a study: conclusions in plain language, then figures, tables and how to reproduce the results."""

from __future__ import annotations

from html import escape

from saleroom.lab.reports import pages
from saleroom.lab.reports.wording import listed
from saleroom.lab.study import figures
from saleroom.lab.study.differences import LESS, MORE
from saleroom.lab.study.narration import (
    amount,
    base_row,
    change,
    compared_rows,
    holding,
    name_of,
    percent,
    sample_sentence,
    sentences,
    variant_name,
    verdict,
)
from saleroom.lab.study.summary import Json, unused

DRAWN = ("win_place_0", "win_place_1", "price", "gain", "skill")
"""Measures that get their own figure if they were measured."""
FIRST_COLUMNS = ("decisions", "price", "made", "gain", "sold", "leads", "drama", "late", "tied", "full", "deals")
"""Columns of the table of differences that follow the shares of wins."""


def report(summary: Json) -> str:
    """Return the report as an HTML page."""
    groups = _groups(summary)
    sections = [_said(summary)]
    for at, rows in enumerate(groups):
        sections += [_figures(at, rows, summary), _table(at, rows, summary), _values(at, rows, summary)]
    title = f"House rules of {summary['title']}"
    return pages.page("study", title, sample_sentence(summary), [*sections, _unused(summary), _how(summary)])


def _groups(summary: Json) -> list[list[Json]]:
    """Return the rows grouped by number of seats and line-up. In each group, the base comes first."""
    groups: dict[tuple[int, str], list[Json]] = {}
    for row in summary["tables"]:
        groups.setdefault((row["seats"], row["level"]), []).append(row)
    return list(groups.values())


def _where(rows: list[Json]) -> str:
    return f"{rows[0]['seats']} seats, {rows[0]['level']}"


def _said(summary: Json) -> str:
    """Return the first section, with the conclusions on each variant."""
    rows = compared_rows(summary)
    several = len({(row["seats"], row["level"]) for row in rows}) > 1
    paragraphs = []
    for row in rows:
        lines = [*sentences(summary, row, base_row(summary, row)), *holding(summary, row)]
        name = variant_name(row) + (f" ({row['seats']} seats, {row['level']})" if several else "")
        paragraphs.append(f"<p><b>{escape(name)}</b>: {escape(' '.join(lines))}</p>")
    return pages.section("said", "What can be said", *(paragraphs or [pages.paragraph("Nothing was varied.")]))


def _figures(at: int, rows: list[Json], summary: Json) -> str:
    """Return the section with figures of changes and match lengths."""
    compared = [row for row in rows if "differences" in row]
    drawn = []
    for measure in DRAWN:
        if any(measure in row["differences"] for row in compared):
            by, label = percent(measure)
            svg = figures.changes(f"{measure}-{at}", compared, measure, label, by)
            drawn.append(f"<h3>{escape(name_of(measure))}</h3>{pages.figure(svg)}")
    if "spread" in rows[0]:
        heading = f"minutes of a match, at {summary['seconds']:g} seconds a decision"
        drawn.append(f"<h3>{heading}</h3>{pages.figure(figures.lengths(f'minutes-{at}', rows))}")
    return pages.section(f"figures-{at}", f"What changes: {_where(rows)}", pages.grid(drawn)) if drawn else ""


def _table(at: int, rows: list[Json], summary: Json) -> str:
    """Return the section with the table of differences, one row for each variant."""
    compared = [row for row in rows if "differences" in row]
    names = _ordered([name for row in compared for name in row["differences"]])
    if not compared:
        return ""
    body = [
        [escape(variant_name(row)), *(_cell(name, row["differences"].get(name)) for name in names)] for row in compared
    ]
    text = (
        f"Variant minus base, on the same cards. The {summary['questions']} intervals of this study have 95 % "
        "simultaneous coverage at any stopping time. “Saved” is the factor by which independent cards would need more "
        "matches for this precision."
    )
    table = pages.table(f"Variant minus base, {_where(rows)}", ["Variant", *map(name_of, names)], body)
    return pages.section(f"table-{at}", f"Differences: {_where(rows)}", pages.paragraph(text), table)


def _ordered(names: list[str]) -> list[str]:
    """Return the measures in table order: shares of wins, then the measures in `FIRST_COLUMNS`, then all others."""
    known = list(dict.fromkeys(names))
    places = [name for name in known if name.startswith("win_place_")]
    first = [name for name in FIRST_COLUMNS if name in known]
    return [*places, *first, *(name for name in known if name not in {*places, *first})]


def _cell(measure: str, one: Json | None) -> str:
    if one is None:
        return '<td class="none">–</td>'
    kind = {MORE: "better", LESS: "worse"}.get(one["verdict"], "open")
    saved = "" if one["saved"] is None else f"<small>saved ×{one['saved']:.1f}</small>"
    return f'<td class="{kind}"><b>{change(measure, one)}</b><small>{verdict(one)}</small>{saved}</td>'


def _values(at: int, rows: list[Json], summary: Json) -> str:
    """Return the section with a table of the values of all measures."""
    names = _ordered([name for row in rows for name in row["values"]])
    body = []
    for row in rows:
        cells = [f"{row['matches']:,}"]
        if "spread" in row:
            cells.append(" – ".join(f"{value:g}" for value in row["spread"]["minutes"]))
        cells += [_value(name, row["values"].get(name)) for name in names]
        body.append([escape(variant_name(row)), *cells])
    head = ["Variant", "Matches", *(["Minutes: tenth, median, nine tenths"] if "spread" in rows[0] else [])]
    table = pages.table(f"All measures, {_where(rows)}", [*head, *map(name_of, names)], body)
    folded = f"<details><summary>Every measure separately</summary>{table}</details>"
    return pages.section(f"values-{at}", f"Every measure: {_where(rows)}", folded)


def _value(measure: str, one: Json | None) -> str:
    if one is None:
        return "–"
    span = (
        "" if one["low"] is None else f"<small>{amount(measure, one['low'])} to {amount(measure, one['high'])}</small>"
    )
    return f"<td><b>{amount(measure, one['mean'])}</b>{span}</td>"


def _unused(summary: Json) -> str:
    """Return the section on options that changed nothing and on actions that no player took."""
    rows = [row for row in unused(summary) if "differences" in row and len(row["players"]) == 1]
    lines = [
        f"{variant_name(row)}: {row['matches']:,} matches of {row['level']}, {row['seats']} seats." for row in rows
    ]
    for row in summary["tables"]:
        if never := row.get("never"):
            lines.append(
                f"{variant_name(row)}: in its first matches no player chose {listed(never)} ({_where([row])})."
            )
    return pages.section("unused", "Unused options and actions", pages.bullets(lines)) if lines else ""


def _how(summary: Json) -> str:
    plan = summary["plan"]
    text = (
        "Every variant was played with the same cards and the same first dealer as the base, match by match. "
        "Intervals are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, 2024) of the "
        f"differences of these pairs at 95 %, shared among {summary['questions']} questions (Bonferroni); no "
        "difference is reported before 256 matches. Values have intervals of their own."
    )
    again = f"<p>To repeat it: <code>{escape(summary['command'])}</code></p>" if summary["command"] else ""
    base = next(row for row in summary["tables"])
    options = "".join(f"<li>{escape(name)} = {escape(str(value))}</li>" for name, value in base["options"].items())
    return pages.section(
        "how",
        "How it was measured",
        pages.paragraph(text),
        again,
        f"<p>Saleroom <code>{escape(summary['version'])}</code>, seed <code>{escape(plan['seed'])}</code></p>",
        f"<details><summary>Options of the base</summary><ul>{options}</ul></details>",
    )
