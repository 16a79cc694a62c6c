"""Players for the seats that do not learn: bots given by name, or objects that choose an action from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from saleroom.bots.decision import Player
from saleroom.bots.players import UnknownPlayer, check, player
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms
from saleroom.kernel.options import shown
from saleroom.match.errors import IllegalAction

Opponent = str | Player
Seated = list[Player | None]


def by_seat(opponents: Opponent | Sequence[Opponent], seat: int, seats: int) -> list[Opponent | None]:
    """Return a list by seat of the learner's opponents, with `None` for the learner's own `seat`.

    `opponents` is one opponent for all other seats, or a list with one opponent for each other seat.

    Raise `UnknownPlayer`, a `ValueError`, if the number of opponents is wrong or a bot's name is unknown.
    """
    several = isinstance(opponents, list | tuple | np.ndarray)
    others: list[Any] = [*opponents] if several else [opponents] * (seats - 1)  # type: ignore[misc]
    if len(others) != seats - 1:
        raise UnknownPlayer(f"{len(others)} opponents cannot take {seats - 1} seats; name one for all or one for each")
    for one in others:
        if isinstance(one, str):
            check(one)
        elif not hasattr(one, "choose"):
            raise UnknownPlayer(f"an opponent is a player or the name of one, not {shown(one)}")
    return [*others[:seat], None, *others[seat:]]


def seated(opponents: Sequence[Opponent | None], terms: Terms, rng: Generator, threads: int | None = None) -> Seated:
    """Return a player for each opponent.

    Players given by name are created here, each with its own randomness from `rng`.

    Players that search use `threads` threads, by default one for each core.
    """
    goal = "match" if terms.reward == "win" else "deal"
    return [player(one, terms.game, rng.bytes(32), goal, threads) if isinstance(one, str) else one for one in opponents]


def act(episode: Episode, players: Seated) -> None:
    """Do one action of the opponent to move; if it is illegal, raise `IllegalAction` with the seat."""
    seat = episode.mover
    one = players[seat]
    assert one is not None
    try:
        episode.act(one.choose(episode.views(seat), seat))
    except IllegalAction as error:
        raise IllegalAction(f"the opponent in seat {seat}: {error}") from None
