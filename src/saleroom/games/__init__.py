"""Registry of the games; no other module lists them."""

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
"""Games that are small enough to be solved.

They are for research: the lobby does not show them, and only their full names are accepted.
"""
NAMES = tuple(name for name in FOLDERS if name not in SMALL)
ALL = tuple(FOLDERS)


class UnknownGame(Refused):
    """Error for a text that names no game, or that fits the names of several games."""


def full_name(name: str) -> str:
    """Return a game's full name, given the name or a unique part of it. A small game is found only by its full name."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a text; the games are {', '.join(NAMES)}")
    wanted = name.lower().replace("_", "-")
    matching = [known for known in ALL if known == wanted] or [known for known in NAMES if wanted and wanted in known]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise UnknownGame(Refusal("game-ambiguous", given=repr(name[:40]), choices=matching, games=NAMES))
    raise UnknownGame(Refusal("game-unknown", given=repr(name[:40]), games=NAMES))


@cache
def package(name: str) -> GamePackage:
    """Return the package of a game, given the game's name or a unique part of it.

    The package is imported at the first call.
    """
    return cast("GamePackage", import_module(f"{__name__}.{FOLDERS[full_name(name)]}"))


def load(name: str) -> Game:
    """Return a game, given its name or a unique part of it."""
    return package(name).GAME
