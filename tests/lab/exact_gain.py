"""Exact gain of a response to a policy in a small game, and players with a fixed policy."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from saleroom.kernel import choices, loops
from saleroom.lab.solving.regret import deal_values, normalised
from saleroom.lab.solving.tabulated import positions
from saleroom.lab.solving.trees import SEATS, Solved


def exact_gain(solved: Solved, policy: np.ndarray, response: Any) -> float:
    """Return what a seat makes in a deal with `response` against a policy, shape (slots,), on average over the seats.

    Both seats make 0 on average if both have the policy.
    """
    tree = solved.tree
    by_response = table_of_response(solved, response)
    values = [deal_values(tree, np.where(tree.owner == seat, by_response, policy)).mean() for seat in range(SEATS)]
    return float(values[0] - values[1]) / 2


def table_of_response(solved: Solved, response: Any) -> np.ndarray:
    """Return the probability of each slot's action, which is 0 or 1."""
    tree, at = solved.tree, positions(solved)
    chosen = [
        response.choose(solved.game.record.view(at.states[[number]], seat), seat)
        for number, seat in enumerate(at.seats.tolist())
    ]
    return normalised(tree, (solved.actions == np.array(chosen)[tree.set_of]).astype(np.float64))


class Tabular:
    """Player with a fixed policy: in each view, the action that a hash of the view selects."""

    def __init__(self, game: Any, seed: bytes) -> None:
        self.game = game

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action."""
        ids = choices.ids(loops.legal(views, 0, seat))
        return ids[hashlib.sha256(views.tobytes()).digest()[0] % len(ids)]
