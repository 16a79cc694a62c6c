"""Figures for docs/research/solved-games.md.

They show how solvers approach equilibria, and how seats bid in equilibria of small games.

`python -m docs.solved` draws the figures again, in a minute or two.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import matplotlib
import numpy as np

from saleroom.games import SMALL
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES
from saleroom.lab.solving import linear
from saleroom.lab.solving.perfect_information import informed
from saleroom.lab.solving.regret import Solver, deal_values, exploitability
from saleroom.lab.solving.solution_store import solution
from saleroom.lab.solving.trees import Solved, grow

GAME = "mini-pitch"
FOLDER = Path(__file__).parent
CHECKS = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
PASS, MOST = 52, 2
FORBIDDEN = 1_000.0
"""Penalty of a seat for a forbidden action, in points."""


def curves(solved: Solved) -> dict[str, list[tuple[float, float]]]:
    """Return pairs of seconds and exploitability for each variant of CFR."""
    found: dict[str, list[tuple[float, float]]] = {}
    for variant in ("cfr", "cfr+", "dcfr"):
        solver, seconds = Solver(solved.tree, variant), 0.0
        for done, until in pairwise(CHECKS):
            began = perf_counter()
            solver.iterate(until - done)
            seconds += perf_counter() - began
            found.setdefault(variant, []).append((seconds, exploitability(solved.tree, solver.strategy)))
    return found


def first_bids(solved: Solved, strategy: Any) -> dict[str, list[float]]:
    """Return, for each hand, the probabilities that eldest (the first bidder) passes, bids one and bids two."""
    tree, found = solved.tree, {}
    for node in range(tree.levels[1]):
        seat = int(tree.player[node])
        hand = " ".join(NAMES[card] for card in members(int(solved.deals[node]["hand"][seat])))
        children = np.flatnonzero(tree.parent[tree.levels[1] : tree.levels[2]] == node) + tree.levels[1]
        found[hand] = [float(strategy[tree.slot[child]]) for child in children]
    return found


def for_eldest(solved: Solved, forbidden: tuple[tuple[int, int], ...] = ()) -> float:
    """Return the value of a deal to eldest in equilibrium, without the forbidden pairs of auction turn and bid."""
    tree = solved.tree
    payoff = tree.payoff.copy()
    for node in np.flatnonzero(tree.player < 0).tolist():
        first = 1 - int(solved.deals[solved.deal_of(node)]["dealer"])
        path = solved.path(node)
        for turn, bid in forbidden:
            if path[turn] == PASS + bid:
                loser = (first + turn) % 2
                payoff[node] += FORBIDDEN if loser == 1 else -FORBIDDEN
    _, strategy = linear.solve(tree._replace(payoff=payoff))
    return solved.to_eldest(deal_values(solved.tree, strategy))


POKER = "mini-flop-poker"
RANKS = "JQKA"


def hand_in_words(hand: int, flop: int) -> str:
    """Return the words for the value of two cards, together with the card for sale."""
    one, other, sold = (NAMES[card][0] for card in [*members(hand), *members(flop)])
    if one == other:
        return "a pair"
    return "the flop makes a pair" if sold in (one, other) else f"{max(one, other, key=RANKS.index)} high"


def poker_bids() -> dict[str, dict[str, float]]:
    """Return the bidding probabilities in the stored equilibrium of Mini Flop Poker, by situation and hand."""
    kept = solution(POKER)
    tree, deals, strategy = kept.solved.tree, kept.solved.deals, kept.strategy
    child = np.searchsorted(tree.parent, np.arange(len(tree.parent) + 1))
    found: dict[str, dict[str, list[float]]] = {"eldest, 1": {}, "dealer, 1 after a pass": {}, "dealer, 2 over 1": {}}
    for node in range(tree.levels[1]):
        passed = child[node]
        bid = float(strategy[tree.slot[passed + 1]])
        for who, at, reach in zip(found, (node, passed, passed + 1), (1.0, 1 - bid, bid), strict=True):
            hand = hand_in_words(int(deals[node]["hand"][tree.player[at]]), int(deals[node]["flop"]))
            sums = found[who].setdefault(hand, [0.0, 0.0])
            sums[0] += reach * float(strategy[tree.slot[child[at] + 1]])
            sums[1] += reach
    return {who: {hand: likely / reach for hand, (likely, reach) in by.items()} for who, by in found.items()}


def draw_poker_bids() -> None:
    """Draw the probability of a bid for each kind of hand."""
    from matplotlib import pyplot

    bids = poker_bids()
    hands = ["Q high", "K high", "A high", "the flop makes a pair", "a pair"]
    figure, axes = pyplot.subplots(figsize=(6, 3.2))
    for at, (who, likely) in enumerate(bids.items()):
        axes.barh(np.arange(len(hands)) + 0.27 * (1 - at), [likely[hand] for hand in hands], 0.25, label=who)
    axes.set_yticks(range(len(hands)), hands)
    axes.set(xlabel="how likely, in an equilibrium", xlim=(0, 1))
    axes.legend()
    figure.tight_layout()
    figure.savefig(FOLDER / "solved-poker.png", dpi=110)


def price_of_information(solved: Solved) -> dict[str, float]:
    """Return the value of a deal to eldest, with normal information, and if one or both seats see all hands."""
    found = {"nobody": solved.tree, **{who: informed(solved, who) for who in ("eldest", "dealer", "both")}}
    return {who: solved.to_eldest(deal_values(tree, linear.solve(tree)[1])) for who, tree in found.items()}


def draw(solved: Solved) -> None:
    """Draw both figures."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.6))
    for variant, points in curves(solved).items():
        axes.loglog(*zip(*points, strict=True), marker=".", label=variant.upper())
    axes.set(xlabel="seconds, one core", ylabel="exploitability, points a deal")
    axes.legend()
    figure.tight_layout()
    figure.savefig(FOLDER / "solved-curves.png", dpi=110)
    bids = first_bids(solved, linear.solve(solved.tree)[1])
    hands = sorted(bids, key=lambda hand: bids[hand][::-1])
    figure, axes = pyplot.subplots(figsize=(6, 6))
    left = np.zeros(len(hands))
    for what, label in enumerate(("pass", "bid 1", "bid 2")):
        chances = np.array([bids[hand][what] for hand in hands])
        axes.barh(hands, chances, left=left, label=label)
        left += chances
    axes.set(xlabel="how likely, in an equilibrium", ylabel="eldest's hand")
    axes.tick_params(axis="y", labelsize=7)
    axes.legend()
    figure.tight_layout()
    figure.savefig(FOLDER / "solved-bids.png", dpi=110)


def main() -> None:
    """Draw the figures, and print the values of eldest's position and of its bids."""
    solved = grow(GAME)
    draw(solved)
    draw_poker_bids()
    rules = {
        "as it is": (),
        "eldest may not bid": ((0, 1), (0, 2)),
        "the dealer may not bid": ((1, 1), (1, 2)),
        "nobody may bid two": ((0, 2), (1, 2)),
        "nobody may bid": ((0, 1), (0, 2), (1, 1), (1, 2)),
    }
    for what, forbidden in rules.items():
        print(f"{what}: {for_eldest(solved, forbidden):+.4f}")
    for game in SMALL:
        for who, value in price_of_information(grow(game)).items():
            print(f"{game}, all cards seen by {who}: {value:+.4f}")


if __name__ == "__main__":
    main()
