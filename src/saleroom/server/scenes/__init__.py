"""What tables look like, as data, made by each game's `display/scene.py`. Nothing there is ever handed a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saleroom import games
from saleroom.server.scenes.legal import legal_words
from saleroom.toolkit.display.view import ViewFields

if TYPE_CHECKING:
    from saleroom.match.match import Match, Watcher
    from saleroom.toolkit.display.scenes import Mine, SeenDeal


def public_board(match: Match, deals: Sequence[SeenDeal]) -> Any:
    """The board of a match that has been dealt; `deals` as a spectator saw them."""
    return games.package(match.game.name).scene().board(ViewFields(match.views("public")), deals)


def settled_board(match: Match, number: int, deals: Sequence[SeenDeal]) -> Any:
    """The board of a match whose deal of that number has just been settled, before the next is dealt."""
    return games.package(match.game.name).scene().board(of_deal(match, "public", number), deals[:number])


def settled_part(match: Match, seat: int, number: int, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees then; `deals` as this seat saw them."""
    return games.package(match.game.name).scene().mine(of_deal(match, seat, number), seat, ([], None), deals[:number])


def of_deal(match: Match, watcher: Watcher, number: int) -> ViewFields:
    """A view in which a deal that has just been settled is still the one under way."""
    view = ViewFields(match.views(watcher))
    vars(view).update(deal=number, dealer=match.deals[number - 1].dealer)
    return view


def own_part(match: Match, seat: int, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees and may do; `deals` as this seat saw them."""
    scene, views = games.package(match.game.name).scene(), match.views(seat)
    view = ViewFields(views)
    return scene.mine(
        view, seat, legal_words(getattr(scene, "format_action", match.game.format_action), views, view, seat), deals
    )
