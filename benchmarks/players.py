"""Difference between the play of the `house` bot and random play, in points per deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import ours
from benchmarks.figures import Figure
from benchmarks.timing import Effort
from saleroom.bots.compiled import heuristics
from saleroom.bots.compiled.playing import HOUSE, RANDOM, play_deals
from saleroom.kernel.game import Game


def house_among_random(effort: Effort) -> list[Figure]:
    """Measure the lead of one `house` bot among random bots in the first deal, with the bot in each seat in turn."""
    figures = []
    for name, game in ours.loadable().items():
        heuristics.load(name)
        for seats in sorted({game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]}):
            ahead = np.concatenate([_ahead(game, seats, seat, effort.views) for seat in range(seats)])
            margin = 1.96 * ahead.std(ddof=1) / len(ahead) ** 0.5
            note = f"{ahead.mean():.2f} ± {margin:.2f}"
            measure = f"house over random, {game.unit} a deal, lower bound: {name}, {seats} seats"
            lowest = float(ahead.mean() - margin)
            figures.append(Figure(measure, game.unit, lowest, at_least=0, note=note, alone=True))
    return figures


def _ahead(game: Game, seats: int, seat: int, matches: int) -> Any:
    """Return for each match the score of `house` in `seat` in the first deal, minus the other seats' mean score."""
    states = ours.fresh(game, matches, seat, seats)
    view = states[:1].copy()
    players = np.full(seats, RANDOM, np.int64)
    players[seat] = HOUSE
    words = (array.view(np.uint64).reshape(len(array), -1) for array in (states, game.record.masks, view))
    raw, masks, seen = words
    play_deals(states, raw, masks, view, seen, players, ours.dice_of(seat), 1)
    scores = states["last_score"][:, :seats].astype(float)
    return scores[:, seat] - (scores.sum(axis=1) - scores[:, seat]) / (seats - 1)
