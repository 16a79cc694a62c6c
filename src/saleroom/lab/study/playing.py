"""Many matches of one table, stepped together: in each step the mover of every match acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel import loops
from saleroom.kernel.game import Game, sow
from saleroom.lab.study import measures
from saleroom.lab.study.notes import Notes
from saleroom.lab.study.plan import Study, Table
from saleroom.lab.study.players import Players, players
from saleroom.match.errors import IllegalAction

Watch = Callable[[Any, NDArray[np.int64], NDArray[np.int64]], None]
"""Called before every step with the states, their movers and what they are about to do."""


def play_block(study: Study, table: Table, numbers: range) -> NDArray[np.float64]:
    """Play these matches of a table; a row for each, with the columns of `measures.columns`."""
    seeds = [study.seed_of(number) for number in numbers]
    options = study.options(table.variant, table.seats)
    played = [play(study.spec, options, names, seeds) for names in table.line_ups]
    return measures.compared(played) if table.compares_players else measures.rows(played[0])


def play(
    game: Game,
    options: Any,
    names: Sequence[str],
    seeds: Sequence[bytes],
    watch: Watch = lambda states, movers, actions: None,
) -> Notes:
    """Play a match for each seed to its end; `names` says who sits where. What was noted of them."""
    states: Any = game.blank(len(seeds), options, len(names))
    sow(states, seeds)
    loops.open_tables(states)
    notes = Notes(game, states, options)
    kinds = {name: players(name, game, seeds) for name in dict.fromkeys(names)}
    seated = np.array([list(kinds).index(name) for name in names])
    ids = np.arange(len(seeds))
    while len(ids):
        movers = _movers(states)
        actions = _chosen(list(kinds.values()), seated, states, movers, ids)
        watch(states, movers, actions)
        noted = notes.before(states, movers, actions)
        _step(game, states, movers, actions)
        over = notes.after(states, ids, noted)
        if over.any():
            states, ids = np.ascontiguousarray(states[~over]), ids[~over]
    return notes


def _movers(states: Any) -> NDArray[np.int64]:
    movers = np.empty(len(states), np.int64)
    loops.movers(states, movers)
    return movers


def _chosen(
    kinds: Sequence[Players], seated: NDArray[np.int64], states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What the mover of every match does."""
    if len(kinds) == 1:
        return kinds[0].choose(states, movers, ids)
    actions = np.empty(len(states), np.int64)
    for kind, one in enumerate(kinds):
        mine = np.flatnonzero(seated[movers] == kind)
        if len(mine):
            actions[mine] = one.choose(np.ascontiguousarray(states[mine]), movers[mine], ids[mine])
    return actions


def _step(game: Game, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    wrong = loops.step_all(states, movers, actions)
    if wrong >= 0:
        raise IllegalAction(f"{game.name}: seat {movers[wrong]} may not do action {actions[wrong]}")
