"""What every player is to those who seat it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Decision:
    """What a player does, and what it expects of it."""

    action: int
    """The id of a legal action."""
    expected: float | None = None
    """The score, in points or chips, that it expects this deal to bring it; None if it does not reckon."""


class Player(Protocol):
    """Somebody who plays one seat of one match: a view in, an action out."""

    name: str

    def choose(self, views: Any, seat: int) -> int:
        """The id of a legal action of `seat`, whose view is `views[0]`."""
        ...

    def decide(self, views: Any, seat: int) -> Decision:
        """The same action, with what the player expects of it."""
        ...
