"""Tests of five-card poker hands against a third-party library and against the known number of hands in each class."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import numpy as np
import pytest
from pokerkit import Card, StandardHighHand, StandardLookup

from saleroom.kernel.cards import NAMES, NUMBERS
from saleroom.kernel.compile import entry
from saleroom.kernel.poker import CLASSES, class_of, describe, strength

CARDS = [next(iter(Card.parse(name[0] + name[1].lower()))) for name in NAMES]
LABELS = (
    "High card",
    "One pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
)
FREQUENCIES = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
DIFFERENT = 7462  # number of distinct strengths


@entry
def strengths(hands, out):
    for i in range(len(hands)):
        out[i] = strength(hands[i])


def measured(hands: list[int]) -> list[int]:
    out = np.zeros(len(hands), np.int64)
    strengths(np.array(hands, np.uint64), out)
    return out.tolist()


def bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def cards(text: str) -> int:
    return bits(NUMBERS[name] for name in text.split())


def compare_with_pokerkit(drawn: list[tuple[int, ...]]) -> int:
    """Compare strengths and classes with PokerKit's, and return the number of distinct strengths of five-card hands."""
    lookup, found = StandardLookup(), {}
    for hand, value in zip(drawn, measured([bits(hand) for hand in drawn]), strict=True):
        entry_there = lookup.get_entry([CARDS[card] for card in hand])
        assert found.setdefault(value, entry_there) == entry_there
        assert LABELS[class_of(value)] == entry_there.label.value
    in_order = [found[value] for value in sorted(found)]
    assert all(low < high for low, high in itertools.pairwise(in_order))
    return len(found)


def test_random_hands_rank_as_in_pokerkit():
    dice = random.Random(5)
    drawn = [tuple(dice.sample(range(52), 5)) for _ in range(20_000)]
    assert compare_with_pokerkit(drawn) > 3000


def test_random_pairs_of_hands_compare_as_in_pokerkit():
    dice = random.Random(6)
    for _ in range(2000):
        hands = [dice.sample(range(52), 5) for _ in range(2)]
        there = [StandardHighHand([CARDS[card] for card in hand]) for hand in hands]
        here = measured([bits(hand) for hand in hands])
        assert (here[0] > here[1], here[0] == here[1]) == (there[0] > there[1], there[0] == there[1])


def test_rare_hands_rank_as_in_pokerkit():
    """Check every straight flush, four of a kind, full house and straight, most of which are rare in random hands."""
    ranks = range(13)
    rare: list[tuple[int, ...]] = []
    for a, b in itertools.permutations(ranks, 2):
        four = [a + 13 * suit for suit in range(4)]
        rare += [(*four, b), (*four[:3], b, b + 26), (*four[:2], b, b + 13, (a + b) % 13 + 39)]
    for low in range(-1, 9):
        for suits in ((0,) * 5, (1, 2, 3, 0, 1), (0, 0, 0, 0, 3)):
            rare.append(tuple((low + step) % 13 + 13 * suit for step, suit in enumerate(suits)))
    compare_with_pokerkit([hand for hand in rare if len(set(hand)) == 5])


def test_ace_high_and_ace_low():
    wheel, six_high = cards("AC 2D 3H 4S 5C"), cards("2C 3D 4H 5S 6C")
    around, broadway = cards("QC KD AH 2S 3C"), cards("TC JD QH KS AC")
    low, next_low, no_straight, best = measured([wheel, six_high, around, broadway])
    assert no_straight < low < next_low < best
    assert class_of(no_straight) == 0


def test_suits_never_count():
    dice = random.Random(7)
    for _ in range(300):
        hand = dice.sample(range(52), 5)
        turned = [card % 13 + 13 * ((card // 13 + 1) % 4) for card in hand]
        assert len(set(measured([bits(hand), bits(turned)]))) == 1


def test_hands_in_words():
    said = {
        "AC KD 9H 4S 2C": "ace high",
        "6C 6D 9H 4S 2C": "a pair of sixes",
        "KC KD 4H 4S 2C": "two pairs, kings and fours",
        "7C 7D 7H 4S 2C": "three sevens",
        "AC 2D 3H 4S 5C": "a straight, five high",
        "AC 9C 3C 4C 5C": "a flush, ace high",
        "4C 4D 4H KS KC": "a full house, fours over kings",
        "TC TD TH TS 2C": "four tens",
        "9C 8C 7C 6C 5C": "a straight flush, nine high",
        "AC 2C 3C 4C 5C": "a straight flush, five high",
        "AH KH QH JH TH": "a royal flush",
    }
    assert {hand: describe(int(strength(np.uint64(cards(hand))))) for hand in said} == said


def test_fewer_cards_are_worth_what_they_make_so_far():
    parts = ["", "AC", "2C 2D", "2C 2D AC", "3C 3D AC AD", "3C 3D 3H", "3C 3D 3H 3S"]
    values = measured([cards(part) for part in parts])
    assert values == sorted(values)
    assert [class_of(value) for value in values] == [0, 0, 1, 1, 2, 3, 7]
    assert [class_of(value) for value in measured([cards("2C 3C 4C 5C"), cards("9C TC JC")])] == [0, 0]


@pytest.mark.soak
def test_all_hands_rank_as_in_pokerkit_with_the_known_frequencies():
    drawn = list(itertools.combinations(range(52), 5))
    assert compare_with_pokerkit(drawn) == DIFFERENT
    classes = [class_of(value) for value in measured([bits(hand) for hand in drawn])]
    assert tuple(classes.count(kind) for kind in range(len(CLASSES))) == FREQUENCIES
