"""Boards (what is visible on the table) as data. Each game's `display/scene.py` creates boards only from views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from saleroom import games
from saleroom.kernel import choices, loops
from saleroom.kernel.auctions import Auction
from saleroom.kernel.fields import PUBLIC
from saleroom.match.events import Watcher
from saleroom.match.match import Match
from saleroom.toolkit.display.scenes import Bids, Legal, Mine, SeenDeal
from saleroom.toolkit.display.view import ViewFields

_FEW_AMOUNTS = 3
"""Maximum number of bid amounts that are listed one by one; if there are more amounts, they are given as a range."""


class Position:
    """Public position of a match after the deal, shared by all viewers."""

    def __init__(self, match: Match) -> None:
        """Compute all views of the match. After the next action, create a new position."""
        self.match, self.to_act = match, match.to_act
        self._views = match.all_views()
        self.public = ViewFields(self._views[PUBLIC:])

    @cached_property
    def scene(self) -> Any:
        """Functions of the game that make boards, imported when they are first needed."""
        return games.package(self.match.game.name).scene()

    def views(self, seat: int) -> Any:
        """Return a seat's view as an array of one record."""
        return self._views[seat : seat + 1]

    def seen_by(self, seat: int) -> ViewFields:
        """Return a seat's view as plain numbers."""
        return self.public.seen_by(self.views(seat), self.match.game.record.own)


def public_board(position: Position, deals: Sequence[SeenDeal]) -> Any:
    """Return the public board; `deals` are the deals as a spectator saw them."""
    return position.scene.board(position.public, deals)


def settled_board(match: Match, number: int, deals: Sequence[SeenDeal]) -> Any:
    """Return the board of a match whose deal `number` has just been settled, before the next deal begins."""
    return games.package(match.game.name).scene().board(of_deal(match, "public", number), deals[:number])


def settled_part(match: Match, seat: int, number: int, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only the given seat sees after deal `number` has been settled.

    `deals` are the deals as this seat saw them.
    """
    return games.package(match.game.name).scene().mine(of_deal(match, seat, number), seat, ([], None), deals[:number])


def of_deal(match: Match, watcher: Watcher, number: int) -> ViewFields:
    """Return the view of `watcher`, changed so that the settled deal `number` is still the current deal."""
    view = ViewFields(match.views(watcher))
    vars(view).update(deal=number, dealer=match.deals[number - 1].dealer)
    return view


def own_part(position: Position, seat: int, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only the given seat sees, and its legal actions; `deals` are the deals as this seat saw them."""
    match, view, scene = position.match, position.seen_by(seat), position.scene
    legal: Legal = ([], None)
    if seat in position.to_act:
        format_action = getattr(scene, "format_action", match.game.format_action)
        legal = legal_actions(format_action, match.game.auction, position.views(seat), view, seat)
    return scene.mine(view, seat, legal, deals)


def legal_actions(
    format_action: Callable[[Any, int, int], str], auction: Auction | None, views: Any, view: ViewFields, seat: int
) -> Legal:
    """Return the legal actions of a seat as texts; a large number of bid amounts is returned as a range.

    `views` is the seat's view as an array of one record, and `view` is the same view as plain numbers.
    """
    legal = loops.legal(views, 0, seat)
    bids = None
    if auction and auction.price and legal.high - legal.low > _FEW_AMOUNTS:
        low = auction.price_of(format_action(view, seat, legal.low))
        if low is not None:
            bids = Bids(low=low, high=low + legal.high - legal.low - 1)
            legal = legal._replace(low=0, high=0)
    return [format_action(view, seat, action) for action in choices.ids(legal)], bids
