"""Numbering of suits by importance, for nets of trick-taking games. The most important suit is in slot 0.

What the net learns about the suit in a slot therefore applies to all suits. The first four notes of a game are the
slots of the suits. The other notes of the game begin at index `OWN_NOTES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel.bits import NONE, count, seats_of
from saleroom.kernel.cards import in_suit, rank_of, suit_of
from saleroom.kernel.compile import rule
from saleroom.toolkit.player.features import seat_at, write, write_set

if TYPE_CHECKING:
    from saleroom.kernel.states import TrickState

SUITS = 4
RANKS = 13
OWN_NOTES = SUITS


@rule
def order_suits(a, b, c, d, notes):
    """Write the slot of each suit into `notes`, given the importance `a`, `b`, `c` and `d` of the four suits.

    Equally important suits keep the order of the pack.
    """
    # `0 +` because, in interpreted code, the sum of two true NumPy comparisons is True, not 2
    notes[0] = 0 + (b > a) + (c > a) + (d > a)
    notes[1] = 0 + (a >= b) + (c > b) + (d > b)
    notes[2] = 0 + (a >= c) + (b >= c) + (d > c)
    notes[3] = 0 + (a >= d) + (b >= d) + (c >= d)


@rule
def importance_in_play(s: TrickState, suit, ranks, special):
    """Return the importance of a suit during trick play.

    The suit `special` is first, then the suit led, then longer suits. `ranks` are the ranks of the suit in the hand.
    """
    if suit == special:
        return 1 << 20
    if s.in_trick > 0 and suit == s.led:
        return 1 << 19
    return (count(ranks) << RANKS) + np.int64(ranks)


@rule
def slot_of(suit, notes):
    """Return the slot of a suit."""
    return notes[suit]


@rule
def slotted(card, notes):
    """Return the number that a card has if its suit is replaced by the suit's slot."""
    return RANKS * notes[suit_of(card)] + rank_of(card)


@rule
def write_cards(ids, end, block, cards, notes):
    """Write a feature for each of the cards `cards`, by the slot of its suit."""
    for suit in range(SUITS):
        end = write_set(ids, end, block + RANKS * notes[suit], in_suit(cards, suit))
    return end


@rule
def write_lengths(ids, end, block, hand, lengths, notes):
    """Write the features of the number of cards held in each suit, by slot.

    Each slot has `lengths` possible numbers.
    """
    for suit in range(SUITS):
        end = write(ids, end, block + lengths * notes[suit], count(in_suit(hand, suit)))
    return end


@rule
def write_voids(s: TrickState, seat, ids, end, block, unseen, notes):
    """Write the features of the suits in which other seats are known to be void.

    A seat counts as void in a suit if it can hold none of the suit's cards in the set `unseen`.
    """
    for turn in range(1, seats_of(s)):
        may = s.may[seat_at(seat, turn, s.seats)] & unseen
        for suit in range(SUITS):
            if in_suit(may, suit) == NONE:
                end = write(ids, end, block + SUITS * turn, notes[suit])
    return end
