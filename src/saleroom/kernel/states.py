"""Fields that records of several games share, as classes for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number


class ChanceState:
    """Fields of chance (`saleroom.kernel.chance`)."""

    seed: Array[np.uint32]
    """The key of all random draws; secret u4 of shape (8,), 0..4294967295 32-bit words."""
    stream: Array[np.uint32]
    """The block of the stream last read; secret u4 of shape (16,), 0..4294967295 32-bit words."""


class MatchState(ChanceState):
    """Fields of every match (`saleroom.kernel.fields`)."""

    seats: Number
    """Number of seats; public i1, 2..8 seats."""
    deal: Number
    """The number of this deal; public i4, 1..10000 deals."""
    dealer: Number
    """Who deals, or leads in games without a dealer; public i1, -1..7 seat."""
    phase: Number
    """Phase of the deal; public i1, 0..15 phase."""
    acting: Number
    """Who may act now; none if it is the table's turn or the match is over; public u8, 0..255 seat set."""
    winners: Number
    """Who has won; none while the match lasts; public u8, 0..255 seat set."""
    scores: Array[np.int32]
    """Each seat's score; public i4 of shape (8,), -2147483648..2147483647 points or chips."""
    last_score: Array[np.int32]
    """What the last deal changed for each seat; public i4 of shape (8,), -2147483648..2147483647 points or chips."""
    carry: Number
    """What is in the pot, or was carried over to the kitty; public i4, 0..2147483647 points or chips."""
    last_carry: Number
    """What the last deal left in the pot or kitty; public i4, 0..2147483647 points or chips."""


class AuctionState(MatchState):
    """Fields of auctions (`saleroom.kernel.auctions`)."""

    bid: Number
    """The standing bid; public i4, -1..2147483647 points or chips."""
    bidder: Number
    """Who made the standing bid; once all have passed, who spoke first; public i1, 0..7 seat."""
    spoken: Number
    """How many turns of bidding this auction has had; public i1, 0..127 turns."""
    silent: Number
    """How many passes in a row this auction has had since its last bid; public i1, 0..127 turns."""
    said: Array[np.int32]
    """What each seat said last in this auction: its bid; public i4 of shape (8,), -2..2147483647 points or chips."""


class TrickState(MatchState):
    """Fields of tricks (`saleroom.kernel.tricks`)."""

    hand: Array[np.uint64]
    """The cards that a seat holds; own u8 of shape (8,), 0..4503599627370495 card set."""
    may: Array[np.uint64]
    """What a hand may contain, as far as its play has shown; public u8 of shape (8,), 0..4503599627370495 card set."""
    played: Array[np.uint64]
    """The cards that a seat has played in this deal; public u8 of shape (8,), 0..4503599627370495 card set."""
    taken: Array[np.uint64]
    """The cards in the tricks that a seat has won; public u8 of shape (8,), 0..4503599627370495 card set."""
    trick: Number
    """The cards of the trick on the table; public u8, 0..4503599627370495 card set."""
    on_table: Array[np.int8]
    """Each seat's card in the trick on the table; public i1 of shape (8,), -1..51 card."""
    in_trick: Number
    """How many cards the trick on the table has; public i1, 0..8 cards."""
    led: Number
    """The suit led to the trick on the table; public i1, 0..3 suit."""
    winning: Number
    """The key of the card that wins the trick on the table so far; public i1, 0..51 card key."""
    winning_seat: Number
    """Who wins the trick on the table so far; public i1, 0..7 seat."""
    tricks_won: Array[np.int8]
    """How many tricks a seat has won in this deal; public i1 of shape (8,), 0..13 tricks."""
    tricks: Number
    """How many tricks of this deal are finished; public i1, 0..13 tricks."""


class DealtState(TrickState):
    """Tricks with cards that are dealt from a deck."""

    deck: Array[np.int8]
    """The pack; secret i1 of shape (52,), 0..51 card."""


class TrumpState(TrickState):
    """Tricks with a trump suit."""

    trump: Number
    """The trump suit; public i1, 0..3 suit."""


class PotState(MatchState):
    """Fields of pots (`saleroom.kernel.pots`)."""

    before: Array[np.int32]
    """Each seat's chips before anything was paid in this deal; public i4 of shape (8,), -2147483648..2147483647
    chips."""


class SmallState(MatchState):
    """Fields of games that are small enough to be solved (`saleroom.kernel.small_games`)."""

    deck: Array[np.int8]
    """The pack: the hands from seat 0 on, then the rest; secret i1 of shape (26,), 0..51 card."""
    ranks: Number
    """How many ranks each of the two suits has, from the ace down; public i4, 4..13 ranks."""
    dealt: Number
    """How many cards each player is dealt; public i4, 1..3 cards."""


class SmallTrickState(SmallState, AuctionState, DealtState):
    """Fields of small games of tricks (`saleroom.kernel.small_games`)."""

    deals: Number
    """After how many deals the match ends; public i4, 1..10000 deals."""
