"""Value of information: variants of a small game in which the dealer, the other seat or both see all hands.

If a player sees all hands, their best response is a maximum in each deal alone. The values of random deals therefore
estimate it in games of any size.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled.solving import NO_SLOT, TERMINAL, Tree
from saleroom.lab.solving.trees import Solved

Who = Literal["eldest", "dealer", "both"]
"""Who sees all hands. Eldest is the seat to the left of the dealer."""


def informed(solved: Solved, who: Who) -> Tree:
    """Return the tree with the information sets of a game in which `who` sees all hands from the beginning."""
    tree = solved.tree
    deal = _deals(tree)
    dealer = solved.deals["dealer"][deal]
    knows = {"eldest": tree.player != dealer, "dealer": tree.player == dealer, "both": dealer >= 0}[who]
    below = np.flatnonzero(tree.slot != NO_SLOT)
    parents, before = tree.parent[below], tree.set_of[tree.slot[below]]
    was = np.full(len(deal), -1)
    was[parents] = before
    at = np.flatnonzero(tree.player != TERMINAL)
    # the keys are sorted, which keeps the sets ordered by level
    keys = was[at] * (len(solved.deals) + 1) + np.where(knows[at], deal[at] + 1, 0)
    _, one, which = np.unique(keys, return_index=True, return_inverse=True)
    first_slot, widths = _slots(tree, was[at[one]])
    now, slot = np.full(len(deal), -1), tree.slot.copy()
    now[at] = which
    slot[below] = first_slot[now[parents]] + tree.slot[below] - tree.first_slot[before]
    owner, set_of = np.repeat(tree.player[at[one]], widths), np.repeat(np.arange(len(one)), widths)
    return tree._replace(slot=slot, owner=owner, set_of=set_of, first_slot=first_slot)


def clairvoyant_values(tree: Tree, strategy: NDArray[np.float64], player: int) -> NDArray[np.float64]:
    """Return the payoff of `player` in each deal if this player sees all hands and responds best to `strategy`.

    The other player plays `strategy`, the probability of each slot's action.
    """
    sign = 1.0 if player == 0 else -1.0
    values = np.where(tree.player == player, -np.inf, sign * tree.payoff)
    for start, end in zip(tree.levels[-2:0:-1], tree.levels[:1:-1], strict=True):
        nodes = np.arange(start, end)
        own = tree.owner[tree.slot[nodes]] == player
        np.maximum.at(values, tree.parent[nodes[own]], values[nodes[own]])
        rest = nodes[~own]
        np.add.at(values, tree.parent[rest], strategy[tree.slot[rest]] * values[rest])
    return values[: tree.levels[1]]


def _deals(tree: Tree) -> np.ndarray:
    """Return the index of the deal to which each node belongs."""
    deals = np.arange(len(tree.parent))
    for start, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        deals[start:end] = deals[tree.parent[start:end]]
    return deals


def _slots(tree: Tree, sets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first slot and the width (number of actions) of each new set.

    New set i is as wide as set `sets[i]` of the tree.
    """
    widths = np.diff(tree.first_slot)[sets]
    return np.concatenate([[0], np.cumsum(widths)]), widths
