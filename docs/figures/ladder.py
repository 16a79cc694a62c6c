"""Ladder of small games between the solved ones and the full games, with reference values.

    python -m docs.figures.ladder            # measure what ladder.json lacks, write the page, print the table
    python -m docs.figures.ladder --again    # measure everything again

A game whose tree fits into `MOST_NODES` gets exact values. A larger game gets bounds from random deals in which one
side sees all hands, and from a learned response. Intervals are at 95 %.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from docs.pages import table
from saleroom.games import load
from saleroom.kernel.cards import suit_set
from saleroom.kernel.small_games import SUITS
from saleroom.lab.exploit.command import ExploitRequest, exploit
from saleroom.lab.reports.wording import number
from saleroom.lab.solving.perfect_information import clairvoyant_values
from saleroom.lab.solving.regret import Solver, answers, deal_values, normalised
from saleroom.lab.solving.trees import Solved, grow_against_all
from saleroom.statistics.estimates import estimate

FILE = Path(__file__).with_suffix(".json")
MOST_NODES = 1_500_000
"""Maximum number of nodes of a tree with exact values; a sample of deals has at most as many."""
WITHIN = 2e-3
"""Exploitability at which the solver stops, in points or chips a deal."""
POSITIONS = 500
"""Positions for an estimate of the number of information sets."""
HOURS, DEALS = 0.5 / 60, 300
"""Training time of a learned response, and the number of deals that measure it."""
ELDEST = 1

Interval = tuple[float, float]


class Rung(NamedTuple):
    """One game of the ladder."""

    game: str
    seats: int
    options: Mapping[str, int]
    deals: int = 0
    """Number of random deals; 0 for a game whose whole tree is grown."""

    @property
    def cards(self) -> int:
        """Number of cards in the pack."""
        return SUITS * self.complete["ranks"]

    @property
    def complete(self) -> dict[str, Any]:
        """All options, with their default values."""
        return load(self.game).settle_options(self.options, self.seats)

    @property
    def name(self) -> str:
        """Arguments of a command that chooses this game."""
        return " ".join(
            [self.game, f"--seats {self.seats}", *(f"-o {key}={value}" for key, value in self.options.items())]
        )


RUNGS = (
    Rung("mini-pitch", 2, {"ranks": 6}),
    Rung("mini-pitch", 3, {}),
    Rung("mini-pitch", 3, {"ranks": 6}, deals=100),
    Rung("mini-pitch", 4, {"ranks": 6}, deals=50),
    Rung("mini-pitch", 3, {"ranks": 13}, deals=100),
)


def measure(rung: Rung) -> dict[str, Any]:
    """Return the reference values of a game."""
    began = time.process_time()
    sample = (rung.deals, 0) if rung.deals else None
    trees = [grow_against_all(rung.game, rung.seats, lone, sample, **rung.options) for lone in range(rung.seats)]
    found = (bounds if rung.deals else exact)(trees)
    if rung.deals:
        found["information_sets"] = information_sets(trees, rung)
        found["gain"] = [learned(rung), found["gain"][1]]
    row = {"game": rung.name, "seats": rung.seats, "cards": rung.cards, "deals": rung.deals, **found}
    return {**row, "processor_seconds": round(time.process_time() - began, 1)}


def exact(trees: list[Solved]) -> dict[str, Any]:
    """Return the values of a game with all its deals; `trees` has one tree for each lone seat."""
    sets = sum(len(np.unique(one.tree.set_of[one.tree.owner == 0])) for one in trees)
    gains = [best_gain(one) for one in trees]
    secured = [guaranteed(one) for one in trees]
    payoff = secured[ELDEST], -sum(secured[:ELDEST] + secured[ELDEST + 1 :])
    return {"information_sets": [sets * len(trees)] * 2, "gain": [float(np.mean(gains))] * 2, "to_eldest": list(payoff)}


def uniform(solved: Solved) -> NDArray[np.float64]:
    """Return random play: all actions of an information set are equally likely."""
    return normalised(solved.tree, np.zeros(len(solved.tree.owner)))


def best_gain(solved: Solved) -> float:
    """Return what the best response of the lone seat gains over random play, against random play."""
    return answers(solved.tree, uniform(solved))[0] - float(deal_values(solved.tree, uniform(solved)).mean())


def guaranteed(solved: Solved) -> float:
    """Return the score that a strategy of the lone seat guarantees; no other guarantees more than 2 `WITHIN` above."""
    solver, more = Solver(solved.tree, "cfr+"), 50
    while True:
        solver.iterate(more)
        others, lone = answers(solved.tree, solver.strategy)[::-1]
        if others + lone <= 2 * WITHIN:
            return -others
        more = solver.done // 2


def bounds(trees: list[Solved]) -> dict[str, Any]:
    """Return bounds from random deals: of the gain over random play, and of eldest's payoff."""
    gains = [clairvoyant_values(one.tree, uniform(one), 0) - deal_values(one.tree, uniform(one)) for one in trees]
    secured = [-clairvoyant_values(one.tree, without_bids(one), 1) for one in trees]
    lower, rest = secured[ELDEST], sum(secured[:ELDEST] + secured[ELDEST + 1 :])
    payoff = estimate(lower).low, estimate(-np.asarray(rest)).high
    return {"gain": [None, estimate(np.mean(gains, axis=0)).high], "to_eldest": payoff}


