"""Saleroom: auction card games, played, studied and stress-tested.

>>> import saleroom
>>> game = saleroom.game("auction-pitch", target=10)
>>> match = game.match(seats=4, seed=7)
>>> match.legal(match.to_act[0])[:2]
['pass', 'bid 1']
"""

from __future__ import annotations

from saleroom.games import NAMES as GAMES
from saleroom.games import UnknownGame
from saleroom.kernel.options import BadOptions
from saleroom.match.batch import Batch
from saleroom.match.chosen import ChosenGame, game
from saleroom.match.errors import BadRecord, IllegalAction
from saleroom.match.match import Match
from saleroom.match.referee import faults as verify
from saleroom.match.referee import replay

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadOptions",
    "BadRecord",
    "Batch",
    "ChosenGame",
    "IllegalAction",
    "Match",
    "UnknownGame",
    "game",
    "replay",
    "verify",
]
