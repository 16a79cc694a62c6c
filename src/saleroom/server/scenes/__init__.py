"""What each game's table looks like, as data: one module for each game, named like the game's folder.

Each has a type `Board` and the functions `board(view, deals)`, what everybody sees, made from the *public* view and the deals as a
spectator saw them, and `mine(view, seat, legal, deals)`, what a seat alone sees besides, made from that seat's view. Nothing here
is ever handed a state.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def of(folder: str) -> Any:
    """The module of the game in a folder of `saleroom.games`."""
    return import_module(f"saleroom.server.scenes.{folder}")
