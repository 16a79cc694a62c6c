"""The house players: for each game, rules of thumb that a fair human player would use.

A house player is a compiled rule `choose(s, seat, dice)` over the *view* of its seat; it returns a legal action id and
changes nothing but the dice. Each stands in a module named like its game's folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.extending import overload

from saleroom.games import FOLDERS
from saleroom.kernel.compile import COMPILED

_policies: dict[str, Any] = {}


def load(game: str) -> None:
    """Make the house player of a game (by its full name) known to `choose`."""
    _policies[game.replace("-", "_")] = import_module(f"saleroom.bots.house.{FOLDERS[game]}").choose


def choose(s, seat, dice):
    """The action that the house player of this game takes in `seat`, from its view `s`."""
    return _policies[s.dtype.names[0]](s, seat, dice)


if COMPILED:

    @overload(choose)
    def _choose(s, seat, dice):
        policy = _policies[next(iter(s.fields))]
        return lambda s, seat, dice: policy(s, seat, dice)
