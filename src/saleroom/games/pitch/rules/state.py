"""The record of Auction Pitch as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import AuctionState, DealtState, TrumpState


class State(AuctionState, DealtState, TrumpState):
    """A state of Auction Pitch, or a view, which has the same fields."""

    auction_pitch: Number
    """The layout of this record; public u8, 1..1 version."""
    renounced: Array[np.uint64]
    """Cards that a seat claimed not to hold: it has revoked if it plays one of them; public u8 of shape (8,),
    0..4503599627370495 card set."""
    target: Number
    """How many points a player needs to win; public i4, 1..50 points."""
    deals: Number
    """After how many deals the match ends at the latest; public i4, 1..10000 deals."""
    last_bid: Number
    """What the pitcher of the last deal had bid; public i4, -1..4 points."""
    deck: Array[np.int8]
    """The pack: six cards for each seat from 0; the rest is out; secret i1 of shape (52,), 0..51 card."""
    dealer_match: Number
    """Which standing bid the dealer may take by equalling it; public i1, 0..2 choice."""
    low: Number
    """Whether low goes to the player dealt it or to the winner of its trick; public i1, 0..1 choice."""
    cards_tie: Number
    """Who scores when two players tie for cards; public i1, 0..1 choice."""
    revoke: Number
    """What happens to a card that neither follows suit nor trumps although its player could follow; public i1, 0..1
    choice."""
    trump: Number
    """The trump suit, once pitched; public i1, 0..3 suit."""
    last_high: Number
    """Who scored high in the last deal; public i1, -1..6 seat."""
    last_low: Number
    """Who scored low in the last deal; public i1, -1..6 seat."""
    last_jack: Number
    """Who scored jack in the last deal; public i1, -1..6 seat."""
    last_cards: Number
    """Who scored cards in the last deal; public i1, -1..6 seat."""
    last_pitcher: Number
    """Who pitched in the last deal; public i1, -1..6 seat."""
