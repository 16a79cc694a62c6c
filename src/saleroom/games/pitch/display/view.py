"""A view of Auction Pitch as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

from saleroom.games.pitch.rules.state import State
from saleroom.toolkit.display.view import AuctionView, TrickView


class View(AuctionView, TrickView, State):
    """A view of Auction Pitch as plain numbers."""
