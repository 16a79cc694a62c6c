"""State of Mini Flop Poker: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.cards import CARD_SET
from saleroom.kernel.fields import CHANCE, MATCH, SEATS, Record, also_unset, of_deal, own, public, unset_while
from saleroom.kernel.options import Option
from saleroom.kernel.pots import CHIPS
from saleroom.kernel.small_games import DEALS, DECK, PACK_OPTIONS

MOST_BID = 5

OPTIONS = (
    *PACK_OPTIONS,
    Option("ante", range(1, 6), 1, "what each player pays into the pot before every deal", "chips"),
    Option("highest", range(1, MOST_BID + 1), 2, "the highest bid", "chips"),
    Option("chips", range(10, 1001), 100, "what each player starts with", "chips"),
    DEALS,
)

PHASES = ("deal", "flop", "bid")
FLOP, BID = 1, 2

RECORD = Record(
    "mini_flop_poker",
    *CHANCE,
    DECK,
    *of_deal(own("hand", "u8", CARD_SET, "card set", "the cards that a seat holds", (SEATS,))),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *CHIPS,
    *of_deal(public("flop", "u8", CARD_SET, "card set", "the flop on the table")),
    *unset_while(*also_unset(AUCTION, bidder={"bid": (NO_BID,)}), phase=(FLOP,)),
    public("shown", "u8", CARD_SET, "card set", "each hand at the last showdown", (SEATS,), past=True),
)
