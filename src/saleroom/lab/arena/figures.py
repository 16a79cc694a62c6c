"""Figures of the arena report as inline SVG. The page's style sheet sets their colours for light and dark mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saleroom.lab.arena.narration import scale, unit, within_shares
from saleroom.lab.reports import svg_figures
from saleroom.statistics.estimates import LEAST

Summary = dict[str, Any]


def ladder(summary: Summary) -> str:
    """Draw every player's rating, with three standard deviations to each side and the best player at the top."""
    ratings = summary["ratings"]
    order = {player["player"]: at for at, player in enumerate(summary["players"])}
    alt = "; ".join(f"{r['player']} {r['mu']:.1f} plus or minus {3 * r['sigma']:.1f}" for r in ratings)
    with svg_figures.figure("ladder", f"Rating ladder. {alt}.", 0.75 + 0.36 * len(ratings)) as (axes, drawn):
        for at, rating in enumerate(ratings):
            look = _look(order[rating["player"]])
            axes.errorbar(rating["mu"], -at, xerr=3 * rating["sigma"], **look)
        axes.set_yticks([-at for at in range(len(ratings))], [short(rating["player"]) for rating in ratings])
        axes.set_ylim(0.6 - len(ratings), 0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("rating, with three standard deviations")
    return drawn[0]


def seats(summary: Summary, shown: list[str]) -> str:
    """Draw the results by seat of the players in `shown`. Seats are counted from the first dealer."""
    number, by, measure = summary["plan"]["seats"], scale(summary), summary["measure"]
    order = [player["player"] for player in summary["players"]]
    alt = f"Result by seat, counted from the first dealer, of {', '.join(shown)}; the table has the figures."
    with svg_figures.figure(f"seats-{order.index(shown[0])}", alt, 2.5) as (axes, drawn):
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
    """Draw the expected and actual results of a player's bids, by price."""
    at = [player["player"] for player in summary["players"]].index(name)
    rows = [row for row in summary["bids"] if row["player"] == name and row["low"] is not None]
    alt = f"Calibration of {name}'s bids: expected and made, by price; the table beneath has the figures."
    with svg_figures.figure(f"bids-{at}", alt, 2.4) as (axes, drawn):
        places = list(range(len(rows)))
        _whiskers(axes, places, [row["made"] for row in rows], 1.0, at, "made")
        known = [
            (place, row["expected"]) for place, row in zip(places, rows, strict=True) if row["expected"] is not None
        ]
        if known:
            xs, ys = zip(*known, strict=True)
            axes.plot(
                xs,
                ys,
                linestyle="none",
                marker="_",
                markersize=17,
                markeredgewidth=2.5,
                color=svg_figures.INK,
                label="expected",
            )
        axes.axhline(0, color=svg_figures.INK, linewidth=0.8)
        axes.set_xticks(places, [prices(row) for row in rows], fontsize=9.5 if len(rows) <= 6 else 7.5)
        axes.set_xlim(-0.6, len(rows) - 0.4)
        axes.set_xlabel("price")
        axes.set_ylabel(f"{summary['unit']} a deal")
        axes.grid(axis="x", visible=False)
        _legend(axes, 2)
    return drawn[0]


def prices(row: dict[str, Any]) -> str:
    """Return the label of a group of prices, which is one price or a range."""
    if row["low"] is None:
        return "all"
    return str(row["low"]) if row["low"] == row["high"] else f"{row['low']}–{row['high']}"


def short(name: str) -> str:
    """Return `name`, shortened so that it fits next to a figure."""
    return name if len(name) <= 16 else name[:15] + "…"


def _look(at: int) -> dict[str, Any]:
    """Return the colour and marker of the player with index `at`."""
    return {"color": svg_figures.TONES[at], "marker": svg_figures.MARKS[at], "linestyle": "none", "elinewidth": 2}


def _whiskers(axes: Any, xs: Sequence[float], values: list[dict[str, Any]], by: float, at: int, label: str) -> None:
    """Draw means with their confidence intervals.

    A mean of few clusters is drawn without an interval, which would dwarf the other intervals.
    """
    means = [value["mean"] * by for value in values]
    has_interval = [value["low"] is not None and value["clusters"] >= LEAST for value in values]
    below = [
        (value["mean"] - value["low"]) * by if yes else 0.0 for value, yes in zip(values, has_interval, strict=True)
    ]
    above = [
        (value["high"] - value["mean"]) * by if yes else 0.0 for value, yes in zip(values, has_interval, strict=True)
    ]
    axes.errorbar(xs, means, yerr=[below, above], label=label, **_look(at))


def _shown(value: dict[str, Any], measure: str) -> dict[str, Any]:
    return within_shares(value) if measure == "wins" else value


def _legend(axes: Any, entries: int) -> None:
    """Draw the legend above the plot area, where it hides nothing."""
    axes.legend(
        loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=min(entries, 3), borderaxespad=0.2, handletextpad=0.2
    )
