"""The games of the house. This is the one list that names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from saleroom.kernel.refusals import Refusal, Refused

if TYPE_CHECKING:
    from saleroom.kernel.game import Game
    from saleroom.toolkit.package import GamePackage

FOLDERS = {
    "auction-house": "house",
    "auction-hearts": "hearts",
    "auction-pitch": "pitch",
    "auction-draw": "draw",
    "auction-flop-poker": "flop",
    "mini-pitch": "mini_pitch",
    "mini-hearts": "mini_hearts",
    "mini-flop-poker": "mini_flop",
}
SMALL = ("mini-pitch", "mini-hearts", "mini-flop-poker")
"""Games that are small enough to be solved: for research, in no lobby, and meant by their full names alone."""
NAMES = tuple(name for name in FOLDERS if name not in SMALL)
ALL = tuple(FOLDERS)


class UnknownGame(Refused):
    """A name that is no game's, or the part of several."""


def full_name(name: str) -> str:
    """A game's full name, from the name or, but for the small ones, any part of it that no other game has."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a text; the games are {', '.join(NAMES)}")
    wanted = name.lower().replace("_", "-")
    found = [known for known in ALL if known == wanted] or [known for known in NAMES if wanted and wanted in known]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownGame(Refusal("game-ambiguous", given=repr(name[:40]), choices=found, games=NAMES))
    raise UnknownGame(Refusal("game-unknown", given=repr(name[:40]), games=NAMES))


@cache
def package(name: str) -> GamePackage:
    """The package of a game, by its name or part of it; imported when it is first asked for."""
    return cast("GamePackage", import_module(f"{__name__}.{FOLDERS[full_name(name)]}"))


def load(name: str) -> Game:
    """A game by its name or part of it."""
    return package(name).GAME
