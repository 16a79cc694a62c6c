"""Summary of an arena: one object with all results, for the terminal, the report and JSON."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import numpy as np

from saleroom.games import load
from saleroom.lab.arena.differences import by_cluster, differences, measure_of, plain
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import LAPSES
from saleroom.lab.arena.ratings import rate
from saleroom.lab.arena.times import Times, total
from saleroom.lab.protocol_errors import ProtocolErrors, all_counts
from saleroom.statistics.estimates import estimate, ratio, verdicts

Row = dict[str, Any]
Summary = dict[str, Any]

FORMAT = "saleroom-arena-summary/1"
FROM = (0, 1, 2, 3, 4, 5, 6, 11, 21, 51)
"""First price of each group; a group ends where the next begins."""


def summarise(plan: Plan, rows: list[Row], took: Times | None = None) -> Summary:
    """Return the summary of a plan's complete clusters, in the format of `docs/research/arena.md`.

    `took` has the known times of the players' decisions.
    """
    measure, errors = measure_of(plan), protocol_errors(plan, rows, took or {})
    return {
        "format": FORMAT,
        "plan": {**plan.header(), "deals": plan.deals},
        "reordered": plan.reordered,
        "measure": measure,
        "title": load(plan.game).title,
        "unit": load(plan.game).unit,
        "counts": {
            "deals": len(rows) // plan.turns,
            "seatings": plan.turns,
            "played": len(rows),
            "decisions": sum(row["decisions"] for row in rows),
        },
        "players": _players(plan, rows, measure),
        "pairs": _pairs(plan, rows),
        "ratings": _ratings(plan, rows),
        "seats": _seats(plan, rows, measure),
        "bids": _bids(plan, rows),
        "length": {name: _length(plan, rows, name) for name in ("deals", "decisions")},
        "times": _times(plan, took or {}),
        "lapses": {name: all_counts(numbers) for name, numbers in errors.counts.items()},
        "failures": errors.failures,
    }


def _players(plan: Plan, rows: list[Row], measure: str) -> list[dict[str, Any]]:
    """Return each player's mean score per seat.

    For matches, add the player's share of wins, and by how much it exceeds the player's share of the seats.
    """
    scores, values = by_cluster(plan.names, rows, "scores"), by_cluster(plan.names, rows, measure)
    entries = []
    for index, name in enumerate(plan.names):
        seats = plan.line_up.count(name)
        entry = {"player": name, "seats": seats, "score": estimate(scores[:, index]).as_dict()}
        if plan.matches:
            share = values[:, index] * seats
            entry["wins"] = estimate(share).as_dict()
            entry["edge"] = estimate(share - seats / plan.seats).as_dict()
        entries.append(entry)
    return entries


def _pairs(plan: Plan, rows: list[Row]) -> list[dict[str, Any]]:
    """Return the difference between the results of each pair of players, with the verdict on its significance."""
    scores = by_cluster(plan.names, rows, "scores")
    pairs = list(combinations(range(len(plan.names)), 2))
    estimates, uncontrolled = differences(plan, rows), plain(plan, rows)
    entries = []
    for index, ((a, b), verdict) in enumerate(zip(pairs, verdicts(estimates), strict=True)):
        entry = {"a": plan.names[a], "b": plan.names[b], "difference": estimates[index].as_dict(), "verdict": verdict}
        if plan.control:
            entry["plain"] = uncontrolled[index].as_dict()
        if plan.matches:
            entry["score"] = estimate(scores[:, a] - scores[:, b]).as_dict()
        entries.append(entry)
    return entries


def _times(plan: Plan, took: Times) -> list[dict[str, Any]]:
    """Return the times of the decisions of each player that was timed."""
    spending = total(took.values())
    return [{"player": name, **spending[name].as_dict()} for name in plan.names if name in spending]


def protocol_errors(plan: Plan, rows: list[Row], took: Times) -> ProtocolErrors:
    """Return the protocol errors of the programs among the players, with the first failure of each."""
    errors = ProtocolErrors()
    for row in rows if plan.programs else ():
        errors.add(row[LAPSES], {})
    spending = total(took[cluster] for cluster in sorted(took))
    errors.add({}, {name: spending[name].failure for name in plan.programs if name in spending})
    return errors


def _ratings(plan: Plan, rows: list[Row]) -> list[dict[str, Any]]:
    """Return the ratings, sorted by ordinal, the best first."""
    rated = rate(plan.names, rows).items()
    return [
        {"player": name, "mu": rating.mu, "sigma": rating.sigma, "ordinal": rating.ordinal}
        for name, rating in sorted(rated, key=lambda item: -item[1].ordinal)
    ]


def _seats(plan: Plan, rows: list[Row], measure: str) -> list[dict[str, Any]]:
    """Return the measure by player and distance from the first dealer.

    The first dealer has distance 0, and the seat to the dealer's left has distance 1.
    """
    sums: dict[tuple[str, int], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for seat, (name, value) in enumerate(zip(row["players"], row[measure], strict=True)):
            sums[name, (seat - row["dealer"]) % plan.seats][row["cluster"]].append(value)
    return [
        {
            "player": name,
            "place": place,
            measure: estimate([np.mean(values) for values in sums[name, place].values()]).as_dict(),
        }
        for name in plan.names
        for place in range(plan.seats)
    ]


def _bids(plan: Plan, rows: list[Row]) -> list[dict[str, Any]]:
    """Return the outcomes of each player's last bids in auctions, by price and for all bids together."""
    bids = [(bid, row["players"][bid["seat"]], row["cluster"]) for row in rows for bid in row["bids"]]
    table = []
    for name in plan.names:
        own = [(bid, cluster) for bid, who, cluster in bids if who == name]
        groups: dict[int, list[tuple[Row, int]]] = defaultdict(list)
        for bid, cluster in own:
            if bid["price"] is not None:
                groups[max(start for start in FROM if start <= bid["price"])].append((bid, cluster))
        for start in sorted(groups):
            prices = [bid["price"] for bid, _ in groups[start]]
            table.append({"player": name, "low": min(prices), "high": max(prices), **_outcome(groups[start])})
        if own:
            table.append({"player": name, "low": None, "high": None, **_outcome(own)})
    return table


