"""Suits without names, for the nets of games with tricks: the most important suit is in slot 0.

To the net, all suits are thus equivalent. The slots are the first four of a game's notes; the game's own begin at
`OWN_NOTES`.
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
    """Note the slot of each suit by its importance; of equals, the first in the pack comes first."""
    # interpreted, the sum of two NumPy comparisons is True, not 2; hence the zeroes
    notes[0] = 0 + (b > a) + (c > a) + (d > a)
    notes[1] = 0 + (a >= b) + (c > b) + (d > b)
    notes[2] = 0 + (a >= c) + (b >= c) + (d > c)
    notes[3] = 0 + (a >= d) + (b >= d) + (c >= d)


@rule
def importance_in_play(s: TrickState, suit, ranks, special):
    """Return the importance of a suit during play: the `special` suit, the suit led, then the longest.

    `ranks` are the ranks of the suit in the hand.
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
    """Return a card with its suit's slot instead of its suit."""
    return RANKS * notes[suit_of(card)] + rank_of(card)


@rule
def write_cards(ids, end, block, cards, notes):
    """Write some cards, by slot."""
    for suit in range(SUITS):
        end = write_set(ids, end, block + RANKS * notes[suit], in_suit(cards, suit))
    return end


@rule
def write_lengths(ids, end, block, hand, lengths, notes):
    """Write the number of cards held in each suit, as one of `lengths` answers, by slot."""
    for suit in range(SUITS):
        end = write(ids, end, block + lengths * notes[suit], count(in_suit(hand, suit)))
    return end


@rule
def write_voids(s: TrickState, seat, ids, end, block, unseen, notes):
    """Write the suits in which the others are void, as play has shown: they may hold no `unseen` card of them."""
    for turn in range(1, seats_of(s)):
        may = s.may[seat_at(seat, turn, s.seats)] & unseen
        for suit in range(SUITS):
            if in_suit(may, suit) == NONE:
                end = write(ids, end, block + SUITS * turn, notes[suit])
    return end
