"""Measure the speed of the game rules on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from saleroom.games import NAMES, load
from saleroom.kernel import loops
from saleroom.kernel.game import Game, set_seeds
from saleroom.match.seeds import batch_seeds

MATCHES = 200
VIEWS = 4096


@dataclass(frozen=True)
class Speed:
    """Speed of one game with its usual number of seats."""

    game: str
    decisions: float
    """Decisions per second in whole matches between random players, on one core."""
    view: float
    """Seconds to compute one view, measured on a batch of states."""


def measure(seconds: float) -> Iterator[Speed]:
    """Measure each game for about `seconds` seconds."""
    for name in NAMES:
        game = load(name)
        yield Speed(game.title, _playouts(game, seconds), _view(game))


def _tables(game: Game, count: int, seed: int):
    states = game.blank(count, game.settle_options({}, game.usual_seats), game.usual_seats)
    set_seeds(states, batch_seeds(seed, count))
    return states


def _playouts(game: Game, seconds: float) -> float:
    rng = np.array([1], np.uint64)
    loops.playouts(_tables(game, 1, 0), rng, 1 << 62)
    decisions, spent, seed = 0, 0.0, 1
    while spent < seconds:
        states = _tables(game, MATCHES, seed)
        start = time.perf_counter()
        decisions += loops.playouts(states, rng, 1 << 62)
        spent += time.perf_counter() - start
        seed += 1
    return decisions / spent


def _view(game: Game) -> float:
    states = _tables(game, VIEWS, 0)
    loops.open_tables(states)
    seats = np.arange(VIEWS) % game.usual_seats
    game.record.view(states, seats)
    start = time.perf_counter()
    game.record.view(states, seats)
    return (time.perf_counter() - start) / VIEWS
