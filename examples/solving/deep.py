"""Deep CFR, which uses nets instead of tables of regrets, on the tree of a small game.

In each iteration, traversals by external sampling compute the advantage of each action. For each seat, a net is trained
from scratch on all traversals so far, with more weight on later traversals. This net gives the strategy of the next
iteration. Another net learns the average strategy. With a squared loss, training on the weighted mean of an information
set's samples is equivalent to training on every sample. Only these means are therefore stored.

Brown, Lerer, Gross and Sandholm, "Deep counterfactual regret minimization", 2019.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from saleroom.bots.compiled.solving import TERMINAL
from saleroom.lab.solving.trees import Solved

WIDTHS = 64, 64
RATE = 3e-3
SMALLEST = 1e-9


class Said:
    """Weighted sums of samples for each slot, and total weights for each information set."""

    def __init__(self, slots: int, sets: int) -> None:
        self.sums, self.weights = np.zeros(slots), np.zeros(sets)

    def add(self, at: int, start: int, values: list[float], weight: float) -> None:
        """Add the values from one visit to the information set `at`, whose slots begin at `start`."""
        self.weights[at] += weight
        for place, value in enumerate(values):
            self.sums[start + place] += weight * value


class DeepCFR:
    """A Deep CFR run in progress."""

    def __init__(self, solved: Solved, told: NDArray[Any], traversals: int, lessons: int, seed: int = 0) -> None:
        """Set up the run: `told` are features of each information set, `lessons` the number of training steps per
        net.
        """
        tree = solved.tree
        self.tree, self.told, self.traversals, self.lessons = tree, jnp.asarray(told, jnp.float32), traversals, lessons
        self.done, self._seed = 0, seed
        self._chance = np.random.default_rng(seed)
        slots, sets = len(tree.owner), len(tree.first_slot) - 1
        self._width = int(np.diff(tree.first_slot).max())
        self._place = np.arange(slots) - tree.first_slot[tree.set_of]
        self._regrets, self._average = Said(slots, sets), Said(slots, sets)
        self._advantages = np.zeros(slots)
        children = np.searchsorted(tree.parent, np.arange(len(tree.parent) + 1))
        self._lists = [column.tolist() for column in (tree.player, tree.payoff, children, tree.slot, tree.set_of)]
        self._owner = tree.owner[tree.first_slot[:-1]]

    def iterate(self) -> None:
        """Do one iteration, which runs traversals and trains a net for each seat in turn."""
        self.done += 1
        for seat in range(2):
            strategy = self._matched().tolist()
            for deal in self._chance.integers(self.tree.levels[1], size=self.traversals).tolist():
                self._walk(deal, seat, strategy)
            mine = self._owner == seat
            learned = self._learn(self._regrets, np.where(mine, self._regrets.weights, 0))
            self._advantages = np.where(self.tree.owner == seat, learned, self._advantages)

    def strategy(self) -> NDArray[np.float64]:
        """Train a net on the average strategy, and return its probability for each slot's action."""
        return self._shares(np.maximum(self._learn(self._average, self._average.weights), SMALLEST))

    def _walk(self, node: int, seat: int, strategy: list[float]) -> float:
        """Return a node's value to `seat`, for which all actions are tried.

        For the other seat, only one sampled action is tried.
        """
        player, payoff, children, slots, set_of = self._lists
        if player[node] == TERMINAL:
            return payoff[node] if seat == 0 else -payoff[node]
        child, width = children[node], children[node + 1] - children[node]
        start = slots[child]
        chances = strategy[start : start + width]
        if player[node] != seat:
            self._average.add(set_of[start], start, chances, self.done)
            pick, left = 0, self._chance.random()
            while pick < width - 1 and (left := left - chances[pick]) >= 0:
                pick += 1
            return self._walk(child + pick, seat, strategy)
        worth = [self._walk(child + place, seat, strategy) for place in range(width)]
        mean = sum(chance * value for chance, value in zip(chances, worth, strict=True))
        self._regrets.add(set_of[start], start, [value - mean for value in worth], self.done)
        return mean

    def _matched(self) -> NDArray[np.float64]:
        """Return action probabilities in proportion to positive advantages.

        If no advantage in an information set is positive, the action with the largest advantage gets probability 1.
        """
        tree = self.tree
        positive = np.maximum(self._advantages, 0)
        largest = np.maximum.reduceat(self._advantages, tree.first_slot[:-1])[tree.set_of]
        none = np.add.reduceat(positive, tree.first_slot[:-1])[tree.set_of] <= 0
        return self._shares(np.where(none, self._advantages == largest, positive))

    def _shares(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        return weights / np.add.reduceat(weights, self.tree.first_slot[:-1])[self.tree.set_of]

    def _learn(self, said: Said, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the output of a newly trained net for each slot."""
        set_of, means = self.tree.set_of, np.zeros((len(weights), self._width))
        means[set_of, self._place] = said.sums / np.maximum(said.weights[set_of], SMALLEST)
        real = np.zeros(means.shape, np.bool_)
        real[set_of, self._place] = True
        counts = np.where(real, (weights / max(weights.mean(), SMALLEST))[:, None], 0)
        net = _new_net(self._seed + self.done, self.told.shape[1], self._width)
        answers = _taught(
            net, self.told, jnp.asarray(means, jnp.float32), jnp.asarray(counts, jnp.float32), self.lessons
        )
        return np.asarray(answers, np.float64)[set_of, self._place]


OPTIMISER = optax.adam(RATE)


def _new_net(seed: int, told: int, width: int) -> Any:
    """Return weights and biases of an untrained net."""
    chance, ends = np.random.default_rng(seed), (told, *WIDTHS, width)
    return [
        (jnp.asarray(chance.normal(0, (2 / fan_in) ** 0.5, (fan_in, out)), jnp.float32), jnp.zeros(out))
        for fan_in, out in pairwise(ends)
    ]


def _answer(net: Any, told: Any) -> Any:
    for weights, bias in net[:-1]:
        told = jax.nn.relu(told @ weights + bias)
    return told @ net[-1][0] + net[-1][1]


@jax.jit
def _taught(net: Any, told: Any, wanted: Any, counts: Any, lessons: Any) -> Any:
    """Return a net's output after `lessons` training steps, each on all data."""

    def loss(net: Any) -> Any:
        return (counts * jnp.square(_answer(net, told) - wanted)).mean()

    def lesson(_: Any, state: Any) -> Any:
        net, moments = state
        steps, moments = OPTIMISER.update(jax.grad(loss)(net), moments)
        return optax.apply_updates(net, steps), moments

    net, _ = jax.lax.fori_loop(0, lessons, lesson, (net, OPTIMISER.init(net)))
    return _answer(net, told)
