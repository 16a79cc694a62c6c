"""The record of Mini Flop Poker as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import AuctionState, PotState, SmallState


class State(AuctionState, PotState, SmallState):
    """A state of Mini Flop Poker, or a view, which has the same fields."""

    mini_flop_poker: Number
    """The layout of this record; public u8, 1..1 version."""
    hand: Array[np.uint64]
    """The cards that a seat holds; own u8 of shape (8,), 0..4503599627370495 card set."""
    flop: Number
    """The flop on the table; public u8, 0..4503599627370495 card set."""
    shown: Array[np.uint64]
    """Each hand at the last showdown; public u8 of shape (8,), 0..4503599627370495 card set."""
    ante: Number
    """What each player pays into the pot before every deal; public i4, 1..5 chips."""
    highest: Number
    """The highest bid; public i4, 1..5 chips."""
    chips: Number
    """What each player starts with; public i4, 10..1000 chips."""
    deals: Number
    """After how many deals the match ends; public i4, 1..10000 deals."""
