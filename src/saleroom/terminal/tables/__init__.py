"""How each game looks and reads at the table: one module for each, named like the game's folder.

Each has `board(scene)`, `hand(scene)`, `menu(scene)`, `tell(step)` and `last(scene)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from saleroom.games import FOLDERS
from saleroom.kernel.game import Game


def of(game: Game) -> Any:
    """The module that draws a game."""
    return import_module(f"saleroom.terminal.tables.{FOLDERS[game.name]}")
