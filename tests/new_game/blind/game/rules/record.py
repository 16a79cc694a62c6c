"""State of Auction Blind: its options and its record."""

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.cards import CARD_SET
from saleroom.kernel.fields import CHANCE, MATCH, SEATS, Record, also_unset, of_deal, own, secret
from saleroom.kernel.options import Option

OPTIONS = (Option("deals", range(1, 101), 3, "after how many deals the match ends", "deals"),)
PHASES = ("deal", "bid")
DEAL, BID = range(2)
MOST_BID = 60

RECORD = Record(
    "auction_blind",
    *CHANCE,
    secret("deck", "i1", (0, 51), "card", "the pack: a card for each seat from 0; the rest is out", (52,)),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *also_unset(AUCTION, bidder={"bid": (NO_BID,)}),
    *of_deal(own("hand", "u8", CARD_SET, "card set", "the card that a seat holds", (SEATS,))),
)
