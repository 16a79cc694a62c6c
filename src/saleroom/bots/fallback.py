"""Player that is replaced by a substitute after its first failure, so that people can continue to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saleroom.bots.decision import Decision, Player
from saleroom.bots.external_players import PlayerFailed
from saleroom.renamed import earlier_names

__getattr__ = earlier_names(__name__, Relieved="FallbackPlayer")


class FallbackPlayer:
    """A player and its substitute."""

    def __init__(self, player: Player, other: Player, tell: Callable[[str], None]) -> None:
        """Store the player and its substitute; `tell` is called once, with the failure in one line."""
        self.name = player.name
        self._who, self._other, self._tell = player, other, tell

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        return self.decide(views, seat).action

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the player's action, and the score that the player expects."""
        try:
            return self._who.decide(views, seat)
        except PlayerFailed as failure:
            self._who = self._other
            self._tell(str(failure))
            return self._who.decide(views, seat)
