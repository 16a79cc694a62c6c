"""The players of the house, by name. A player sees the view of its seat and nothing else."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from saleroom.bots import house, loops
from saleroom.kernel.game import Game

KINDS = {"random": loops.RANDOM, "house": loops.HOUSE}
NAMES = tuple(KINDS)


class UnknownPlayer(ValueError):
    """A name that is no player's, or a line-up that does not fit the seats."""


class Player:
    """Somebody who plays one seat of one match. Make one with `player`."""

    def __init__(self, name: str, seed: bytes) -> None:
        """`name` is one of `NAMES`; `seed` is the player's own chance, which has nothing to do with the cards."""
        self.name = name
        self.kind = KINDS[name]
        self._dice = np.frombuffer(hashlib.sha256(seed).digest()[:8], np.uint64).copy()

    def choose(self, views: Any, seat: int) -> int:
        """The id of a legal action of `seat`, whose view is `views[0]`."""
        return int(loops.choose_one(views, 0, seat, self.kind, self._dice))


def player(name: str, game: Game, seed: bytes = b"") -> Player:
    """A player by name; `UnknownPlayer` says which there are."""
    check(name)
    house.load(game.name)
    return Player(name, seed)


def check(name: str) -> None:
    """`UnknownPlayer` unless there is a player of that name."""
    if name not in KINDS:
        raise UnknownPlayer(f"there is no player {name!r}; the players are {', '.join(NAMES)}")


def line_up(text: str, seats: int) -> list[str]:
    """A name for each seat from one name for all or a comma list by seat."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check(name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise UnknownPlayer(f"{len(names)} players cannot take {seats} seats; name one for all or one for each")
    return names
