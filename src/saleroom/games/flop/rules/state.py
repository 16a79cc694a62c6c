"""The record of Auction Flop Poker as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import AuctionState, PotState


class State(AuctionState, PotState):
    """A state of Auction Flop Poker, or a view, which has the same fields."""

    auction_flop_poker: Number
    """The layout of this record; public u8, 1..1 version."""
    pile: Number
    """The discards that are not yet a new stock; secret u8, 0..4503599627370495 card set."""
    hand: Array[np.uint64]
    """The cards that a seat holds; own u8 of shape (8,), 0..4503599627370495 card set."""
    thrown: Array[np.uint64]
    """What a seat has discarded so far of the hand it was dealt; own u8 of shape (8,), 0..4503599627370495 card set."""
    short: Number
    """Who has fewer than five cards, once all have discarded; public u8, 0..255 seat set."""
    flop: Number
    """The flop on the table; public u8, 0..4503599627370495 card set."""
    turned: Number
    """The cards of the flop at the last reshuffle and of all flops since; public u8, 0..4503599627370495 card set."""
    seen: Number
    """The cards of all flops of this deal; public u8, 0..4503599627370495 card set."""
    undealt: Number
    """The cards of flops from the first stock: no seat was dealt them; public u8, 0..4503599627370495 card set."""
    mixed: Number
    """The flop that the first stock and the first reshuffle made together; public u8, 0..4503599627370495 card set."""
    keep_may: Array[np.uint64]
    """The cards of each flop that a seat took, without those that turned up again; public u8 of shape (8, 5),
    0..4503599627370495 card set."""
    shown: Array[np.uint64]
    """Each hand at the last showdown; public u8 of shape (8,), 0..4503599627370495 card set."""
    ante: Number
    """What each player pays into the pot before every deal; public i4, 1..50 chips."""
    chips: Number
    """What each player starts with; public i4, 10..1000 chips."""
    deals: Number
    """After how many deals the match ends; public i4, 1..10000 deals."""
    fee: Number
    """What it costs to refuse the flop; public i4, 0..8000 chips."""
    strength: Array[np.int32]
    """What each seat's hand was worth at the last showdown: the more the better; public i4 of shape (8,), 0..603979775
    strength."""
    prize: Array[np.int32]
    """What each seat won at the last showdown; public i4 of shape (8,), 0..8000 chips."""
    deck: Array[np.int8]
    """Five cards for each seat from 0, then the stock; secret i1 of shape (52,), 0..51 card."""
    first_voice: Number
    """Whether First Voice moves one seat left after each flop; public i1, 0..1 choice."""
    voice: Number
    """First Voice: who discards first, and bids first while short of cards; public i1, 0..7 seat."""
    cards: Array[np.int8]
    """How many cards a seat holds; public i1 of shape (8,), 0..5 cards."""
    discarded: Array[np.int8]
    """How many cards a seat has discarded so far of the hand it was dealt; public i1 of shape (8,), 0..5 cards."""
    top: Number
    """Where in the deck the stock begins; public i1, 0..52 place."""
    stock: Number
    """How many cards the stock has; public i1, 0..52 cards."""
    reshuffles: Number
    """How often the discards became a new stock; public i1, 0..15 times."""
    mixed_old: Number
    """How many cards of the flop `mixed` came from the first stock; public i1, 0..2 cards."""
    keeps: Array[np.int8]
    """How many flops a seat has taken; public i1 of shape (8,), 0..5 flops."""
    keep_size: Array[np.int8]
    """How many cards a seat kept of each flop that it took; public i1 of shape (8, 5), 0..3 cards."""
    place: Array[np.int8]
    """Each hand's place at the last showdown, the best of those that it shared; public i1 of shape (8,), 0..8 place."""
