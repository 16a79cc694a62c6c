"""How a first lesson is written down: a deal with given cards, and what is told at each step of it."""

from __future__ import annotations

from dataclasses import dataclass

LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True)
class Beat:
    """A step: what is told, what the learner is to do (None: only go on), and what happens then."""

    say: str
    expect: str | None = None
    then: tuple[str, ...] = ()
    """Events after the learner's action, in the words of the record."""


@dataclass(frozen=True)
class Script:
    """A lesson."""

    dealer: int
    """Who deals (in Auction Draw, who leads)."""
    hands: tuple[str, ...]
    """Each seat's cards or tiles, the learner's first."""
    beats: tuple[Beat, ...]
    options: dict[str, int | str]


NAMES: tuple[str, ...] = ("You", "Ann", "Ben", "Cay")
"""Who sits where."""


def in_turn(first: int, pieces: str, seats: int = 4) -> tuple[str, ...]:
    """Cards played by seats in a row, from `first` on."""
    return tuple(f"{(first + place) % seats} play {piece}" for place, piece in enumerate(pieces.split(" ")))
