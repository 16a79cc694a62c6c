"""Suits without names, for the nets of games with tricks: the most important suit is in slot 0.

To the net, all suits are thus equivalent. The slots are the first four of a game's notes; the game's own begin at
`OWN_NOTES`.
"""

from __future__ import annotations

from saleroom.kernel.cards import in_suit, rank_of, suit_of
from saleroom.kernel.compile import rule
from saleroom.toolkit.player.features import tell_set

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
def slot_of(suit, notes):
    """Return the slot of a suit."""
    return notes[suit]


@rule
def slotted(card, notes):
    """Return a card with its suit's slot instead of its suit."""
    return RANKS * notes[suit_of(card)] + rank_of(card)


@rule
def tell_cards(ids, at, block, cards, notes):
    """Answer yes for each of some cards, by slot; return the place after the answers."""
    for suit in range(SUITS):
        at = tell_set(ids, at, block + RANKS * notes[suit], in_suit(cards, suit))
    return at
