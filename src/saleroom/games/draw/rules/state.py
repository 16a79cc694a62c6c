"""The record of Auction Draw as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import AuctionState, PotState


class State(AuctionState, PotState):
    """A state of Auction Draw, or a view, which has the same fields."""

    auction_draw: Number
    """The layout of this record; public u8, 1..1 version."""
    tiles: Array[np.uint64]
    """The tiles that a seat holds; own u8 of shape (8, 2), 0..18446744073709551615 tile set."""
    laid: Array[np.uint64]
    """The tiles of the line; public u8 of shape (2,), 0..18446744073709551615 tile set."""
    shown: Array[np.uint64]
    """What each seat held when the last round ended; public u8 of shape (8, 2), 0..18446744073709551615 tile set."""
    set: Number
    """The highest number on a tile: the double-six, …; public i4, 6..12 ."""
    hand: Number
    """How many tiles each player is dealt; public i4, 1..44 tiles."""
    chips: Number
    """How many chips each player starts with; public i4, 1..200 chips."""
    stake: Number
    """What each player puts into the pool before a deal; public i4, 1..50 chips."""
    deals: Number
    """How many deals are played at most; public i4, 1..10000 deals."""
    won: Array[np.int32]
    """What each seat took from the pool of the last round; public i4 of shape (8,), 0..2147483647 chips."""
    deck: Array[np.int8]
    """The shuffled set, then the tiles that are not in it; from place `drawn` on, the boneyard; secret i1 of shape
    (91,), 0..90 tile."""
    buy_when_able: Number
    """Whether a player who could play may buy first; public i1, 0..1 choice."""
    last_two: Number
    """Whether the last two tiles are auctioned or stay out; public i1, 0..1 choice."""
    holds: Array[np.int8]
    """How many tiles a seat holds; public i1 of shape (8,), 0..91 tiles."""
    free: Array[np.int8]
    """By number, how many of a seat's longest-held tiles are known not to show it; public i1 of shape (8, 13), 0..91
    tiles."""
    drawn: Number
    """How many tiles of the deck have been dealt, bought or sold; public i1, 0..91 tiles."""
    line: Array[np.int8]
    """The line from left to right; public i1 of shape (91,), 0..90 tile."""
    line_at: Number
    """Where in the ring the left end of the line is; public i1, 0..90 place."""
    left: Number
    """What the left end of the line shows; public i1, 0..12 number."""
    right: Number
    """What the right end of the line shows; public i1, 0..12 number."""
    length: Number
    """How many tiles the line has; public i1, 0..91 tiles."""
    turn: Number
    """Whose turn it is; in the auction, the auctioneer; public i1, 0..7 seat."""
    bought: Number
    """How many tiles were bought in this turn; public i1, 0..91 tiles."""
    quiet: Number
    """How many turns in a row brought neither a play nor a purchase; public i1, 0..8 turns."""
