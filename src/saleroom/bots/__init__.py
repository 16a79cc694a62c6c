"""Bots: a view in, an action out. `player` finds them by name."""

from saleroom.bots.decision import Decision, Player
from saleroom.bots.external_players import legal
from saleroom.bots.players import NAMES, PlayerFailed, UnknownPlayer, known, line_up, player

__all__ = ["NAMES", "Decision", "Player", "PlayerFailed", "UnknownPlayer", "known", "legal", "line_up", "player"]
