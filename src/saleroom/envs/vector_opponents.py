"""Opponents of a learner in a vector: Saleroom's bots in compiled code, and external opponents.

A *policy* is a function of two arrays: observations of shape (rows, layout.size), and masks of shape (rows, actions).
It returns an action's id for each row. Each row is a turn of a seat that the policy plays.

>>> from saleroom.envs import one_learner
>>> from saleroom.envs.vector_opponents import Pool
>>> first_legal = lambda observations, masks: masks.argmax(1)
>>> env = one_learner.make("auction-pitch", 4, opponents=Pool("house", first_legal), seed=0)
>>> observations, rewards, ended = env.step(env.sample())

A *player* has a method `choose(views, seat)`, like the players in `saleroom.bots`. Each call can be for a different
episode, so a player must not remember anything about an episode. Such a player is slower than a policy, because each
choice is a call of a Python method.
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
from saleroom.renamed import earlier_names

Policy = Callable[[NDArray[np.int32], NDArray[np.bool_]], Any]
OutsideChooser = Callable[[Vector, NDArray[np.intp]], Any]
"""Function of a `Vector` and the indexes of some episodes; it returns the actions of their movers."""


class Pool:
    """Pool of opponents, from which one is drawn for each seat and episode. All members are equally likely; an opponent
    can be a member twice.
    """

    def __init__(self, *members: str | Policy | Player) -> None:
        """Store the members; at least one is required."""
        if not members:
            raise UnknownPlayer("a pool needs a member at least")
        self.members = members


Opponent = str | Policy | Player | Pool
OpponentChoice = Opponent | Sequence[Opponent]

__getattr__ = earlier_names(__name__, Asked="OpponentChoice", Outside="OutsideChooser", Rivals="VectorOpponents")


class VectorOpponents(NamedTuple):
    """Possible opponents in the seats that do not learn."""

    pool: NDArray[np.int64]
    """(seats - 1, members): possible opponents for each other seat, in order; all are equally likely."""
    outside: list[OutsideChooser]
    """External opponents; opponent i in this list has the number `OUTSIDE` + i."""

    @property
    def by_net(self) -> bool:
        """Whether any opponent uses the game's net."""
        return bool((self.pool == NET).any())


def rivals_of(asked: OpponentChoice, terms: Terms) -> VectorOpponents:
    """Return the requested opponents; raise `UnknownPlayer`, a `ValueError`, for an unknown name or a wrong number of
    opponents.
    """
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
    return VectorOpponents(np.array(rows, np.int64), [_outside(one, terms) for one in known])


def _number(one: Any, terms: Terms, known: list[Any]) -> int:
    """Return the number that represents an opponent in compiled code; add an external opponent to `known`."""
    if isinstance(one, str):
        if one in KINDS:
            return KINDS[one]
        if one == TRAINED:
            return NET
        players.check_by_views(one)  # bots that search choose for one episode at a time
    elif not callable(one) and not hasattr(one, "choose"):
        raise UnknownPlayer(f"an opponent is a name, a policy, a player or a Pool, not {shown(one)}")
    places = [at for at, other in enumerate(known) if other is one or (isinstance(one, str) and other == one)]
    if not places:
        known.append(one)
    return OUTSIDE + (places[0] if places else len(known) - 1)


def _outside(one: Any, terms: Terms) -> OutsideChooser:
    """Return the function that requests actions from an external opponent."""
    player: Any = players.player(one, terms.game, objective="deal") if isinstance(one, str) else one
    return partial(_ask_player if hasattr(player, "choose") else _ask_policy, player)


def _ask_policy(policy: Policy, table: Vector, rows: NDArray[np.intp]) -> Any:
    return policy(table.observations[rows], table.masks[rows])


def _ask_player(player: Player, table: Vector, rows: NDArray[np.intp]) -> Any:
    record, states, movers = table.terms.game.record, table.crowd.states, table.movers.tolist()
    return np.array([player.choose(record.view(states[i : i + 1], movers[i]), movers[i]) for i in rows.tolist()])
