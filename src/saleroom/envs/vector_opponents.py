"""Who may play against a learner in a vector: players of the house in compiled code, and anybody else outside it.

A *policy* is a function of an array of observations and one of masks, of shapes (rows, layout.size) and (rows,
actions), that returns an action's id for each row. All rows are those of seats that it plays and that are to move.

>>> from saleroom.envs import one_learner
>>> from saleroom.envs.vector_opponents import Pool
>>> first_legal = lambda observations, masks: masks.argmax(1)
>>> env = one_learner.make("auction-pitch", 4, opponents=Pool("house", first_legal), seed=0)
>>> observations, rewards, ended = env.step(env.sample())

A *player* has `choose(views, seat)`, as those of `saleroom.bots` do. It is asked one episode at a time, so it must keep
nothing of an episode in mind, and it costs a call from Python each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots import players
from saleroom.bots.compiled.facing import NET, OUTSIDE
from saleroom.bots.decision import Player
from saleroom.bots.levels import TRAINED
from saleroom.bots.plain import KINDS
from saleroom.bots.players import UnknownPlayer
from saleroom.envs.terms import Terms
from saleroom.envs.vector import Vector
from saleroom.kernel.options import shown

Policy = Callable[[NDArray[np.int32], NDArray[np.bool_]], Any]
Outside = Callable[[Vector, NDArray[np.intp]], Any]
"""The actions of the movers of some episodes."""


class Pool:
    """Several opponents, of whom one is drawn for each seat and episode, all equally likely; one may be named twice."""

    def __init__(self, *members: str | Policy | Player) -> None:
        """At least one."""
        if not members:
            raise UnknownPlayer("a pool needs a member at least")
        self.members = members


Opponent = str | Policy | Player | Pool
Asked = Opponent | Sequence[Opponent]


class Rivals(NamedTuple):
    """Who may sit in the other seats."""

    pool: NDArray[np.int64]
    """(seats - 1, members): who may take each of the other seats, in order; all are equally likely."""
    outside: list[Outside]
    """Those that choose outside compiled code, by their number from `OUTSIDE` on."""

    @property
    def by_net(self) -> bool:
        """Whether one of them plays by the game's net."""
        return bool((self.pool == NET).any())


def rivals_of(asked: Asked, terms: Terms) -> Rivals:
    """The opponents that were asked for; `UnknownPlayer`, a `ValueError`, when there are none such or too few."""
    others = terms.seats - 1
    several = isinstance(asked, list | tuple)
    given: list[Any] = [*asked] if several else [asked] * others  # type: ignore[misc]
    if len(given) != others:
        raise UnknownPlayer(f"{len(given)} opponents cannot take {others} seats; name one for all or one for each")
    pools = [one.members if isinstance(one, Pool) else (one,) for one in given]
    known: list[Any] = []
    numbers = [[_number(member, terms, known) for member in pool] for pool in pools]
    width = int(np.lcm.reduce([len(row) for row in numbers]))
    rows = [row * (width // len(row)) for row in numbers]
    return Rivals(np.array(rows, np.int64), [_outside(one, terms) for one in known])


def _number(one: Any, terms: Terms, known: list[Any]) -> int:
    """The number by which compiled code knows an opponent; one from outside joins `known`."""
    if isinstance(one, str):
        if one in KINDS:
            return KINDS[one]
        if one == TRAINED:
            return NET
        players.check_by_views(one)  # those that search are asked one by one
    elif not callable(one) and not hasattr(one, "choose"):
        raise UnknownPlayer(f"an opponent is a name, a policy, a player or a Pool, not {shown(one)}")
    places = [at for at, other in enumerate(known) if other is one or (isinstance(one, str) and other == one)]
    if not places:
        known.append(one)
    return OUTSIDE + (places[0] if places else len(known) - 1)


def _outside(one: Any, terms: Terms) -> Outside:
    """How an opponent from outside is asked."""
    player: Any = players.player(one, terms.game, objective="deal") if isinstance(one, str) else one
    return partial(_ask_player if hasattr(player, "choose") else _ask_policy, player)


def _ask_policy(policy: Policy, table: Vector, rows: NDArray[np.intp]) -> Any:
    return policy(table.observations[rows], table.masks[rows])


def _ask_player(player: Player, table: Vector, rows: NDArray[np.intp]) -> Any:
    record, states, movers = table.terms.game.record, table.crowd.states, table.movers.tolist()
    return np.array([player.choose(record.view(states[i : i + 1], movers[i]), movers[i]) for i in rows.tolist()])
