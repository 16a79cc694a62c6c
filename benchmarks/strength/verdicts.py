"""Verdicts from the clusters: differences, shares of the clairvoyant's lead, and the calibration of bids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.strength.cells import SETS, SETS_OF_OPTIONS, SHARED, Cell
from benchmarks.strength.playing import Kept, Line
from saleroom.statistics.estimates import WORSE, Estimate, estimate, ratio, verdicts
from saleroom.statistics.sequences import judgement, sequence

QUICKER = 50
"""Target for the ratio of the decision times of `hard` and `trained`."""
MOST_GROUPS = 6
"""Maximum number of rows by price.

With more prices than this, a row stands for several prices, chosen so that the rows have similar numbers of bids.
"""
KINDS = {"bid": "when it bid", "won": "when it had won the auction", "laid": "when it laid a card in the auction"}


def share(hard: Sequence[float], clairvoyant: Sequence[float]) -> Estimate:
    """Return the ratio of two means over the same clusters, with its interval by the delta method.

    If the clairvoyant's own lead is not significant, the ratio would be meaningless, and the estimate has no values.
    """
    x, y = np.array(hard), np.array(clairvoyant)
    edge = sequence(clairvoyant)
    if edge.low is None or edge.low <= 0:
        return Estimate(None, None, None, None, len(y))
    mean = x.mean() / y.mean()
    # linearised values, which have the mean 0 and the standard error of the ratio
    around = sequence(((x - mean * y) / y.mean()).tolist())
    if around.low is None:
        return Estimate(float(mean), None, None, None, len(y))
    half = around.half
    return Estimate(float(mean), around.error, float(mean - half), float(mean + half), len(y))


def judged(kept: Kept) -> dict[str, Any]:
    """Return the figure of a cell, for the table and for JSON."""
    lead, cell = sequence(kept.values), kept.cell
    figure = {**_place(cell), **lead.as_dict(), "verdict": judgement(lead), "seconds": round(kept.seconds)}
    return figure | {"players": list(cell.line_up), "each": [kept.each(name) for name in cell.line_up]}


def _place(cell: Cell) -> dict[str, Any]:
    return {"row": cell.row.name, "game": cell.game, "seats": cell.seats}


def shares(all_kept: Iterable[Kept]) -> list[dict[str, Any]]:
    """Return other players' leads as shares of the clairvoyant's lead, for tables where both played the same cards."""
    played = {(kept.cell.row.name, kept.cell.game, kept.cell.seats): kept.values for kept in all_kept}
    figures = []
    for (row, game, seats), values in played.items():
        whole = played.get(("clairvoyant", game, seats), [])
        count = min(len(whole), len(values))
        if row in SHARED and count > 1:
            place = {"row": f"share-{row}", "game": game, "seats": seats}
            figures.append({**place, **share(values[:count], whole[:count]).as_dict()})
    return figures


def quickness(all_kept: Iterable[Kept]) -> list[dict[str, Any]]:
    """Return the ratio of the decision times of `hard` and `trained`, for every table where both players have
    played.
    """
    each = {
        (name, kept.cell.game, kept.cell.seats): taken
        for kept in all_kept
        for row, name in (("trained", "trained"), ("deals", "hard"))
        if kept.cell.row.name == row and (taken := kept.each(name))
    }
    return [
        {"row": "quickness", "game": game, "seats": seats, "ratio": each["hard", game, seats] / taken}
        for (name, game, seats), taken in each.items()
        if name == "trained" and ("hard", game, seats) in each
    ]


def by_set(all_kept: Iterable[Kept]) -> list[dict[str, Any]]:
    """Return a figure for each set of options. The sets of one game are judged together, like the pairs of an arena."""
    figures = []
    for kept in all_kept:
        if kept.cell.row.tables != SETS_OF_OPTIONS:
            continue
        each = [estimate(kept.values[at::SETS]) for at in range(SETS)]
        for plan, one, said in zip(kept.cell.plans, each, verdicts(each), strict=True):
            place = {"game": plan.game, "seats": plan.seats, "options": dict(plan.options)}
            figures.append({**place, **one.as_dict(), "verdict": said})
    return figures


def calibration(all_kept: Iterable[Kept]) -> list[dict[str, Any]]:
    """Return expected and actual results of bids, by game, by the moment of the estimate, and by price."""
    figures = []
    for kept in all_kept:
        if not kept.cell.notes_bids:
            continue
        for kind in KINDS:
            bids = [(line, bid) for line in kept.whole for bid in line["bids"] if bid[0] == kind]
            if not bids:
                continue
            for prices in [None, *groups([bid[1] for _, bid in bids if bid[1] is not None])]:
                some = [(line, bid) for line, bid in bids if prices is None or _is_within(bid[1], prices)]
                place = {"game": kept.cell.game, "seats": kept.cell.seats, "kind": kind, "prices": prices}
                figures.append(place | _error(some))
    return figures


def _is_within(price: int | None, prices: tuple[int, int]) -> bool:
    return price is not None and prices[0] <= price <= prices[1]


def groups(prices: Sequence[int]) -> list[tuple[int, int]]:
    """Return spans of prices as (first, last): one span per price or, if there are many prices, groups of similar
    frequency.
    """
    if not prices:
        return []
    distinct, counts = np.unique(np.array(prices, np.int64), return_counts=True)
    if len(distinct) <= MOST_GROUPS:
        return [(int(price), int(price)) for price in distinct]
    before = np.cumsum(counts) - counts
    group = before * MOST_GROUPS // counts.sum()
    return [(int(distinct[group == g][0]), int(distinct[group == g][-1])) for g in np.unique(group)]


def _error(bids: list[tuple[Line, list[Any]]]) -> dict[str, Any]:
    """Return the mean difference of actual and expected results, with an interval from the clusters."""
    sums: dict[int, list[float]] = {}
    for line, (_, _, expected, made) in bids:
        so_far = sums.setdefault(line["cluster"], [0.0, 0])
        so_far[0] += made - expected
        so_far[1] += 1
    errors = ratio([total for total, _ in sums.values()], [number for _, number in sums.values()])
    return {
        "bids": len(bids),
        "expected": _mean(bid[2] for _, bid in bids),
        "made": _mean(bid[3] for _, bid in bids),
        "error": errors.as_dict(),
        "contains_0": None if errors.low is None or errors.high is None else errors.low <= 0 <= errors.high,
    }


def _mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else None


def shortfalls(report: Mapping[str, Any]) -> list[str]:
    """Return one line for each claim that the figures do not support."""
    lines = [
        f"{at['row']}: {at['game']}, {at['seats']} seats: {at['verdict']}"
        for at in report["cells"]
        if at["verdict"] != "better"
    ]
    lines += [
        f"options: {at['game']}, {at['seats']} seats, {at['options']}: {at['mean']:+.2f}"
        for at in report["sets"]
        if at["verdict"] == WORSE
    ]
    lines += [
        f"quickness: {at['game']}, {at['seats']} seats: {at['ratio']:.0f} ×"
        for at in report["quickness"]
        if at["ratio"] < QUICKER
    ]
    lines += [
        f"simulations: {figure['measure']}: {figure['ratio'] or 0:.1f} ×"
        for figure in report["simulations"]
        if figure["met"] is False
    ]
    lines += [
        f"calibration: {at['game']}, {at['seats']} seats, {KINDS[at['kind']]}: off by {at['error']['mean']:+.2f}"
        for at in report["calibration"]
        if at["prices"] is None and at["contains_0"] is False
    ]
    return lines
