"""Names of seats, cards and tiles in a terminal, in colour or in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from saleroom.kernel.cards import RANKS, SUIT_WORDS
from saleroom.toolkit.text.ink import Ink, ink, listed

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
"""Names of the players, indexed by seat."""

RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SYMBOLS = "♣♦♥♠"
HIGH_TO_LOW: tuple[int, ...] = (3, 2, 1, 0)  # suits in display order


@dataclass(frozen=True)
class Voice:
    """Wording for one viewer of the table."""

    plain: bool
    you: int | None = None
    """Seat that is called "you"; None for a spectator, or if several people share the screen."""

    def who(self, seat: int) -> str:
        """Return the name of a seat for use within a sentence."""
        return "you" if seat == self.you else NAMES[seat]

    def name(self, seat: int) -> str:
        """Return the name of a seat for the beginning of a line."""
        return "You" if seat == self.you else NAMES[seat]

    def whose(self, seat: int) -> str:
        """Return the possessive form of a seat's name."""
        return "your" if seat == self.you else f"{NAMES[seat]}'s"

    def does(self, seat: int, verb: str) -> Ink:
        """Return the beginning of a sentence: a name and a verb. `verb` has two forms, such as ``pass|passes``."""
        return ink(self.name(seat), "strong") + " " + self.verb([seat], verb)

    def do(self, seats: Iterable[int], verb: str) -> Ink:
        """Return the beginning of a sentence about several seats."""
        seats = list(seats)
        names = listed(self.name(seat) if place == 0 else self.who(seat) for place, seat in enumerate(seats))
        return ink(names.text, "strong") + " " + self.verb(seats, verb)

    def verb(self, seats: list[int], forms: str) -> str:
        """Return the form of a verb that agrees with `seats`.

        If `forms` is ``pass|passes``, the result is ``passes`` for one seat other than `you`, and otherwise ``pass``.
        """
        base, _, third = forms.partition("|")
        return third if third and len(seats) == 1 and seats[0] != self.you else base

    def card(self, card: int) -> Ink:
        """Return a card as text for a sentence."""
        rank, suit = card % 13, card // 13
        if self.plain:
            return ink(f"{RANK_WORDS[rank]} of {SUIT_WORDS[suit]}")
        return ink(RANKS[rank] + SYMBOLS[suit], SUIT_WORDS[suit])

    def cards(self, cards: Iterable[int]) -> Ink:
        """Return several cards as text for a sentence."""
        return listed(self.card(card) for card in cards)

    def face(self, card: int) -> Ink:
        """Return a card as a framed text, or in plain words."""
        if self.plain:
            return self.card(card)
        return ink("[", "quiet") + self.card(card) + ink("]", "quiet")

    def suit(self, suit: int) -> Ink:
        """Return a suit as text for a sentence."""
        if self.plain:
            return ink(SUIT_WORDS[suit])
        return ink(f"{SYMBOLS[suit]} {SUIT_WORDS[suit]}", SUIT_WORDS[suit])

    def mark(self, suit: int) -> Ink:
        """Return the shortest text for a suit: its symbol, or its name in plain words."""
        return ink(SUIT_WORDS[suit]) if self.plain else ink(SYMBOLS[suit], SUIT_WORDS[suit])

    def tile(self, name: str) -> Ink:
        """Return a tile as text, given its name or its numbers from left to right, such as 4-6."""
        return ink(name) if self.plain else ink(f"[{name.replace('-', '|')}]")