def _outcome(bids: list[tuple[Row, int]]) -> dict[str, Any]:
    """Return the expected and actual results of the given bids, first for all bids and then for the winning bids.

    The error is computed over all bids. Winning bids are a biased sample, because no other player thought them worth
    beating. Even a well-calibrated bidder can score less with winning bids than expected.
    """
    known = [(bid, cluster) for bid, cluster in bids if bid["expected"] is not None]
    won = [(bid, cluster) for bid, cluster in bids if bid["won"]]
    return {
        "number": len(bids),
        "expected": float(np.mean([bid["expected"] for bid, _ in known])) if known else None,
        "made": _mean([(bid["made"], cluster) for bid, cluster in bids]),
        "error": _mean([(bid["made"] - bid["expected"], cluster) for bid, cluster in known]),
        "won": len(won),
        "won_made": _mean([(bid["made"], cluster) for bid, cluster in won]),
        "won_paid": _mean([(float(bid["made"] > 0), cluster) for bid, cluster in won]),
    }


def _mean(values: list[tuple[float, int]]) -> dict[str, Any]:
    """Return the mean of values with its interval. Each value is given in a pair with the number of its cluster."""
    sums: dict[int, list[float]] = defaultdict(list)
    for value, cluster in values:
        sums[cluster].append(value)
    groups = sums.values()
    return ratio([sum(group) for group in groups], [len(group) for group in groups]).as_dict()


def _length(plan: Plan, rows: list[Row], name: str) -> dict[str, Any]:
    """Return the mean of the row entry `name`, a length of play.

    Each cluster counts as one observation: the mean over its seatings.
    """
    each = np.array([row[name] for row in rows], np.float64).reshape(-1, plan.turns)
    return estimate(each.mean(axis=1)).as_dict()
