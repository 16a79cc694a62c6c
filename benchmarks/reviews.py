"""Check of reviews: an action that a review prefers must also score more than the chosen action in new worlds.

A world is a deal that the review imagines. New worlds are those that the review has not used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks import ours
from benchmarks.figures import Figure, missing
from benchmarks.timing import Effort
from saleroom import bots
from saleroom.bots.compiled import trials
from saleroom.bots.cores import cores
from saleroom.bots.search.action_costs import judge
from saleroom.bots.search.playouts import for_game
from saleroom.bots.search.thinking import Trials
from saleroom.kernel.game import Game
from saleroom.lab.review import USUAL
from saleroom.match.match import Match

POSITIONS = 200
WORLDS = 1_000
KEY = 2026
"""Seed of the worlds that the review has not used."""
REVIEWED = "easy"
"""Bot whose play is reviewed, chosen because it makes mistakes."""

Position = tuple[Any, int, int]
"""An array with one view, the seat, and the action that the seat chose."""


def reviews(effort: Effort) -> list[Figure]:
    """Measure the gain from moves that a review prefers, if the `trained` player finishes the deal in all seats."""
    return [_figure(game) for game in ours.loadable().values()]


def _figure(game: Game) -> Figure:
    search: Any = bots.player(USUAL, game, b"", "deal")
    measure = f"what a review calls better, {game.unit} a decision, lower bound: {game.name}"
    gains = []
    for views, seat, action in _positions(game, POSITIONS):
        found = judge(search.explain(views, seat, also=action), action)
        if found.cost:
            gains.append(gain(game, views, seat, found.best, action))
    if len(gains) < 2:
        return missing(measure, game.unit, f"{len(gains)} of {POSITIONS} decisions were called worse", at_least=0)
    margin = 1.96 * float(np.std(gains, ddof=1)) / len(gains) ** 0.5
    mean, better = float(np.mean(gains)), float(np.mean(np.array(gains) > 0))
    note = f"{mean:.2f} ± {margin:.2f} in {len(gains)} of {POSITIONS} decisions, {100 * better:.0f} % of them better"
    return Figure(measure, game.unit, mean - margin, at_least=0, note=note, alone=True)


def gain(game: Game, views: Any, seat: int, best: int, action: int) -> float:
    """Return how much more `best` scores than `action` on average, in worlds that the review has not used."""
    tried = Trials(views, seat, KEY, cores(), playouts=for_game(game.name, by_house_alone=False))
    tried.add(best)
    tried.add(action)
    which = np.searchsorted(tried.actions, [best, action])
    tried.extend(which, WORLDS)
    better, worse = tried.means(trials.SCORE)[which]
    return float(better - worse)


def _positions(game: Game, count: int) -> Iterator[Position]:
    """Yield one decision per deal, in which a reviewed player has a choice, for all numbers of seats."""
    for number in range(count):
        rng = random.Random(f"{game.name} {number}")
        seats = game.seats[number % len(game.seats)]
        match = Match(game, game.settle_options({}, seats), [REVIEWED] * seats, seed=number).run_table()
        players = [bots.player(REVIEWED, game, rng.randbytes(16)) for _ in range(seats)]
        seen: list[Position] = []
        while not match.over and len(match.deals) < 2:
            seat = match.to_act[0]
            views = match.views(seat)
            action = players[seat].choose(views, seat)
            if len(match.legal_ids(seat)) > 1:
                seen.append((views.copy(), seat, action))
            match.act(seat, game.format_action(views[0], seat, action))
        yield rng.choice(seen)
