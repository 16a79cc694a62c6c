"""Fast stand-in players, which play the same cards in the seats of the compared players."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import duels, heuristics, net_features
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import with_room
from saleroom.games import load
from saleroom.kernel.fields import SEATS
from saleroom.kernel.game import set_seeds
from saleroom.lab.arena.plan import Plan

FIRST_PLAYER, OTHER_PLAYERS = duels.NET, duels.HOUSE
"""Stand-in for the first player, and stand-in for all other players."""
ENDLESS = 1 << 30


def check(plan: Plan) -> None:
    """Raise `ValueError` if the players are unsuitable or the game has no net."""
    if len(plan.names) != 2 or plan.line_up.count(plan.names[0]) != 1:
        raise ValueError("control variates are for one player among others that are alike, such as hard,house")
    if net_features.load(plan.game) is None or shipped(plan.game) is None:
        raise ValueError(f"control variates need a net, and no net plays {plan.game}")


def stand_in(plan: Plan, numbers: Sequence[int]) -> NDArray[np.float64]:
    """Return the stand-ins' result for each seat in every seating of the clusters `numbers`.

    Results are scores or shares of wins, shape (clusters, turns, seats).
    """
    heuristics.load(plan.game)
    features, learned = net_features.load(plan.game), shipped(plan.game)
    if features is None or learned is None:
        raise ValueError(f"no net plays {plan.game}")
    net, seeds = with_room(learned.weights, features), [plan.seed_of(number) for number in numbers]
    dice = np.frombuffer(sha256(b"stand-in" + seeds[0]).digest()[:8], np.uint64).copy()
    measured = np.empty((len(seeds), plan.turns, plan.seats))
    # all players except one are identical, so the seatings are the same in every cluster
    for turn, names in enumerate(plan.seatings(numbers[0])):
        players = np.full(SEATS, OTHER_PLAYERS)
        players[names.index(plan.names[0])] = FIRST_PLAYER
        states = load(plan.game).blank(len(seeds), plan.options, plan.seats)
        set_seeds(states, seeds)
        duels.play_deals(states, players, net, net, dice, ENDLESS if plan.matches else 1)
        measured[:, turn] = _measured(plan, states)
    return measured


def _measured(plan: Plan, states: Any) -> NDArray[np.float64]:
    """Return each seat's score in the deal or, for matches, its share of the win; shape (states, seats)."""
    if not plan.matches:
        return states["last_score"][:, : plan.seats].astype(np.float64)
    won = states["winners"][:, None] >> np.arange(plan.seats, dtype=np.uint64) & np.uint64(1)
    return won / won.sum(1, keepdims=True)


def ahead(plan: Plan, measured: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much the first player's seats lead the other players' seats, in each cluster."""
    first = np.array([[name == plan.names[0] for name in names] for names in plan.seatings(0)])
    clusters = len(measured)
    return measured[:, first].reshape(clusters, -1).mean(1) - measured[:, ~first].reshape(clusters, -1).mean(1)
