"""The state of Mini Hearts: its options and its record."""

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

PHASES = ("deal", "bid", "name", "play")
DEAL, BID, NAME, PLAY = range(len(PHASES))

HIGHEST_BID = 2

RECORD = Record(
    "mini_hearts",
    *CHANCE,
    DECK,
    *MATCH,
    *(option.field() for option in OPTIONS),
    # the bidder leads: eldest, when nobody bids
    *also_unset(AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}),
    *TRICKS,
    *unset_while(
        public("pain", "i1", (0, 3), "suit", "the pain suit, once it is named"),
        phase=(DEAL, BID, NAME),
    ),
)
