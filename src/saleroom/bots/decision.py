"""The interface of every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Decision:
    """A player's action and its expectation."""

    action: int
    """The id of a legal action."""
    expected: float | None = None
    """The score, in points or chips, that it expects in this deal; None if it does not estimate it."""


class Player(Protocol):
    """The player of one seat of one match: a view in, an action out."""

    name: str

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        ...

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the same action, with the player's expectation."""
        ...
