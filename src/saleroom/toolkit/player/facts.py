"""Type of the facts about a deal's result. The search estimates the mean of each fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MOST_FACTS = 8
"""Maximum number of facts that a game can define."""


@dataclass(frozen=True)
class Fact:
    """Fact about the result of a deal for a player. The search estimates the mean of the fact."""

    name: str
    kind: Literal["share", "mean"]
    """``share``: 1 in deals in which the fact is true, else 0. ``mean``: any number."""
    words: str
    """Clause with a placeholder ``{}`` for the percentage or the mean, such as ``wins the kitty in {} % of worlds``."""
    good: int = 0
    """1 if a higher value is good for the player, -1 if it is bad, 0 if it is neither."""
    guess: str = ""
    """Clause for the most likely of several mutually exclusive facts, such as ``trump is likely hearts ({} %)``.

    A game has at most one such group; all other facts leave this field empty.
    """
