"""Auctions: one set of bidding procedures for every game that bids.

`acting` holds the next speaker. A game opens the auction, lets seats `speak`, and asks whether the auction is over. It
ends after a fixed number of laps, or when all other seats have been silent since the last bid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import bit, value_of
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import SEAT, SEATS, of_deal, public

if TYPE_CHECKING:
    from saleroom.kernel.states import AuctionState

NO_BID = -1
NOTHING = -2  # entry of a seat that has not spoken yet

AUCTION = of_deal(
    public(
        "bid", "i4", (NO_BID, 2**31 - 1), "points or chips", "the standing bid", nothing=(NO_BID, "while none stands")
    ),
    public("bidder", "i1", SEAT, "seat", "who made the standing bid; once all have passed, who spoke first"),
    public("spoken", "i1", (0, 127), "turns", "how many turns of bidding this auction has had"),
    public("silent", "i1", (0, 127), "turns", "how many passes in a row this auction has had since its last bid"),
    public(
        "said",
        "i4",
        (NOTHING, 2**31 - 1),
        "points or chips",
        "what each seat said last in this auction: its bid",
        (SEATS,),
        senses={NO_BID: "a pass"},
        nothing=(NOTHING, "before it has spoken"),
    ),
)
"""Fields that the rules below work on."""


@rule
def open_auction(s: AuctionState, seat):
    """Let `seat` speak first."""
    s.bid = NO_BID
    s.bidder = seat
    s.spoken = 0
    s.silent = 0
    for other in range(SEATS):
        s.said[other] = NOTHING
    s.acting = bit(seat)


@rule
def least_bid(s: AuctionState, opening):
    """Return the lowest bid that beats the standing one; `opening` if there is none."""
    return value_of(opening) if s.bid == NO_BID else s.bid + 1


@rule
def speak(s: AuctionState, seat, bid):
    """Record that a seat passes (`NO_BID`) or bids.

    The game chooses the next speaker.
    """
    s.spoken = min(s.spoken, 126) + 1
    s.said[seat] = bid
    if bid == NO_BID:
        s.silent = min(s.silent, 126) + 1
    else:
        s.bid = bid
        s.bidder = seat
        s.silent = 0


@rule
def laps_done(s: AuctionState, laps):
    """Return whether every seat has had `laps` turns."""
    return s.spoken == laps * s.seats


@rule
def all_silent(s: AuctionState, speakers):
    """Return whether all of `speakers` seats, except the bidder, have passed since the last bid."""
    return s.silent >= (speakers if s.bid == NO_BID else speakers - 1)
