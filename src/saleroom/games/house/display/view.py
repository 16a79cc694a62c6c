"""A view of Auction House as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

from saleroom.games.house.rules.state import State
from saleroom.toolkit.display.view import TrickView


class View(TrickView, State):
    """A view of Auction House as plain numbers."""
