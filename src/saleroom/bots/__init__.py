"""Players: a view in, an action out. `player` finds them by name."""

from saleroom.bots.players import NAMES, Player, UnknownPlayer, line_up, player

__all__ = ["NAMES", "Player", "UnknownPlayer", "line_up", "player"]
