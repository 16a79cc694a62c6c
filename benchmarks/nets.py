"""Time of a net's decision, which computes the features of a view, two layers, and a value for each option."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import ours
from benchmarks.figures import Figure
from benchmarks.timing import Effort, Work, medians, timed
from saleroom.bots.compiled import heuristics, net_features, nets
from saleroom.bots.nets.weights import quantised, shapes, with_room
from saleroom.kernel import loops
from saleroom.kernel.game import Game
from saleroom.toolkit.package import NetFeatures

POSITIONS = 50
LATEST = 30
"""Maximum number of random decisions before a measured position. The shortest random matches are hardly longer."""
TRIED = 20 * POSITIONS
"""Maximum number of random matches in which positions are looked for."""
TIMES = 200
"""Number of repetitions of the same decision, so that the call from Python takes a negligible part of the time."""
WANTED = 250_000
"""Target in decisions per second, which is 4 µs for each decision."""


def nets_of_games(effort: Effort) -> list[Figure]:
    """Measure decisions per second on one core, with random weights, in positions from random play with a choice."""
    played = {name: decisions(game, features) for name, game in ours.loadable().items() if (features := told(game))}
    rates = medians(played, effort)
    return [
        Figure(
            f"a net's decisions: {name}", "decisions/s", rate, at_least=WANTED, note=f"{1e6 / rate:.2f} µs", alone=True
        )
        for name, rate in rates.items()
    ]


def told(game: Game) -> NetFeatures | None:
    """Return a game's features for nets, loaded for compiled code, or None if it has none."""
    heuristics.load(game.name)
    return net_features.load(game.name)


def decisions(game: Game, features: NetFeatures) -> Work:
    """Return work that repeats one decision many times; each piece of work uses another decision."""
    chance = np.random.default_rng(0)
    net = with_room(
        quantised({name: chance.normal(0, 0.1, shape) for name, shape in shapes(features).items()}), features
    )
    places = moments(game, net)

    def work(seed: int) -> tuple[int, float]:
        views, seat = places[seed % POSITIONS]
        with timed() as watch:
            nets.choose_often(views, 0, seat, net, TIMES)
        return TIMES, watch.seconds

    return work


def moments(game: Game, net: nets.Net) -> list[tuple[Any, int]]:
    """Return views in which the seat to act has a choice, each with that seat."""
    found: list[tuple[Any, int]] = []
    for seed in range(TRIED):
        states, rng = ours.fresh(game, 1, seed), ours.dice_of(seed)
        loops.playouts(states, rng, seed % LATEST)
        seats = np.empty(1, np.int64)
        loops.movers(states, seats)
        views = game.record.view(states, seats)
        if seats[0] >= 0 and nets.weigh_one(views, 0, int(seats[0]), net) > 1:
            found.append((views, int(seats[0])))
        if len(found) == POSITIONS:
            return found
    raise AssertionError(f"{game.name}: {len(found)} positions with a choice in {TRIED} matches")
