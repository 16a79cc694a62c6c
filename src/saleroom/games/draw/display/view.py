"""A view of Auction Draw as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

from saleroom.games.draw.rules.state import State
from saleroom.toolkit.display.view import AuctionView


class View(AuctionView, State):
    """A view of Auction Draw as plain numbers."""
