"""Saleroom: auction card games, played, studied and stress-tested.

>>> import saleroom
>>> game = saleroom.game("auction-pitch", target=10)
>>> match = game.match(seats=4, seed=7)
>>> match.legal(match.to_act[0])[:2]
['pass', 'bid 1']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from saleroom import renamed

if TYPE_CHECKING:
    from saleroom.bots.players import UnknownPlayer, player
    from saleroom.games import NAMES as GAMES
    from saleroom.games import UnknownGame
    from saleroom.kernel.options import BadOptions
    from saleroom.lab.study.command import study
    from saleroom.match.batch import Batch
    from saleroom.match.configured_game import ChosenGame, game
    from saleroom.match.errors import BadRecord, IllegalAction
    from saleroom.match.match import Match
    from saleroom.match.referee import faults as verify
    from saleroom.match.referee import replay

__version__ = "0.2.0.dev0"
__all__ = [
    "GAMES",
    "BadOptions",
    "BadRecord",
    "Batch",
    "ChosenGame",
    "IllegalAction",
    "Match",
    "UnknownGame",
    "UnknownPlayer",
    "__version__",
    "game",
    "player",
    "replay",
    "study",
    "verify",
]

_HOMES = {
    "GAMES": ("games", "NAMES"),
    "BadOptions": ("kernel.options", "BadOptions"),
    "BadRecord": ("match.errors", "BadRecord"),
    "Batch": ("match.batch", "Batch"),
    "ChosenGame": ("match.configured_game", "ChosenGame"),
    "IllegalAction": ("match.errors", "IllegalAction"),
    "Match": ("match.match", "Match"),
    "UnknownGame": ("games", "UnknownGame"),
    "UnknownPlayer": ("bots.players", "UnknownPlayer"),
    "game": ("match.configured_game", "game"),
    "player": ("bots.players", "player"),
    "replay": ("match.referee", "replay"),
    "study": ("lab.study.command", "study"),
    "verify": ("match.referee", "faults"),
}


renamed.install()


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used; most names need Numba, which is slow to import."""
    if name not in _HOMES:
        raise AttributeError(f"module 'saleroom' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = getattr(import_module(f"saleroom.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
