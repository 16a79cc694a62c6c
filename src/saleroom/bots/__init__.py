"""Bots, which choose an action from the view of a seat. `player` creates a bot by its name."""

from saleroom.bots.decision import Decision, Player
from saleroom.bots.external_players import legal
from saleroom.bots.players import NAMES, PlayerFailed, UnknownPlayer, known, line_up, player

__all__ = ["NAMES", "Decision", "Player", "PlayerFailed", "UnknownPlayer", "known", "legal", "line_up", "player"]
