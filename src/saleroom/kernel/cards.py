"""Numbering of cards, the same in all games. Card c has rank c % 13 (2 … A) and suit c // 13 (C D H S)."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.bits import count, lowered, shifted, word
from saleroom.kernel.compile import rule

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
PACK = 52
TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12
CARD_SET = (0, 2**52 - 1)  # range of a bit set of cards
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
NUMBERS = {name: card for card, name in enumerate(NAMES)}


@rule
def suit_of(card):
    """Return 0..3 for clubs, diamonds, hearts, spades."""
    return np.int64(card) * 79 >> 10


@rule
def rank_of(card):
    """Return 0..12 for two … ace."""
    return np.int64(card) - 13 * suit_of(card)


@rule
def suit_set(suit):
    """Return all cards of a suit as a bit set."""
    return shifted(word(0x1FFF), 13 * suit)


@rule
def in_suit(cards, suit):
    """Return the ranks of those `cards` that are in `suit`, as a bit set of 0..12."""
    return lowered(cards, 13 * suit) & word(0x1FFF)


def rank_set(rank: int) -> int:
    """Return the four cards of a rank as a bit set."""
    return sum(1 << (13 * suit + rank) for suit in range(4))


TENS, JACKS, QUEENS, KINGS, ACES = (np.uint64(rank_set(rank)) for rank in (TEN, JACK, QUEEN, KING, ACE))


@rule
def card_points(cards):
    """Return the sum of card points as in the pitch family: a ten is 10, an ace 4, a king 3, a queen 2 and a jack 1."""
    honours = 4 * count(cards & ACES) + 3 * count(cards & KINGS) + 2 * count(cards & QUEENS) + count(cards & JACKS)
    return 10 * count(cards & TENS) + honours
