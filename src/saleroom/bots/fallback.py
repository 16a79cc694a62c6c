"""A player in whose place another goes on from its first failure: at a table, where people want to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saleroom.bots.decision import Decision, Player
from saleroom.bots.external_players import PlayerFailed


class Relieved:
    """A player, and who goes on in its place."""

    def __init__(self, player: Player, other: Player, tell: Callable[[str], None]) -> None:
        """`tell` is called once, with the failure in one line."""
        self.name = player.name
        self._who, self._other, self._tell = player, other, tell

    def choose(self, views: Any, seat: int) -> int:
        """The id of a legal action of `seat`, whose view is `views[0]`."""
        return self.decide(views, seat).action

    def decide(self, views: Any, seat: int) -> Decision:
        """The same action, with what is expected of it."""
        try:
            return self._who.decide(views, seat)
        except PlayerFailed as failure:
            self._who = self._other
            self._tell(str(failure))
            return self._who.decide(views, seat)
