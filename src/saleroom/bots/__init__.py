"""Players: a view in, an action out. `player` finds them by name."""

from saleroom.bots.decision import Decision, Player
from saleroom.bots.players import NAMES, UnknownPlayer, known, line_up, player

__all__ = ["NAMES", "Decision", "Player", "UnknownPlayer", "known", "line_up", "player"]
