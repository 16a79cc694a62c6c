"""A view of Mini Hearts as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

from saleroom.games.mini_hearts.rules.state import State
from saleroom.toolkit.display.view import AuctionView, TrickView


class View(AuctionView, TrickView, State):
    """A view of Mini Hearts as plain numbers."""