def without_bids(solved: Solved) -> NDArray[np.float64]:
    """Return a strategy that passes where it may, and else plays at random."""
    passing = solved.actions == solved.game.parse_action(solved.deals[0], ELDEST, "pass")
    may_pass = np.add.reduceat(passing, solved.tree.first_slot[:-1]) > 0
    return normalised(solved.tree, np.where(may_pass[solved.tree.set_of], passing, 1.0))


def information_sets(trees: list[Solved], rung: Rung) -> Interval:
    """Return an interval of the number of information sets, from random positions of random deals.

    A set of size n has n positions, so each position counts as the n-th part of a set.
    """
    chance, spec = np.random.default_rng(0), load(rung.game)
    total = np.zeros(POSITIONS)
    for lone, solved in enumerate(trees):
        own = np.flatnonzero(solved.tree.player == 0)
        shares = [1 / consistent(spec, solved.state_at(int(node)), lone) for node in chance.choice(own, POSITIONS)]
        total += np.array(shares) * len(own) / len(solved.deals)
    found = estimate(total * all_deals(rung) * rung.seats)
    return found.low or 0.0, found.high or 0.0


def all_deals(rung: Rung) -> int:
    """Return the number of deals with a given dealer."""
    dealt, left, count = rung.complete["dealt"], rung.cards, 1
    for _ in range(rung.seats):
        count, left = count * comb(left, dealt), left - dealt
    return count * (left if load(rung.game).upturned else 1)


def consistent(spec: Any, state: Any, seat: int) -> int:
    """Return how many ways there are to fill the hands that `seat` does not see."""
    view = spec.record.view(state, seat)[0]
    hands = spec.holdings(view, seat)
    by_suit = [[(one.may & int(suit_set(suit))).bit_count() for suit in range(SUITS)] for one in hands]
    unseen = np.max(by_suit, axis=0).tolist()
    return ways(tuple(one.size for one in hands), tuple(tuple(count > 0 for count in row) for row in by_suit), *unseen)


def ways(sizes: Sequence[int], may: Sequence[Sequence[bool]], clubs: int, diamonds: int) -> int:
    """Return how many ways there are to fill hands of these sizes; `may` is whether a hand can contain each suit."""
    if not sizes:
        return 1
    return sum(
        comb(clubs, of_clubs)
        * comb(diamonds, sizes[0] - of_clubs)
        * ways(sizes[1:], may[1:], clubs - of_clubs, diamonds - sizes[0] + of_clubs)
        for of_clubs in range(sizes[0] + 1)
        if of_clubs <= clubs and sizes[0] - of_clubs <= diamonds
        if (may[0][0] or not of_clubs) and (may[0][1] or of_clubs == sizes[0])
    )


def learned(rung: Rung) -> float:
    """Return the lower end of the interval of what a learned response gains over random play."""
    with TemporaryDirectory() as folder:
        request = ExploitRequest("random", rung.options, rung.seats, HOURS, Path(folder), DEALS, jobs=1)
        return exploit(load(rung.game), request, lambda: None, lambda words: None)["lower_bound"]


def rows() -> list[dict[str, Any]]:
    """Return the stored reference values of all games that have been measured."""
    return json.loads(FILE.read_text("utf-8"))["rows"] if FILE.exists() else []


def block() -> str:
    """Return the table of the ladder."""
    head = ["game", "cards", "information sets", "gain over random play", "eldest's payoff", "processor time"]
    return table(head, [_line(row) for row in rows()])


def _line(row: Mapping[str, Any]) -> list[str]:
    sets, gain, payoff = row["information_sets"], row["gain"], row["to_eldest"]
    return [
        f"`{row['game']}`",
        str(row["cards"]),
        f"{sets[0]:,}" if sets[0] == sets[1] else f"{sets[0]:.1e} to {sets[1]:.1e}",
        number(gain[0]) if gain[0] == gain[1] else f"{number(gain[0])} to {number(gain[1])}",
        f"{number(payoff[0], signed=True)} to {number(payoff[1], signed=True)}",
        f"{row['processor_seconds']:.0f} s",
    ]


def main(arguments: list[str]) -> None:
    """Measure the games that have no stored values, and write and print the table."""
    found = {} if "--again" in arguments else {row["game"]: row for row in rows()}
    for rung in RUNGS:
        if rung.name not in found:
            found[rung.name] = measure(rung)
        kept = [found[one.name] for one in RUNGS if one.name in found]
        FILE.write_text(json.dumps({"rows": kept}, indent=1) + "\n", "utf-8")
    from docs.figures import blocks  # it reads this module

    blocks.write()
    print(block())


if __name__ == "__main__":
    main(sys.argv[1:])
