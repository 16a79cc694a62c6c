"""Tests of poker hands with fewer than five cards, and of the parts of a hand's strength. tests/test_poker.py tests
complete hands.
"""

from __future__ import annotations

import pytest

from saleroom.kernel import poker
from tests.kernel.states import cards

SORTS = {
    "KC": poker.HIGH_CARD,
    "KC QD JH": poker.HIGH_CARD,
    "KC KD": poker.PAIR,
    "KC KD 2H": poker.PAIR,
    "KC KD 2H 2S": poker.TWO_PAIRS,
    "KC KD KH": poker.THREE,
    "KC KD KH 2S": poker.THREE,
    "KC KD KH KS": poker.FOUR,
    "AC KC QC JC": poker.HIGH_CARD,
    "KC KD KH 2S 2C": poker.FULL_HOUSE,
    "2C 4C 6C 8C TC": poker.FLUSH,
    "AC 2D 3C 4C 5C": poker.STRAIGHT,
    "TC JD QC KC AC": poker.STRAIGHT,
    "AC 2C 3C 4C 5C": poker.STRAIGHT_FLUSH,
    "QC KC AD 2D 3C": poker.HIGH_CARD,
}


@pytest.mark.parametrize("hand", SORTS)
def test_what_some_cards_make(hand):
    assert poker.class_of(poker.strength(cards(hand))) == SORTS[hand]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3C 2D", "2C"),
        ("AC 2D", "KC QD JH"),
        ("2C 2D", "AC KD QH JS"),
        ("KC KD 3H", "KH KS 2H"),
        ("2C 3D 4C 5C 6C", "AC 2D 3C 4C 5C"),
        ("3C 3D 2H 2S", "2C 2D AH KS"),
        ("4C 4D 2H 2S AC", "3C 3D 2C 2D KC"),
        ("3C 3D 3H 2S 2C", "2C 2D 2H AS AC"),
    ],
)
def test_which_cards_are_worth_more(better, worse):
    assert poker.strength(cards(better)) > poker.strength(cards(worse))


def test_a_strength_is_its_class_then_repeated_ranks_then_the_others():
    assert poker.strength(cards("3C 3D 5H")) == (poker.PAIR << 26) + (0b10 << 13) + 0b1000
    assert poker.strength(cards("AC 2D 3C 4C 5C")) == (poker.STRAIGHT << 26) + (0b1000 << 13)
    assert poker.strength(cards("2C 4C 6C 8C TC")) == (poker.FLUSH << 26) + 0b101010101


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("KC QD JH 9S 2C", "king high"),
        ("6C 6D JH 9S 2C", "a pair of sixes"),
        ("KC KD 4H 4S 2C", "two pairs, kings and fours"),
        ("KC KD KH 4S 2C", "three kings"),
        ("AC 2D 3H 4S 5C", "a straight, five high"),
        ("2C 4C 6C 8C TC", "a flush, ten high"),
        ("KC KD KH 4S 4C", "a full house, kings over fours"),
        ("KC KD KH KS 4C", "four kings"),
        ("9C TC JC QC KC", "a straight flush, king high"),
        ("TC JC QC KC AC", "a royal flush"),
    ],
)
def test_hands_in_words(hand, said):
    assert poker.describe(int(poker.strength(cards(hand)))) == said
