"""The record of Auction House as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import DealtState, TrumpState


class State(DealtState, TrumpState):
    """A state of Auction House, or a view, which has the same fields."""

    auction_house: Number
    """The layout of this record; public u8, 1..1 version."""
    turned: Number
    """The court cards turned so far in this match; public u8, 0..4503599627370495 card set."""
    known: Array[np.uint64]
    """The card that the auction left a seat with for all to see; public u8 of shape (8,), 0..4503599627370495 card
    set."""
    aside: Number
    """Who has put a card into the kitty; public u8, 0..255 seat set."""
    rounds: Number
    """How many deals a match has; the last is played without trump; public i4, 1..13 deals."""
    deck: Array[np.int8]
    """The plain cards: ten for each seat from 0; secret i1 of shape (40,), 0..51 card."""
    courts: Array[np.int8]
    """The court cards, in the order in which they turn; secret i1 of shape (12,), 0..51 card."""
    reveal: Number
    """When the trump card is turned; public i1, 0..1 choice."""
    trump_card: Number
    """The court card turned in this round; public i1, -1..51 card."""
    trump: Number
    """The trump suit of this round; public i1, -1..4 suit."""
    starter: Number
    """Who started this round's auction; public i1, -1..7 seat."""
    partner: Number
    """Who traded with the starter; public i1, -1..7 seat."""
    called: Number
    """The suit that the starter called; public i1, 0..3 suit."""
    shown: Array[np.int8]
    """The card that a seat showed in the auction; public i1 of shape (8,), -1..51 card."""
    laid: Array[np.int8]
    """The card that a seat has laid, until all three are in; own i1 of shape (8,), -1..51 card."""
    kitty: Array[np.int8]
    """The card that a seat has put into the kitty; own i1 of shape (8,), -1..51 card."""
    last_kitty: Array[np.int8]
    """Each seat's card in the kitty of the last round; public i1 of shape (8,), 0..51 card."""
    last_tricks: Array[np.int8]
    """How many tricks each seat won in the last round; public i1 of shape (8,), 0..9 tricks."""
