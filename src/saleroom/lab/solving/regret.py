"""Equilibria by counterfactual regret minimisation on a tree in arrays: CFR, CFR+, discounted CFR and external
sampling.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import solving
from saleroom.bots.compiled.solving import Tree, Walk

Variant = Literal["cfr", "cfr+", "dcfr", "mccfr"]
NEVER = -np.inf
_HOW = {"cfr": (False, NEVER, NEVER, 0.0), "cfr+": (True, NEVER, NEVER, 1.0), "dcfr": (False, 1.5, 0.0, 2.0)}
"""For each variant: whether regrets are clipped at 0, then the three discount parameters of `solving.iterate`."""
VARIANTS = (*_HOW, "mccfr")
"""All variants.

`mccfr` samples. Its iterations take a thousandth of the time of the other variants' iterations, but also make less
progress.
"""


@dataclass
class Solver:
    """Regret minimisation in progress. `strategy` is the average strategy so far."""

    tree: Tree
    variant: Variant = "cfr+"
    done: int = 0
    """Number of iterations so far."""
    seed: int = 0
    """Random seed of the sampling, used only if `variant` is ``mccfr``."""
    _regrets: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"the variant is {self.variant!r}; it must be {', '.join(VARIANTS)}")
        slots, nodes = len(self.tree.owner), len(self.tree.parent)
        self._regrets, self._total, self._now = np.zeros(slots), np.zeros(slots), np.zeros(slots)
        if self.variant == "mccfr":
            depth = np.zeros(len(self.tree.levels), np.int64)
            self._walk = Walk(_first_children(self.tree), self._now, np.zeros(slots), depth, depth.copy())
            self._rng = np.array([self.seed], np.uint64)
        else:
            self._reach, self._values = np.zeros((3, nodes)), np.zeros(nodes)

    def iterate(self, count: int) -> None:
        """Run `count` more iterations; each updates both seats in turn."""
        if self.variant == "mccfr":
            solving.sample(self.tree, self._walk, self._regrets, self._total, self._rng, count)
        else:
            work = self._regrets, self._total, self._now, self._reach, self._values
            solving.iterate(self.tree, *work, self.done, count, *_HOW[self.variant])
        self.done += count

    @property
    def strategy(self) -> NDArray[np.float64]:
        """Probability of each slot's action in the average strategy.

        The strategy is uniform in sets that were never reached.
        """
        return normalised(self.tree, self._total)


def _first_children(tree: Tree) -> NDArray[np.int64]:
    """Return the index of each node's first child, followed by the end index of all children.

    Children are contiguous, in the order of their parents.
    """
    return np.searchsorted(tree.parent, np.arange(len(tree.parent) + 1))


def normalised(tree: Tree, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return slot weights as probabilities within each set; a set whose weights are all 0 gets equal probabilities."""
    sums = np.add.reduceat(weights, tree.first_slot[:-1])
    widths = np.diff(tree.first_slot)
    alike = sums <= 0
    chances = np.where(np.repeat(alike, widths), 1.0, weights)
    return chances / np.repeat(np.where(alike, widths, sums), widths)


def deal_values(tree: Tree, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value of each deal for seat 0 under the strategy."""
    values = tree.payoff.copy()
    for start, end in zip(tree.levels[-2:0:-1], tree.levels[:1:-1], strict=True):
        nodes = np.arange(start, end)
        np.add.at(values, tree.parent[nodes], strategy[tree.slot[nodes]] * values[nodes])
    return values[: tree.levels[1]]


def answers(tree: Tree, strategy: NDArray[np.float64]) -> tuple[float, float]:
    """Return the value of each seat's best response to the other seat's strategy."""
    slots, nodes, sets = len(tree.owner), len(tree.parent), len(tree.first_slot) - 1
    room = np.zeros((3, nodes)), np.zeros(nodes), np.zeros(slots), np.zeros(sets, np.int64)
    return tuple(solving.best_answer(tree, strategy, seat, *room) for seat in range(2))  # type: ignore[return-value]


def exploitability(tree: Tree, strategy: NDArray[np.float64]) -> float:
    """Return the strategy's exploitability: half the sum of both seats' best-response values, as in OpenSpiel.

    In an equilibrium, it is 0.
    """
    return sum(answers(tree, strategy)) / 2
