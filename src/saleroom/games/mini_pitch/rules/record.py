"""The state of Mini Pitch: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.fields import CHANCE, MATCH, Record, also_unset, public, unset_while
from saleroom.kernel.options import Option
from saleroom.kernel.small import DECK, PACK_OPTIONS
from saleroom.kernel.tricks import TRICKS

OPTIONS = (
    *PACK_OPTIONS,
    Option("deals", range(1, 10_001), 10, "after how many deals the match ends", "deals"),
)

PHASES = ("deal", "bid", "pitch", "play")
DEAL, BID, PITCH, PLAY = range(len(PHASES))

DEAL_POINTS = 2  # high and cards
HIGHEST_BID = DEAL_POINTS

RECORD = Record(
    "mini_pitch",
    *CHANCE,
    DECK,
    *MATCH,
    *(option.field() for option in OPTIONS),
    # the bidder is the pitcher: eldest, when nobody bids
    *also_unset(AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}),
    *TRICKS,
    *unset_while(
        public("trump", "i1", (0, 3), "suit", "the trump suit, once pitched"),
        phase=(DEAL, BID, PITCH),
    ),
)
