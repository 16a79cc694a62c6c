"""Interface of every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Decision:
    """A player's action and the score that the player expects."""

    action: int
    """The id of a legal action."""
    expected: float | None = None
    """The score, in points or chips, that the player expects in this deal; None if the player makes no estimate."""


class Player(Protocol):
    """A player of one seat in one match, which chooses an action from the view of its seat."""

    name: str

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        ...

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the action that `choose` would return, and the score that the player expects."""
        ...
