"""Tables of policies: the action probabilities of a net, a bot or any function, in each information set of a game.

>>> from saleroom.lab.solving.regret import exploitability
>>> from saleroom.lab.solving.tabulated import table_of
>>> from saleroom.lab.solving.trees import grow
>>> solved = grow("mini-pitch", dealt=1)
>>> alike = table_of(solved, lambda rows, masks: masks)  # a net would look at the rows
>>> round(exploitability(solved.tree, alike), 2)
0.51
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.bots.players import player
from saleroom.kernel.flatten import flatten
from saleroom.kernel.layout import Layout
from saleroom.kernel.plans import plan_of
from saleroom.lab.solving.regret import normalised
from saleroom.lab.solving.trees import SEATS, Solved

Policy = Callable[[NDArray[np.int32], NDArray[np.bool_]], ArrayLike]
"""Function from observation rows and action masks, as in the environments, to action weights of shape (rows, actions).

Illegal actions are ignored, and the weights need not sum to 1.
"""


@dataclass(frozen=True)
class Positions:
    """An example state for each information set of a game, as the seat to move sees it."""

    states: Any
    """(sets,) records.

    The hidden cards come from one of the deals consistent with the set. They must be hidden by a view.
    """
    seats: NDArray[np.int64]
    rows: NDArray[np.int32]
    """(sets, layout.size): observations of the seat to move, as in environments with scope ``deal``."""
    masks: NDArray[np.bool_]
    """(sets, actions): whether each action is legal for the seat to move."""


def positions(solved: Solved) -> Positions:
    """Return an example position for every information set, in the order of the sets."""
    tree = solved.tree
    states, seats = np.concatenate([solved.state_at(int(node)) for node in solved.first_node]), _seats(solved)
    game = solved.game
    masks = np.zeros((len(states), game.action_bound(solved.options, SEATS)), np.bool_)
    masks[tree.set_of, solved.actions] = True
    fields = game.row_fields(solved.options, SEATS, game.environment_version)
    layout = Layout(fields, SEATS, len(game.pieces))
    rows = np.empty((len(states), layout.size), np.int32)
    flatten(states.view(np.uint64).reshape(len(states), -1), plan_of(game.record, layout), seats, rows)
    return Positions(states, seats, rows, masks)


def table_of(solved: Solved, policy: Policy) -> NDArray[np.float64]:
    """Return the probability of each slot's action under a policy.

    A set whose weights are all 0 gets equal probabilities.
    """
    at = positions(solved)
    chances = np.asarray(policy(at.rows, at.masks), np.float64)
    return normalised(solved.tree, chances[solved.tree.set_of, solved.actions])


def table_of_player(solved: Solved, name: str, draws: int = 1, seed: int = 0) -> NDArray[np.float64]:
    """Return the frequency with which the player `name` takes each action.

    The player decides `draws` times in each information set, each time with a different seed.
    """
    tree, at = solved.tree, positions(solved)
    counts = np.zeros(len(tree.owner))
    for draw in range(draws):
        chooser = player(name, solved.game, seed.to_bytes(16, "big") + draw.to_bytes(16, "big"), "deal", threads=1)
        for number, seat in enumerate(at.seats.tolist()):
            start, end = tree.first_slot[number : number + 2]
            if end - start == 1:
                counts[start] += 1
                continue
            view = solved.game.record.view(at.states[[number]], seat)
            action = int(chooser.choose(view, seat))
            counts[start + int(np.flatnonzero(solved.actions[start:end] == action)[0])] += 1
    return normalised(tree, counts)


def _seats(solved: Solved) -> NDArray[np.int64]:
    """Return the seat to move in each set."""
    return solved.tree.owner[solved.tree.first_slot[:-1]]
