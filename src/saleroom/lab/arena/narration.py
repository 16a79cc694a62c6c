"""Results of an arena as sentences and a small table.

The sentences claim only what the confidence intervals support.
"""

from __future__ import annotations

from typing import Any

from saleroom.lab.protocol_errors import sentences as lapses_told
from saleroom.lab.reports.wording import duration, no_interval, number, span
from saleroom.statistics.estimates import ALIKE, BETTER, LEAST, TOO_FEW, WORSE
from saleroom.toolkit.text.counts import DEALS, MATCHES, SEATINGS, counted

Summary = dict[str, Any]

MOST_TOLD = 6  # maximum number of pairs without a significant difference that get one line each


def scale(summary: Summary) -> float:
    """Return the factor by which values are multiplied in texts: texts give wins per 100 matches."""
    return 100.0 if summary["measure"] == "wins" else 1.0


def unit(summary: Summary) -> str:
    """Return the unit of the measure, as used in texts."""
    return "wins in 100 matches" if summary["measure"] == "wins" else f"{summary['unit']} a deal"


def within_shares(interval: dict[str, Any]) -> dict[str, Any]:
    """Return the interval of a share, clipped to the range from 0 to 1, because a t-interval can extend beyond it."""
    if interval["low"] is None:
        return interval
    return {**interval, "low": max(interval["low"], 0.0), "high": min(interval["high"], 1.0)}


def sentences(summary: Summary) -> tuple[list[str], list[str]]:
    """Return two lists of sentences, one sentence for each pair of players.

    The first list is about pairs with a significant difference, the second about the other pairs.
    """
    called, others = [], []
    for pair in summary["pairs"]:
        (called if pair["verdict"] in (BETTER, WORSE) else others).append(pair_sentence(summary, pair))
    return called, others


def pair_sentence(summary: Summary, pair: dict[str, Any]) -> str:
    """Return the sentence about a pair of players."""
    a, b, difference = pair["a"], pair["b"], pair["difference"]
    by, what = scale(summary), unit(summary)
    if pair["verdict"] == TOO_FEW:
        return (
            f"Nothing can be said of {a} and {b} yet: {sample(summary['counts']['deals'], summary)} played, "
            f"{LEAST} are the least."
        )
    if difference["mean"] == 0:
        return f"{a} and {b} are not told apart: no difference was seen."
    if difference["mean"] < 0:
        a, b = b, a
        difference = turned(difference)
    amount = f"{number(difference['mean'] * by)} {what} more"
    if pair["verdict"] in (BETTER, WORSE):
        return f"{a} is better than {b}: a seat brings it {amount} (95 % interval {span(difference, by)})."
    if pair["verdict"] == ALIKE:
        return f"Nothing can be said of {a} and {b} yet: a seat brought {a} {amount}, but {no_interval(difference)}."
    text = f"{a} and {b} are not told apart: a seat brought {a} {amount}"
    if difference["low"] <= 0:
        return f"{text}, but the 95 % interval contains 0 ({span(difference, by)})."
    pairs = len(summary["pairs"])
    return (
        f"{text} ({span(difference, by)}), but among {pairs} pairs of equal players that is seen too often by chance."
    )


def turned(difference: dict[str, Any]) -> dict[str, Any]:
    """Return a difference with its two players exchanged."""
    low, high = difference["low"], difference["high"]
    ends = {"low": None, "high": None} if low is None or high is None else {"low": -high, "high": -low}
    return {**difference, "mean": -difference["mean"], **ends}


def sample(deals: int, summary: Summary) -> str:
    """Return a number of clusters as text: a number of deals or of matches."""
    return counted(deals, MATCHES if summary["measure"] == "wins" else DEALS)


def sample_sentence(summary: Summary) -> str:
    """Return a line that says what was played."""
    counts, plan = summary["counts"], summary["plan"]
    cards = sample(counts["deals"], summary)
    return (
        f"{cards} of {summary['title']} with {plan['seats']} seats, each under "
        f"{counted(counts['seatings'], SEATINGS)}: {counts['played']} played"
    )


def table(summary: Summary) -> str:
    """Return the terminal output, with a line for each player and a sentence for each pair."""
    wins = summary["measure"] == "wins"
    ratings = {rating["player"]: rating for rating in summary["ratings"]}
    wide = max(6, *(len(player["player"]) for player in summary["players"]))
    head = f"{'player':{wide}}  seats  {'wins' if wins else 'mean score':>10}  {'95 % interval':>18}  rating"
    rows = [sample_sentence(summary), head]
    for player in summary["players"]:
        shown, by = (within_shares(player["wins"]), 100.0) if wins else (player["score"], 1.0)
        mean = f"{number(shown['mean'] * by)}{' %' if wins else ''}"
        rating = ratings[player["player"]]
        rows.append(
            f"{player['player']:{wide}}  {player['seats']:5}  {mean:>10}  {span(shown, by):>18}  "
            f"{rating['mu']:.1f} ± {rating['sigma']:.1f}"
        )
    called, others = sentences(summary)
    if len(others) > MOST_TOLD:
        others = [f"{len(others)} other pairs are not told apart."]
    return "\n".join([*rows, *called, *others, *control(summary), *times(summary), *lapses(summary)])


def control(summary: Summary) -> list[str]:
    """Return a line about the effect of control variates, or an empty list if none are used."""
    controlled = [pair for pair in summary["pairs"] if "plain" in pair]
    return [
        f"Control variates: without them {pair['a']} would be ahead of {pair['b']} by "
        f"{number(pair['plain']['mean'] * scale(summary))} ({span(pair['plain'], scale(summary))})."
        for pair in controlled
    ]


def times(summary: Summary) -> list[str]:
    """Return a line with the processor time of each player's decisions, or an empty list if no decisions were timed."""
    known = [f"{one['player']} {duration(one['cpu'] / one['decisions'])}" for one in summary["times"]]
    return [f"Processor time a decision: {', '.join(known)}."] if known else []


def lapses(summary: Summary) -> list[str]:
    """Return a line about protocol errors for each player that is an external program."""
    return list(lapses_told(summary["lapses"], summary["failures"]))
