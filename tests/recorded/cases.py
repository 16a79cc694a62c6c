"""What a recorded match is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """A record to make."""

    shows: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 4
    hands: tuple[str, ...] = ()
    """The first deal, where it is made by hand; seat 0 then deals (or leads)."""
    opening: tuple[str, ...] = ()
    """The first events after it."""
    likes: dict[str, float] = field(default_factory=dict)
    """How much the players like some verbs; a verb at 0 is a last resort."""
    stop: bool = False
    """Whether the match is left unfinished, as soon as it shows what it should."""
    fair: bool = False


def rounds(count: int, **options: Any) -> dict[str, Any]:
    return {"rounds": count, **options}


def deals(count: int, **options: Any) -> dict[str, Any]:
    return {"deals": count, **options}
