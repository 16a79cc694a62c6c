"""Specification of a recorded match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """Table, options and first moves of a record to make."""

    shows: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 4
    hands: tuple[str, ...] = ()
    """Hands of the first deal, if they are given; seat 0 then deals (or leads)."""
    opening: tuple[str, ...] = ()
    """First events after the deal."""
    likes: dict[str, float] = field(default_factory=dict)
    """Weights of the verbs that players prefer; a verb with weight 0 is a last resort."""
    stop: bool = False
    """Whether the match is stopped unfinished as soon as its record shows what the case requires."""
    fair: bool = False


def rounds(count: int, **options: Any) -> dict[str, Any]:
    return {"rounds": count, **options}


def deals(count: int, **options: Any) -> dict[str, Any]:
    return {"deals": count, **options}
