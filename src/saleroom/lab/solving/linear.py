"""Equilibria from linear programs in sequence form (Koller, Megiddo and von Stengel, 1996), solved with SciPy's HiGHS.

A *slot* is one action in one information set. A seat's *realisation plan* assigns to each of its slots the product of
the seat's own probabilities on the path to the slot. Seat 0 maximises its value against seat 1's best response. The
other variables are values, one for each of seat 1's information sets: what seat 0 gets if seat 1 plays its best
response from there on.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saleroom import extras

try:
    from scipy import sparse
    from scipy.optimize import linprog
except ImportError as error:
    raise extras.missing("lab", error) from error

from saleroom.bots.compiled.solving import NO_SLOT, TERMINAL, Tree
from saleroom.lab.solving.regret import normalised

NOWHERE = -1


def solve(tree: Tree) -> tuple[float, NDArray[np.float64]]:
    """Return the game's value for seat 0 and an equilibrium: the probability of each slot's action in its information
    set.
    """
    before = _before(tree)
    plans = [_plan(tree, before, seat) for seat in range(2)]
    value = plans[0][0]
    weights = np.where(tree.owner == 0, plans[0][1], plans[1][1])
    return value, normalised(tree, weights)


def _before(tree: Tree) -> NDArray[np.int64]:
    """Return the last slot that each seat has chosen on the path to each node; shape (nodes, 2).

    It is `NOWHERE` if there is none.
    """
    last = np.full((len(tree.parent), 2), NOWHERE)
    for start, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        nodes = np.arange(start, end)
        last[nodes] = last[tree.parent[nodes]]
        last[nodes, tree.owner[tree.slot[nodes]]] = tree.slot[nodes]
    return last


def _plan(tree: Tree, before: NDArray[np.int64], seat: int) -> tuple[float, NDArray[np.float64]]:
    """Return the value that a seat can guarantee, and a realisation plan that guarantees it, by slot."""
    slots, sets, opponent = len(tree.owner), len(tree.first_slot) - 1, 1 - seat
    # Columns: the plan's weight of each slot and of the empty sequence; then the seat's value at each set, and its
    # total value.
    empty, gains, total = slots, slots + 1, slots + 1 + sets
    ends = np.flatnonzero(tree.player == TERMINAL)
    weight = (1 if seat == 0 else -1) * tree.payoff[ends] * _chance(tree)[ends]
    mine, theirs = before[ends, seat], before[ends, opponent]
    first = _first_nodes(tree)
    # One row for each action of the other seat: the value at the action's set must not exceed the rewards right after
    # the action plus the values at the sets that come next. The last row says the same of the total value, before any
    # action.
    rows = np.where(theirs == NOWHERE, slots, theirs)
    columns = np.where(mine == NOWHERE, empty, mine)
    payoffs = sparse.coo_matrix((-weight, (rows, columns)), (slots + 1, total + 1))
    owners = tree.owner[tree.first_slot[:-1]]
    own_sets, their_sets = np.flatnonzero(owners == seat), np.flatnonzero(owners == opponent)
    their_slots = np.flatnonzero(tree.owner == opponent)
    left = sparse.coo_matrix(
        (np.ones(len(their_slots)), (their_slots, gains + tree.set_of[their_slots])), payoffs.shape
    )
    above = before[first[their_sets], opponent]
    above = np.where(above == NOWHERE, slots, above)
    passed = sparse.coo_matrix((-np.ones(len(their_sets)), (above, gains + their_sets)), payoffs.shape)
    whole = sparse.coo_matrix(([1.0], ([slots], [total])), payoffs.shape)
    keep = np.append(their_slots, slots)
    upper = (payoffs + left + passed + whole).tocsr()[keep]
    # Equality constraints of a plan: the weights of a set's slots add up to the weight of the sequence before the set.
    own_slots = np.flatnonzero(tree.owner == seat)
    into = before[first[own_sets], seat]
    into = np.where(into == NOWHERE, empty, into)
    place = np.zeros(sets, np.int64)
    place[own_sets] = np.arange(len(own_sets)) + 1
    equal = sparse.coo_matrix(
        (
            np.concatenate([np.ones(len(own_slots)), -np.ones(len(own_sets)), [1.0]]),
            (
                np.concatenate([place[tree.set_of[own_slots]], place[own_sets], [0]]),
                np.concatenate([own_slots, into, [empty]]),
            ),
        ),
        (len(own_sets) + 1, total + 1),
    )
    right = np.zeros(len(own_sets) + 1)
    right[0] = 1.0
    cost = np.zeros(total + 1)
    cost[total] = -1.0
    bounds = [(0, None)] * (slots + 1) + [(None, None)] * (sets + 1)
    result = linprog(cost, upper, np.zeros(len(keep)), equal.tocsr(), right, bounds, method="highs")
    if not result.success:
        raise RuntimeError(f"the linear program was not solved: {result.message}")
    return float(result.x[total]), np.maximum(result.x[:slots], 0)


def _chance(tree: Tree) -> NDArray[np.float64]:
    """Return for each node the probability of its deal; after the deal, only the seats' decisions matter."""
    chance = tree.chance.copy()
    for start, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        chance[start:end] = chance[tree.parent[start:end]]
    return chance


def _first_nodes(tree: Tree) -> NDArray[np.int64]:
    """Return the index of one node in each information set."""
    below = np.flatnonzero(tree.slot != NO_SLOT)
    nodes = np.zeros(len(tree.first_slot) - 1, np.int64)
    nodes[tree.set_of[tree.slot[below]]] = tree.parent[below]
    return nodes
