"""The figures of the report, as SVG to stand in the page: its style sheet colours them by day and by night."""

from __future__ import annotations

import html
import io
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from saleroom.lab.arena.statistics import LEAST
from saleroom.lab.arena.words import scale, unit, within_shares

Summary = dict[str, Any]

MARKS = "osD^vPX*"
WIDTH = 3.7  # inches: a phone's width at 96 pixels an inch, so that a label there is as large as the text
INK, QUIET = "#010203", "#040506"
TONES = [f"#0a0b{at:02x}" for at in range(len(MARKS))]
STYLES = {INK: "var(--ink)", QUIET: "var(--line)", **{tone: f"var(--p{at})" for at, tone in enumerate(TONES)}}
"""Colours that stand for those of the style sheet."""

SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "saleroom",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": QUIET,
    "grid.linewidth": 0.5,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "lines.markersize": 6,
    "errorbar.capsize": 3,
}


def ladder(summary: Summary) -> str:
    """Every player's rating with three standard deviations to each side, the best at the top."""
    ratings = summary["ratings"]
    order = {player["player"]: at for at, player in enumerate(summary["players"])}
    alt = "; ".join(f"{r['player']} {r['mu']:.1f} plus or minus {3 * r['sigma']:.1f}" for r in ratings)
    with _axes("ladder", f"Rating ladder. {alt}.", 0.75 + 0.36 * len(ratings)) as (axes, drawn):
        for at, rating in enumerate(ratings):
            look = _look(order[rating["player"]])
            axes.errorbar(rating["mu"], -at, xerr=3 * rating["sigma"], **look)
        axes.set_yticks([-at for at in range(len(ratings))], [short(rating["player"]) for rating in ratings])
        axes.set_ylim(0.6 - len(ratings), 0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("rating, with three standard deviations")
    return drawn[0]


def seats(summary: Summary, shown: list[str]) -> str:
    """The results of some players by their place at the table."""
    number, by, measure = summary["plan"]["seats"], scale(summary), summary["measure"]
    order = [player["player"] for player in summary["players"]]
    alt = f"Result by seat, counted from the first dealer, of {', '.join(shown)}; the table has the figures."
    with _axes(f"seats-{order.index(shown[0])}", alt, 2.5) as (axes, drawn):
        for at, name in enumerate(shown):
            own = [(row["place"], _shown(row[measure], measure)) for row in summary["seats"] if row["player"] == name]
            shift = 0.5 * ((at + 0.5) / len(shown) - 0.5)
            places, values = [place + shift for place, _ in own], [value for _, value in own]
            _whiskers(axes, places, values, by, order.index(name), short(name))
        axes.set_xticks(range(number), ["dealer", *(f"+{place}" for place in range(1, number))])
        axes.set_ylabel(unit(summary))
        axes.grid(axis="x", visible=False)
        _legend(axes, len(shown))
    return drawn[0]


def bids(summary: Summary, name: str) -> str:
    """What a player expected of the deal when it bid, and made of it, by price."""
    at = [player["player"] for player in summary["players"]].index(name)
    rows = [row for row in summary["bids"] if row["player"] == name and row["low"] is not None]
    alt = f"Calibration of {name}'s bids: expected and made, by price; the table beneath has the figures."
    with _axes(f"bids-{at}", alt, 2.4) as (axes, drawn):
        places = list(range(len(rows)))
        _whiskers(axes, places, [row["made"] for row in rows], 1.0, at, "made")
        known = [
            (place, row["expected"]) for place, row in zip(places, rows, strict=True) if row["expected"] is not None
        ]
        if known:
            xs, ys = zip(*known, strict=True)
            axes.plot(
                xs, ys, linestyle="none", marker="_", markersize=17, markeredgewidth=2.5, color=INK, label="expected"
            )
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_xticks(places, [prices(row) for row in rows], fontsize=9.5 if len(rows) <= 6 else 7.5)
        axes.set_xlim(-0.6, len(rows) - 0.4)
        axes.set_xlabel("price")
        axes.set_ylabel(f"{summary['unit']} a deal")
        axes.grid(axis="x", visible=False)
        _legend(axes, 2)
    return drawn[0]


def prices(row: dict[str, Any]) -> str:
    """A group of prices: one, or from lowest to highest."""
    if row["low"] is None:
        return "all"
    return str(row["low"]) if row["low"] == row["high"] else f"{row['low']}–{row['high']}"


def short(name: str) -> str:
    """A name that fits beside a figure."""
    return name if len(name) <= 16 else name[:15] + "…"


def _look(at: int) -> dict[str, Any]:
    """A player's own colour and mark."""
    return {"color": TONES[at], "marker": MARKS[at], "linestyle": "none", "elinewidth": 2}


def _whiskers(axes: Any, xs: Sequence[float], values: list[dict[str, Any]], by: float, at: int, label: str) -> None:
    """Means with their intervals; a mean of too few clusters stands alone, lest its interval dwarf the others."""
    means = [value["mean"] * by for value in values]
    told = [value["low"] is not None and value["clusters"] >= LEAST for value in values]
    below = [(value["mean"] - value["low"]) * by if yes else 0.0 for value, yes in zip(values, told, strict=True)]
    above = [(value["high"] - value["mean"]) * by if yes else 0.0 for value, yes in zip(values, told, strict=True)]
    axes.errorbar(xs, means, yerr=[below, above], label=label, **_look(at))


def _shown(value: dict[str, Any], measure: str) -> dict[str, Any]:
    return within_shares(value) if measure == "wins" else value


def _legend(axes: Any, entries: int) -> None:
    """Above the figure, where it hides nothing."""
    axes.legend(
        loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=min(entries, 3), borderaxespad=0.2, handletextpad=0.2
    )


@contextmanager
def _axes(name: str, alt: str, height: float) -> Iterator[tuple[Any, list[str]]]:
    """Axes to draw on; afterwards the list holds the SVG."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of its caches
    import matplotlib as mpl
    from matplotlib.figure import Figure

    drawn: list[str] = []
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_visible(False)
        axes = figure.add_subplot()
        axes.patch.set_visible(False)
        yield axes, drawn
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        drawn.append(_inline(file.getvalue(), name, alt))


def _inline(svg: str, name: str, alt: str) -> str:
    """A figure as part of a page: its own ids, the page's colours and letters, and words for who does not see it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    svg = re.sub("|".join(STYLES), lambda found: STYLES[found[0]], svg)
    svg = svg.replace("'DejaVu Sans'", "inherit").replace("font-family: DejaVu Sans", "font-family: inherit")
    box = re.search(r'viewBox="[^"]*"', svg)
    body = svg[svg.index(">") + 1 :]
    return (
        f'<svg role="img" aria-label="{html.escape(alt)}" {box[0] if box else ""} '
        f'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{body}'
    )
