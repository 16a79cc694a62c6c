"""Bots, which choose an action from the view of a seat. `player` creates a bot by its name."""

from saleroom.bots.decision import Decision, Player
from saleroom.bots.external_players import legal
from saleroom.bots.players import NAMES, PlayerFailed, UnknownPlayer, is_known_player, line_up, player
from saleroom.renamed import earlier_names

__all__ = [
    "NAMES",
    "Decision",
    "Player",
    "PlayerFailed",
    "UnknownPlayer",
    "is_known_player",
    "legal",
    "line_up",
    "player",
]

__getattr__ = earlier_names(__name__, known="is_known_player")
