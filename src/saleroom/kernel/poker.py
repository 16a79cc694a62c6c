"""Poker hands: the strength of five cards as one integer, and the description of this strength in words.

A strength has three groups of bits, highest first: the class of hand, the repeated ranks and the other ranks. Each
group of ranks is a set of thirteen bits, with the ace as the highest bit. Of two equally large sets, the greater
integer has the higher of the ranks in which they differ. One comparison of integers therefore decides a showdown. Hands
of equal strength tie, because suits never count. A set of fewer than five cards also has a strength.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.bits import NONE, below, bit, count, first, last, members, shifted, without
from saleroom.kernel.cards import in_suit
from saleroom.kernel.compile import rule

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CLASSES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
STRENGTH = (0, (9 << 26) - 1)  # range of a strength

FIVE = 5
ACE_LOW = np.uint64(0x100F)  # A-2-3-4-5
FIVE_HIGH = np.uint64(0x0008)
_RANKS = 13
_RANK_SET = 0x1FFF


@rule
def ranks_of(cards):
    """Return the ranks that a set of cards holds at least once, twice, three times and four times."""
    c, d, h, s = in_suit(cards, 0), in_suit(cards, 1), in_suit(cards, 2), in_suit(cards, 3)
    either, or_either = c | d, h | s
    both, and_both = c & d, h & s
    twice = both | and_both | (either & or_either)
    thrice = (both & or_either) | (and_both & either)
    return either | or_either, twice, thrice, both & and_both


@rule
def strength_of(kind, repeated, others):
    """Return the strength for a class of hand and its two groups of ranks."""
    return (kind << 26) + (np.int64(repeated) << 13) + np.int64(others)


@rule
def straight_top(ranks):
    """Return the highest rank of a straight as a one-member set; the empty set if the ranks do not form a straight."""
    if ranks == ACE_LOW:
        return FIVE_HIGH
    if count(ranks) == FIVE and shifted(below(FIVE), first(ranks)) == ranks:
        return bit(last(ranks))
    return NONE


@rule
def is_flush(cards):
    """Return whether five cards are of one suit."""
    for suit in range(4):
        if count(in_suit(cards, suit)) == FIVE:
            return True
    return False


@rule
def strength(cards):
    """Return the strength of at most five cards: the greater integer wins, equal integers tie."""
    once, twice, thrice, four_times = ranks_of(cards)
    if twice == NONE:
        top = straight_top(once)
        if is_flush(cards):
            return strength_of(STRAIGHT_FLUSH, top, NONE) if top != NONE else strength_of(FLUSH, NONE, once)
        return strength_of(STRAIGHT, top, NONE) if top != NONE else strength_of(HIGH_CARD, NONE, once)
    if four_times != NONE:
        return strength_of(FOUR, four_times, without(once, four_times))
    if thrice != NONE:
        kind = FULL_HOUSE if twice != thrice else THREE
        return strength_of(kind, thrice, without(once, thrice))
    return strength_of(TWO_PAIRS if count(twice) > 1 else PAIR, twice, without(once, twice))


@rule
def class_of(value):
    """Return the class of hand that a strength belongs to, 0 for high card … 8 for straight flush."""
    return value >> 26


_ONE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
    *("jacks", "queens", "kings", "aces"),
)


def describe(value: int) -> str:
    """Describe five cards with the strength `value` in words such as ``two pairs, kings and fours``."""
    kind = value >> 26  # the same result as class_of, without waiting for compilation
    repeated = members(value >> _RANKS & _RANK_SET)[::-1]
    others = members(value & _RANK_SET)[::-1]
    if kind == HIGH_CARD:
        return f"{_ONE[others[0]]} high"
    if kind == PAIR:
        return f"a pair of {_MANY[repeated[0]]}"
    if kind == TWO_PAIRS:
        return f"two pairs, {_MANY[repeated[0]]} and {_MANY[repeated[1]]}"
    if kind == THREE:
        return f"three {_MANY[repeated[0]]}"
    if kind == FLUSH:
        return f"a flush, {_ONE[others[0]]} high"
    if kind == FULL_HOUSE:
        return f"a full house, {_MANY[repeated[0]]} over {_MANY[others[0]]}"
    if kind == FOUR:
        return f"four {_MANY[repeated[0]]}"
    if kind == STRAIGHT:
        return f"a straight, {_ONE[repeated[0]]} high"
    return "a royal flush" if repeated[0] == 12 else f"a straight flush, {_ONE[repeated[0]]} high"
