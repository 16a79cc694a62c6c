"""Types of first lessons. A lesson is a deal with given cards and a text for each step."""

from __future__ import annotations

from dataclasses import dataclass

from saleroom.kernel.tricks import CARD_PLAYED

LEARNER = 0
"""Seat of the learner."""


@dataclass(frozen=True)
class Beat:
    """Step of a lesson: the text, the action expected from the learner (None: only continue), and what happens next."""

    say: str
    expect: str | None = None
    then: tuple[str, ...] = ()
    """Events after the learner's action, in the notation of the record."""


@dataclass(frozen=True)
class Script:
    """Lesson: a deal with given cards, and its steps."""

    dealer: int
    """The dealer (in Auction Draw, the leader)."""
    hands: tuple[str, ...]
    """Each seat's cards or tiles, the learner's first."""
    beats: tuple[Beat, ...]
    options: dict[str, int | str]


NAMES: tuple[str, ...] = ("You", "Ann", "Ben", "Cay")
"""Names of the seats."""


def in_turn(first: int, pieces: str, seats: int = 4) -> tuple[str, ...]:
    """Return the events in which seats play one piece each, in clockwise order from the seat `first`."""
    return tuple(f"{(first + place) % seats} {CARD_PLAYED} {piece}" for place, piece in enumerate(pieces.split(" ")))
