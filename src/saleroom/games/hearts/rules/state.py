"""The record of Auction Hearts as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import AuctionState, DealtState, PotState


class State(AuctionState, DealtState, PotState):
    """A state of Auction Hearts, or a view, which has the same fields."""

    auction_hearts: Number
    """The layout of this record; public u8, 1..1 version."""
    chips: Number
    """How many chips each player starts with; public i4, 10..200 chips."""
    deals: Number
    """After how many deals the match ends at the latest; public i4, 1..10000 deals."""
    deck: Array[np.int8]
    """The pack: thirteen cards for each seat from 0; secret i1 of shape (52,), 0..51 card."""
    all_pass: Number
    """What follows when all players pass; public i1, 0..1 choice."""
    pain_limits: Number
    """Whether pain waits: not at the first trick, not led before it is broken; public i1, 0..1 choice."""
    moon: Number
    """What taking all thirteen tricks earns; public i1, 0..2 choice."""
    pain: Number
    """The pain suit of this deal; public i1, -1..3 suit."""
    broken: Number
    """Whether a pain card has been played in this deal; public i1, 0..1 flag."""
    stayed: Number
    """Whether the last pot stayed, so that its bidder names again unauctioned; public i1, 0..1 flag."""
    last_pain: Number
    """The pain suit of the last deal; public i1, -1..3 suit."""
    last_taken: Array[np.int8]
    """How many pain cards each seat took in the last deal; public i1 of shape (8,), 0..13 cards."""
    last_ending: Number
    """How the last deal ended; public i1, 0..6 ending."""
