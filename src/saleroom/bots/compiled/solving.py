"""Counterfactual regret minimisation and best responses on a game tree that is stored in arrays.

Nodes are ordered by level, so parents come before children, and all nodes of an information set are in one level. A
*slot* is an action of an information set; the slots of one set are contiguous.

See Zinkevich and others, "Regret minimization in games with incomplete information", 2007; Tammelin, "Solving large
imperfect information games using CFR+", 2014; Brown and Sandholm, "Solving imperfect-information games via discounted
regret minimization", 2019; Lanctot and others, "Monte Carlo sampling for regret minimization in extensive games", 2009.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.chance import roll, roll_below
from saleroom.kernel.compile import entry, rule

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

TERMINAL = -1
NO_SLOT = -1

Tree = namedtuple(
    "Tree",
    (
        "parent",  # (nodes,) int64: the parent; -1 for the first node of a deal
        "player",  # (nodes,) int64: the seat to move, or `TERMINAL`
        "slot",  # (nodes,) int64: the slot of the action that leads to the node; `NO_SLOT` for the first node of a deal
        "chance",  # (nodes,) float64: the probability of the node's deal
        "payoff",  # (nodes,) float64: seat 0's payoff at terminal nodes; 0 at other nodes
        "levels",  # (levels + 1,) int64: the first node of each level
        "owner",  # (slots,) int64: the seat that takes the action
        "set_of",  # (slots,) int64: the information set of each slot
        "first_slot",  # (sets + 1,) int64: the first slot of each information set
    ),
)


# Growing a tree


@entry
def movers_and_counts(states, deal, movers, counts):
    """Write each state's seat to move and number of actions.

    If the deal numbered `deal` is settled, write `TERMINAL` and 0.
    """
    for i in range(len(states)):
        s: MatchState = states[i]
        movers[i], counts[i] = TERMINAL, 0
        if s.winners == NONE and s.deal == deal and s.acting != NONE:
            movers[i] = first(s.acting)
            counts[i] = choices.size(verbs.legal(s, movers[i]))


@entry
def carry_out_all(states, movers, starts, children, actions):
    """Carry out every legal action in every state i.

    The resulting states begin at `starts[i]` in `children`, which at first holds copies of state i.
    """
    for i in range(len(states)):
        if movers[i] == TERMINAL:
            continue
        legal = verbs.legal(states[i], movers[i])
        for index in range(choices.size(legal)):
            action = choices.pick(legal, index)
            actions[starts[i] + index] = action
            verbs.act(children[starts[i] + index], movers[i], action)


# Counterfactual regret


@rule
def match_one(regrets, strategy, start, end):
    """Set the probabilities of the actions in one information set.

    They are proportional to positive regret, or uniform if no regret is positive.
    """
    total = 0.0
    for slot in range(start, end):
        total += max(regrets[slot], 0.0)
    for slot in range(start, end):
        strategy[slot] = max(regrets[slot], 0.0) / total if total > 0 else 1 / (end - start)


@rule
def match_regrets(tree, regrets, strategy):
    """Call `match_one` for every information set."""
    first_slot = tree.first_slot
    for index in range(len(first_slot) - 1):
        match_one(regrets, strategy, first_slot[index], first_slot[index + 1])


@rule
def reach_down(tree, strategy, reach):
    """Write the reach probabilities of each node into `reach`, an array of shape (3, nodes).

    Rows 0 and 1 are for the two seats, and row 2 is for chance.
    """
    parent, slots, owner = tree.parent, tree.slot, tree.owner
    for node in range(len(parent)):
        above = parent[node]
        if above < 0:
            reach[0, node], reach[1, node], reach[2, node] = 1.0, 1.0, tree.chance[node]
            continue
        mine = owner[slots[node]]
        for who in range(3):
            reach[who, node] = reach[who, above]
        reach[mine, node] *= strategy[slots[node]]


@rule
def values_up(tree, strategy, values):
    """Compute the value of each node for seat 0 under the strategy."""
    parent, slots, payoff = tree.parent, tree.slot, tree.payoff
    for node in range(len(parent)):
        values[node] = payoff[node]
    for node in range(len(parent) - 1, -1, -1):
        if parent[node] >= 0:
            values[parent[node]] += strategy[slots[node]] * values[node]


@rule
def add_regrets(tree, seat, reach, values, regrets):
    """Add the regret of each of a seat's actions, weighted by the probability that the other seat and chance reach the
    node.
    """
    parent, slots, owner = tree.parent, tree.slot, tree.owner
    sign = 1.0 if seat == 0 else -1.0
    for node in range(len(parent)):
        above, slot = parent[node], slots[node]
        if above >= 0 and owner[slot] == seat:
            regrets[slot] += sign * reach[1 - seat, above] * reach[2, above] * (values[node] - values[above])


@rule
def add_average(tree, seat, strategy, reach, weight, total):
    """Add a seat's strategy to its average strategy.

    The weight is the product of `weight`, the seat's reach probability and the deal's probability.
    """
    parent, slots, owner = tree.parent, tree.slot, tree.owner
    for node in range(len(parent)):
        above, slot = parent[node], slots[node]
        if above >= 0 and owner[slot] == seat:
            total[slot] += weight * reach[seat, above] * reach[2, above] * strategy[slot]


@entry
def iterate(tree, regrets, total, strategy, reach, values, done, count, plus, alpha, beta, gamma):
    """Do `count` iterations after `done` earlier ones; each iteration updates one seat, then the other.

    With `plus`, regrets never fall below 0. After the update in iteration t, positive regrets are multiplied by t^alpha
    / (t^alpha + 1), and negative regrets by t^beta / (t^beta + 1). Iteration t has weight t^gamma in the average. If
    `alpha` is infinite, positive regrets are not multiplied; if `beta` is infinite, negative regrets are not.
    """
    owner = tree.owner
    for t in range(done + 1, done + count + 1):
        for seat in range(2):
            match_regrets(tree, regrets, strategy)
            reach_down(tree, strategy, reach)
            values_up(tree, strategy, values)
            add_regrets(tree, seat, reach, values, regrets)
            weight = float(t) ** gamma
            add_average(tree, seat, strategy, reach, weight, total)
            for slot in range(len(owner)):
                if owner[slot] != seat:
                    continue
                if plus and regrets[slot] < 0:
                    regrets[slot] = 0.0
                power = alpha if regrets[slot] > 0 else beta
                if np.isfinite(power):
                    regrets[slot] *= float(t) ** power / (float(t) ** power + 1)


# Counterfactual regret by external sampling: one seat tries all its actions, while chance and the other seat are
# sampled.
#
# `walk` has the arrays for a traversal. `first_child`, (nodes + 1,) int64, has the first child of each node; the
# children of a node are contiguous. `strategy` and `worth` are (slots,) float64. `path`, (levels,) int64, has the
# seat's own nodes on the path; `tried`, (levels,) int64, has the number of actions tried at each of these nodes.

Walk = namedtuple("Walk", ("first_child", "strategy", "worth", "path", "tried"))
_UNIT = 2.0**-53


@rule
def sampled(strategy, start, end, rng):
    """Return a random slot from `start` up to, not including, `end`, drawn with the probabilities in `strategy`."""
    left = np.float64(roll(rng) >> np.uint64(11)) * _UNIT
    for slot in range(start, end - 1):
        left -= strategy[slot]
        if left < 0:
            return slot
    return end - 1


@rule
def walk_down(tree, walk, seat, node, depth, regrets, total, rng):
    """Walk from a node to a terminal node.

    The walk takes the first action at each node of `seat`, and a sampled action at each node of the other seat.

    Return the terminal node and the depth.
    """
    slots, player, children = tree.slot, tree.player, walk.first_child
    while player[node] != TERMINAL:
        child = children[node]
        start, end = slots[child], slots[child] + children[node + 1] - child
        match_one(regrets, walk.strategy, start, end)
        if player[node] == seat:
            walk.path[depth], walk.tried[depth] = node, 0
            depth += 1
            node = child
        else:
            for slot in range(start, end):
                total[slot] += walk.strategy[slot]
            node = child + sampled(walk.strategy, start, end, rng) - start
    return node, depth


@rule
def walk_up(tree, walk, depth, value, regrets):
    """Walk from a terminal node with `value` up to the next untried action.

    Return the node after that action and this node's depth, or 0 and 0 if all actions are tried.
    """
    slots, children = tree.slot, walk.first_child
    while depth > 0:
        last = depth - 1
        child, width = children[walk.path[last]], children[walk.path[last] + 1] - children[walk.path[last]]
        start = slots[child]
        walk.worth[start + walk.tried[last]] = value
        walk.tried[last] += 1
        if walk.tried[last] < width:
            return child + walk.tried[last], depth
        value = 0.0
        for slot in range(start, start + width):
            value += walk.strategy[slot] * walk.worth[slot]
        for slot in range(start, start + width):
            regrets[slot] += walk.worth[slot] - value
        depth -= 1
    return 0, 0


@entry
def sample(tree, walk, regrets, total, rng, count):
    """Do `count` iterations of external sampling.

    Each iteration traverses the tree once for each seat, from separately sampled deals.

    All deals must be equally likely. At each node at which an action of the other seat is sampled, that seat's strategy
    is added to its average strategy.
    """
    for _ in range(count):
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            node = roll_below(rng, tree.levels[1])
            node, depth = walk_down(tree, walk, seat, node, 0, regrets, total, rng)
            while depth > 0:
                node, depth = walk_up(tree, walk, depth, sign * tree.payoff[node], regrets)
                if depth > 0:
                    node, depth = walk_down(tree, walk, seat, node, depth, regrets, total, rng)


# Best responses


@entry
def best_answer(tree, strategy, seat, reach, values, worth, best):
    """Return the value of the best response of `seat` to the `strategy` of the other seat.

    Write the slot that this response takes in each information set into `best`.
    """
    parent, slots, owner, levels, set_of = tree.parent, tree.slot, tree.owner, tree.levels, tree.set_of
    sign = 1.0 if seat == 0 else -1.0
    reach_down(tree, strategy, reach)
    worth[:], best[:] = 0.0, NO_SLOT
    for node in range(len(parent)):
        values[node] = sign * tree.payoff[node]
    for level in range(len(levels) - 2, 0, -1):
        nodes = range(levels[level], levels[level + 1])
        for node in nodes:
            slot, above = slots[node], parent[node]
            if owner[slot] == seat:
                worth[slot] += reach[1 - seat, above] * reach[2, above] * values[node]
        for node in nodes:
            slot = slots[node]
            if owner[slot] == seat and (best[set_of[slot]] == NO_SLOT or worth[slot] > worth[best[set_of[slot]]]):
                best[set_of[slot]] = slot
        for node in nodes:
            slot, above = slots[node], parent[node]
            if owner[slot] != seat:
                values[above] += strategy[slot] * values[node]
            elif best[set_of[slot]] == slot:
                values[above] = values[node]
    won = 0.0
    for node in range(levels[0], levels[1]):
        won += tree.chance[node] * values[node]
    return won
