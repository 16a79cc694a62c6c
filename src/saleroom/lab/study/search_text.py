"""Result of a search for options, as text."""

from __future__ import annotations

from saleroom.lab.study.aims import MEETS, MISSES, SEATS
from saleroom.lab.study.summary import Json

VERDICTS = {MEETS: "meets the aims", MISSES: "misses the aims"}


def search_text(summary: Json) -> str:
    """Return the terminal output of a search: the answer, or that there is none, and the finalists."""
    plan, matches, finalists = summary["plan"], summary["matches"], summary["finalists"]
    lines = [
        f"{summary['title']} with {plan['seats'][0]} seats: {plan['sets'] + 1:,} sets of options, "
        f"aims {', '.join(summary['aims'])}.",
        f"Chosen by {matches['chosen']:,} matches of {plan['levels'][0]}, confirmed by {matches['confirmed']:,} "
        f"with other cards; all sets with {plan['matches']:,} matches each would take {matches['grid']:,}.",
        "",
        _answer(finalists),
    ]
    for row in finalists:
        lines += ["", f"{row['name']}: {VERDICTS.get(row['verdict'], 'not clear')}"]
        wide = max(len(one["aim"]) for one in row["aims"])
        lines += [f"  {one['aim']:{wide}}  {_figure(one)}" for one in row["aims"]]
    return "\n".join(lines)


def _answer(finalists: list[Json]) -> str:
    best = finalists[0]
    if best["verdict"] == MEETS:
        return f"Found: {best['name']}"
    if all(row["verdict"] == MISSES for row in finalists):
        return "None: no set of options that was tried reaches every aim. The closest are:"
    return "None: no set of options was shown to reach every aim. More --matches can decide about the closest:"


def _figure(one: Json) -> str:
    """Return the figure of an aim with its interval and verdict, such as ``13.9 (13.6 to 14.2), meets``."""
    if one["mean"] is None:
        return "nothing to measure"
    text = _number(one["mean"])
    if one["low"] is not None:
        text += f" ({_number(one['low'])} to {_number(one['high'])})"
    if one["aim"].startswith(SEATS):
        place = int(one["measure"].rpartition("_")[2])
        text += ", matches won by " + ("the first dealer" if not place else f"seat {place} after the first dealer")
    return f"{text}: {one['verdict']}"


def _number(value: float) -> str:
    """Return a number with three digits, such as ``0.342``, ``6.73`` or ``13.9``, and a proper minus sign.

    Below 1, it has three decimals; from 1,000, all digits of its integer part.
    """
    size = abs(float(f"{value:.3g}"))
    decimals = next((digits for digits, least in enumerate((100, 10, 1)) if size >= least), 3)
    return f"{value:.{decimals}f}".replace("-", "−")
