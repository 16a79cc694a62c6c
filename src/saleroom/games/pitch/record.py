"""The state of Auction Pitch: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION
from saleroom.kernel.fields import CHANCE, MATCH, Record, public, secret
from saleroom.kernel.options import Option
from saleroom.kernel.tricks import TRICKS

OPTIONS = (
    Option("target", range(1, 51), 7, "how many points a player needs to win", "points"),
    Option("dealer_match", ("four", "any", "never"), "four", "which standing bid the dealer may take by equalling it"),
    Option("low", ("dealt", "taken"), "dealt", "whether low goes to the player dealt it or to the winner of its trick"),
    Option("cards_tie", ("non-pitcher", "nobody"), "non-pitcher", "who scores when two players tie for cards"),
    Option("deals", range(1, 10_001), 200, "after how many deals the match ends at the latest", "deals"),
)
ON_FOUR, ON_ANY, NEVER = range(3)  # dealer_match
DEALT, TAKEN = range(2)  # low
NON_PITCHER, NOBODY = range(2)  # cards_tie

PHASES = ("deal", "bid", "pitch", "play")
DEAL, BID, PITCH, PLAY = range(4)

HAND = 6

RECORD = Record(
    "auction_pitch",
    *CHANCE,
    secret("deck", "i1", (0, 51), "card", "the pack: six cards for each seat from 0; the rest is out", (52,)),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *AUCTION,  # the bidder is the pitcher: eldest, when nobody bids
    *TRICKS,
    public("trump", "i1", (0, 3), "suit", "the trump suit, once pitched"),
)
