"""Auctions: bidding rules shared by all games with bids.

The field `acting` holds the seat that bids or passes next. A game calls `open_auction`, then `speak` for each bid or
pass, and checks whether the auction is over. An auction ends after a fixed number of laps, or when every seat except
the bidder has passed since the last bid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.bits import bit, value_of
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT, SEAT, SEATS, of_deal, public

if TYPE_CHECKING:
    from saleroom.kernel.states import AuctionState

NO_BID = -1
NOTHING = -2  # entry of a seat that has not bid or passed yet

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
"""Fields that the rules in this module read and write."""


@dataclass(frozen=True)
class Auction:
    """Auction of a game in which seats bid in turn, as `Game.auction` declares it."""

    phase: str
    """Phase in which every action is a bid or a pass; bids are made in no other phase."""
    bid: str
    """Verb of a bid. Its only argument is the price, if bids have one."""
    passing: str
    """Notation of a pass."""
    winner: str
    """Name of the public field with the highest bidder. This seat has won the auction when `phase` ends."""
    price: str = ""
    """Name of the public field with the highest bid; the field is `NO_BID` if there is no bid.

    The name is empty if bids have no price. Without prices, the field with the highest bidder is -1 until there is a
    bid.
    """
    won_phase: str = ""
    """Phase right after the auction in which the winner decides; empty if there is none."""
    least_made: int = 1
    """Lowest score in the deal, after the cost of the bid, with which the winner has made the bid."""

    def wrong(self, phases: tuple[str, ...], numbers: frozenset[str]) -> str:
        """Return which name in this declaration is wrong; return an empty text if all names are valid.

        A phase must be in `phases`, and a field in `numbers`.
        """
        for phase in filter(None, (self.phase, self.won_phase)):
            if phase not in phases:
                return f"there is no phase {phase!r}; the phases are {', '.join(phases)}"
        for field in filter(None, (self.winner, self.price)):
            if field not in numbers:
                return f"{field!r} is no public number of the record"
        return ""

    def words(self, bid: int) -> str:
        """Return the notation of the bid with the price `bid`, or of a pass if `bid` is `NO_BID`."""
        return self.passing if bid == NO_BID else f"{self.bid} {bid}"

    def price_of(self, words: str) -> int | None:
        """Return the price of the bid written `words`; 0 if bids have no price, `None` for any other action."""
        verb, _, price = words.partition(" ")
        if verb != self.bid:
            return None
        return int(price) if self.price else 0

    def bidders(self, states: Any) -> NDArray[np.int64]:
        """Return the highest bidder of the last auction in each state; -1 if there is no bid."""
        seats = states[self.winner].astype(np.int64)
        return np.where(states[self.price] == NO_BID, NO_SEAT, seats) if self.price else seats


@rule
def open_auction(s: AuctionState, seat):
    """Start an auction in which `seat` speaks first."""
    s.bid = NO_BID
    s.bidder = seat
    s.spoken = 0
    s.silent = 0
    for other in range(SEATS):
        s.said[other] = NOTHING
    s.acting = bit(seat)


@rule
def least_bid(s: AuctionState, opening):
    """Return the lowest bid that beats the highest bid so far, or `opening` if there is no bid."""
    return value_of(opening) if s.bid == NO_BID else s.bid + 1


@rule
def speak(s: AuctionState, seat, bid):
    """Record a seat's bid, or its pass if `bid` is `NO_BID`.

    The caller must then choose the seat that speaks next.
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
    """Return whether all of the `speakers` seats, except the bidder, have passed since the last bid."""
    return s.silent >= (speakers if s.bid == NO_BID else speakers - 1)
