"""Facts: what a player may want to know of how a deal ends for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MOST_FACTS = 8
"""A game declares no more."""


@dataclass(frozen=True)
class Fact:
    """Something that a player may want to know of how a deal ends for them."""

    name: str
    kind: Literal["share", "mean"]
    """A share is 1 in the deals in which it is so, else 0; a mean is any number."""
    words: str
    """A clause with a place ``{}`` for the percentage or the mean, such as ``wins the kitty in {} % of worlds``."""
    good: int = 0
    """Whether more of it is good for the player: 1, bad: -1, or neither: 0."""
    guess: str = ""
    """A clause for the likeliest of several shares of which one comes true, such as ``trump is likely hearts ({} %)``.

    A game has one such set at most; its other facts leave this empty.
    """
