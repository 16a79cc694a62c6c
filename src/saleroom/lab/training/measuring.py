"""Measure a net during training.

The net plays the same deals in each seat, against the same opponents in all other seats.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import duels
from saleroom.bots.nets.weights import Weights, with_room
from saleroom.kernel.fields import SEATS
from saleroom.kernel.game import set_seeds
from saleroom.lab.training.dealing import Terms
from saleroom.statistics.estimates import Estimate, estimate
from saleroom.toolkit.package import NetFeatures

OTHERS = {"random": duels.RANDOM, "house": duels.HOUSE, "past": duels.PAST}
"""Kind of player for each opponent in a measurement; `past` is an earlier net of the run."""
SEED = 2026  # all measurements use the same deals


def ahead(
    terms: Terms, features: NetFeatures, net: Weights, past: Weights, other: str, deals: int, threads: int
) -> Estimate:
    """Return a net's mean lead in a deal over the other players, with its 95 % interval, under the usual terms.

    The net plays the same deals in every seat; the mean over the seats is one observation for each deal.
    """
    seats = terms.seats or terms.game.usual_seats

    def play(seat: int) -> NDArray[np.float64]:
        states = _deals(terms, seats, deals)
        players = np.full(SEATS, OTHERS[other])
        players[seat] = duels.NET
        rooms = with_room(net, features), with_room(past, features)
        duels.play_deals(states, players, *rooms, np.array([SEED], np.uint64), 1)
        scores = states["last_score"][:, :seats].astype(np.float64)
        return scores[:, seat] - np.delete(scores, seat, 1).mean(1)

    with ThreadPoolExecutor(threads) as pool:
        return estimate(np.mean(list(pool.map(play, range(seats))), 0))


def _deals(terms: Terms, seats: int, deals: int) -> Any:
    """Return `deals` new matches, before their first deal."""
    rng = np.random.default_rng(SEED)
    states = terms.game.blank(deals, terms.game.settle_options(terms.options, seats), seats)
    set_seeds(states, [rng.bytes(32) for _ in range(deals)])
    return states
