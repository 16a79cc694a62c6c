"""Facts about the end of a deal that a player may want to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MOST_FACTS = 8
"""Maximum number of facts of a game."""


@dataclass(frozen=True)
class Fact:
    """Fact about the end of a deal that a player may want to know."""

    name: str
    kind: Literal["share", "mean"]
    """A share is 1 in the deals in which the fact is true, else 0; a mean is any number."""
    words: str
    """Clause with a place ``{}`` for the percentage or the mean, such as ``wins the kitty in {} % of worlds``."""
    good: int = 0
    """Whether more of it is good for the player: 1, bad: -1, or neither: 0."""
    guess: str = ""
    """Clause for the most likely of several mutually exclusive shares, such as ``trump is likely hearts ({} %)``.

    A game has one such set at most; its other facts leave this empty.
    """
