"""What each game's table looks like, as data: one module for each game, named like the game's folder.

Each has a type `Board` and three functions. `board(view, deals)` is what everybody sees, made from the *public*
view and the deals as a spectator saw them; `mine(view, seat, legal, deals)` is what a seat alone sees besides, made
from its view and the deals as it saw them. Nothing here is ever handed a state. `note(events, score, carry,
options)` is what a score sheet says of a settled deal, of whose hidden pieces it reads only those that have been
shown by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from saleroom.games import FOLDERS, load
from saleroom.server.scenes.generic import GenericScene
from saleroom.server.scenes.legal import legal_words
from saleroom.server.scenes.plain import Plain

if TYPE_CHECKING:
    from saleroom.match.match import Match, Watcher
    from saleroom.server.scenes.common import Mine, SeenDeal


@cache
def of(folder: str) -> Any:
    """The module of the game in a folder of `saleroom.games`; a generic scene where it has none."""
    if has_own(folder):
        return import_module(f"saleroom.server.scenes.{folder}")
    return GenericScene(load(next(name for name, other in FOLDERS.items() if other == folder)))


def has_own(folder: str) -> bool:
    """Whether the game in a folder has a scene of its own."""
    return find_spec(f"saleroom.server.scenes.{folder}") is not None


def public_board(match: Match, deals: Sequence[SeenDeal]) -> Any:
    """The board of a match that has been dealt; `deals` as a spectator saw them."""
    return of(FOLDERS[match.game.name]).board(Plain(match.views("public")), deals)


def settled_board(match: Match, number: int, deals: Sequence[SeenDeal]) -> Any:
    """The board of a match whose deal of that number has just been settled, before the next is dealt."""
    return of(FOLDERS[match.game.name]).board(of_deal(match, "public", number), deals[:number])


def settled_part(match: Match, seat: int, number: int, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees then; `deals` as this seat saw them."""
    return of(FOLDERS[match.game.name]).mine(of_deal(match, seat, number), seat, ([], None), deals[:number])


def of_deal(match: Match, watcher: Watcher, number: int) -> Plain:
    """A view in which a deal that has just been settled is still the one under way."""
    view = Plain(match.views(watcher))
    vars(view).update(deal=number, dealer=match.deals[number - 1].dealer)
    return view


def own_part(match: Match, seat: int, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees and may do; `deals` as this seat saw them."""
    scene, views = of(FOLDERS[match.game.name]), match.views(seat)
    view = Plain(views)
    return scene.mine(view, seat, legal_words(getattr(scene, "say", match.game.say), views, view, seat), deals)
