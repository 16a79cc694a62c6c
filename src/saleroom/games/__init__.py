"""The only list of the games."""

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
"""Games that are small enough to be solved: for research, not in the lobby, and named only by their full names."""
NAMES = tuple(name for name in FOLDERS if name not in SMALL)
ALL = tuple(FOLDERS)


class UnknownGame(Refused):
    """Name of no game, or part of the names of several."""


def full_name(name: str) -> str:
    """Return a game's full name, from the name or a unique part of it; the small games need their full names."""
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
    """Return the package of a game, by its name or part of it; it is imported at the first call."""
    return cast("GamePackage", import_module(f"{__name__}.{FOLDERS[full_name(name)]}"))


def load(name: str) -> Game:
    """Return a game by its name or part of it."""
    return package(name).GAME
