"""Poker hands for display: their names, strength and order of cards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from saleroom.kernel import poker
from saleroom.kernel.bits import word
from saleroom.kernel.cards import ACE, NAMES

MADE = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")
"""Classes of hands, by their numbers in `kernel.poker`."""

WHEEL = {0, 1, 2, 3, ACE}  # A-2-3-4-5


def made(cards: list[int]) -> str:
    """Return the class of a hand of at most five cards; a straight or a flush needs five."""
    return MADE[poker.class_of(strength(cards))]


def strength(cards: list[int]) -> int:
    """Return the strength of a hand of at most five cards, as the rules compute it."""
    return _strength(sum(1 << card for card in cards))


@lru_cache(maxsize=1 << 12)  # a hand is displayed after each move but changes rarely
def _strength(cards: int) -> int:
    return int(poker.strength(word(cards)))


def held(cards: list[int]) -> list[str]:
    """Return a hand in display order: high ranks first, then by suit."""
    return [NAMES[card] for card in sorted(cards, key=lambda card: (-(card % 13), -card))]


def strongest_first(cards: list[int]) -> list[str]:
    """Return a hand in showdown order: repeated ranks first, then high ranks first; the ace of A-2-3-4-5 is last."""
    return [NAMES[card] for card in _in_order(cards, _ranks(cards))]


def _ranks(cards: list[int]) -> dict[int, int]:
    """Return the rank of each card; the ace of A-2-3-4-5 is low."""
    low_ace = {card % 13 for card in cards} == WHEEL
    return {card: -1 if low_ace and card % 13 == ACE else card % 13 for card in cards}


def _in_order(cards: list[int], ranks: dict[int, int]) -> list[int]:
    times = Counter(ranks.values())
    return sorted(cards, key=lambda card: (-times[ranks[card]], -ranks[card], -card))
