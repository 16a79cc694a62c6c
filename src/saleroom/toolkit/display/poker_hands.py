"""Poker hands by name: what some cards make, how they compare, and the order in which they are shown."""

from __future__ import annotations

from collections import Counter

from saleroom.kernel.cards import NAMES

MADE = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")
_BY_TIMES = {(4, 1): "four", (3, 2): "full-house", (3, 1): "three", (2, 2): "two-pair", (2, 1): "pair"}

FIVE = 5
ACE = 12
WHEEL = {0, 1, 2, 3, ACE}  # A-2-3-4-5


def made(cards: list[int]) -> str:
    """What at most five cards make; only five make a straight or a flush."""
    times = [count for _, count in Counter(card % 13 for card in cards).most_common(2)]
    if times[0] > 1:
        return _BY_TIMES[times[0], times[1] if times[1:] else 1]
    if len(cards) < FIVE:
        return "high-card"
    ranks = {card % 13 for card in cards}
    straight = ranks == WHEEL or max(ranks) - min(ranks) == FIVE - 1
    if len({card // 13 for card in cards}) == 1:
        return "straight-flush" if straight else "flush"
    return "straight" if straight else "high-card"


def held(cards: list[int]) -> list[str]:
    """A hand as it is held: by rank, high ones first, then by suit."""
    return [NAMES[card] for card in sorted(cards, key=lambda card: (-(card % 13), -card))]


def strongest_first(cards: list[int]) -> list[str]:
    """A hand as it is shown: what repeats first, then by rank; the ace of A-2-3-4-5 is last."""
    return [NAMES[card] for card in _in_order(cards, _ranks(cards))]


def strength(cards: list[int]) -> tuple[int, list[int]]:
    """What five cards are worth: the class of hand in `MADE`, then the ranks in order; suits never count."""
    ranks = _ranks(cards)
    return MADE.index(made(cards)), [ranks[card] for card in _in_order(cards, ranks)]


def _ranks(cards: list[int]) -> dict[int, int]:
    """The rank of each card; the ace of A-2-3-4-5 is low."""
    low_ace = {card % 13 for card in cards} == WHEEL
    return {card: -1 if low_ace and card % 13 == ACE else card % 13 for card in cards}


def _in_order(cards: list[int], ranks: dict[int, int]) -> list[int]:
    times = Counter(ranks.values())
    return sorted(cards, key=lambda card: (-times[ranks[card]], -ranks[card], -card))
