"""Play many matches of one table together: in each step, one seat acts in every match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel import loops
from saleroom.kernel.game import Game, set_seeds
from saleroom.lab.study.match_statistics import MatchStatistics
from saleroom.lab.study.players import Players, players
from saleroom.match.errors import IllegalAction

OnStep = Callable[[Any, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], None]
"""Function called before every step with the states, their movers, the chosen actions and the match numbers."""


def play(
    game: Game,
    options: Any,
    names: Sequence[str],
    seeds: Sequence[bytes],
    on_step: OnStep = lambda states, movers, actions, ids: None,
) -> MatchStatistics:
    """Play a match for each seed to its end and return the statistics. `names` are the players by seat."""
    states: Any = game.blank(len(seeds), options, len(names))
    set_seeds(states, seeds)
    loops.open_tables(states)
    notes = MatchStatistics(game, states, options)
    table = Seated(game, options, names, seeds)
    ids = np.arange(len(seeds))
    while len(ids):
        movers = movers_of(states)
        actions = table.choose(states, movers, ids)
        on_step(states, movers, actions, ids)
        noted = notes.before(states)
        step(game, states, movers, actions)
        over = notes.after(states, ids, noted)
        if over.any():
            states, ids = np.ascontiguousarray(states[~over]), ids[~over]
    return notes


class Seated:
    """The players of many matches, by seat."""

    def __init__(self, game: Game, options: Any, names: Sequence[str], seeds: Sequence[bytes]) -> None:
        """Create the players. `names` gives them by seat, and `seeds` has a seed for each match."""
        bound = game.action_bound(options, len(names))
        kinds = {name: players(name, game, seeds, bound) for name in dict.fromkeys(names)}
        self._seated = np.array([list(kinds).index(name) for name in names])
        self._kinds: list[Players] = list(kinds.values())

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the action of the acting seat in every match."""
        if len(self._kinds) == 1:
            return self._kinds[0].choose(states, movers, ids)
        actions = np.empty(len(states), np.int64)
        for kind, one in enumerate(self._kinds):
            mine = np.flatnonzero(self._seated[movers] == kind)
            if len(mine):
                actions[mine] = one.choose(np.ascontiguousarray(states[mine]), movers[mine], ids[mine])
        return actions


def movers_of(states: Any) -> NDArray[np.int64]:
    """Return the seat that acts next in each match: the lowest-numbered of the seats that may act."""
    movers = np.empty(len(states), np.int64)
    loops.movers(states, movers)
    return movers


def step(game: Game, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Execute one action in every match. Raise `IllegalAction` if a player chose an illegal action."""
    wrong = loops.step_all(states, movers, actions)
    if wrong >= 0:
        raise IllegalAction(f"{game.name}: seat {movers[wrong]} may not do action {actions[wrong]}")
