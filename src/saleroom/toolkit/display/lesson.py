"""First lessons: a deal with given cards, and the text of each step."""

from __future__ import annotations

from dataclasses import dataclass

from saleroom.kernel.tricks import CARD_PLAYED

LEARNER = 0
"""Seat of the learner."""


@dataclass(frozen=True)
class Beat:
    """Step: its text, what the learner is to do (None: only continue), and what happens then."""

    say: str
    expect: str | None = None
    then: tuple[str, ...] = ()
    """Events after the learner's action, as the record writes them."""


@dataclass(frozen=True)
class Script:
    """Lesson: a deal with given cards and its steps."""

    dealer: int
    """The dealer (in Auction Draw, the leader)."""
    hands: tuple[str, ...]
    """Each seat's cards or tiles, the learner's first."""
    beats: tuple[Beat, ...]
    options: dict[str, int | str]


NAMES: tuple[str, ...] = ("You", "Ann", "Ben", "Cay")
"""Names of the seats."""


def in_turn(first: int, pieces: str, seats: int = 4) -> tuple[str, ...]:
    """Return events of cards played by seats in a row, from `first` on."""
    return tuple(f"{(first + place) % seats} {CARD_PLAYED} {piece}" for place, piece in enumerate(pieces.split(" ")))
