"""The house players: for each game, rules of thumb that a fair human player would use.

A house player is a compiled rule `choose(s, seat, dice)` over the *view* of its seat; it returns a legal action id and
changes nothing but the dice. Each stands in a module named like its game's folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from saleroom.games import FOLDERS
from saleroom.kernel.compile import ByRecord

_policies: dict[str, Any] = {}


def load(game: str) -> None:
    """Make the house player of a game (by its full name) known to `choose`."""
    _policies[game.replace("-", "_")] = import_module(f"saleroom.bots.house.{FOLDERS[game]}").choose


choose: Any = ByRecord(
    lambda record: _policies[record],
    "`choose(s, seat, dice)`: the action that the house player of this game takes in `seat`, from its view `s`.",
)
