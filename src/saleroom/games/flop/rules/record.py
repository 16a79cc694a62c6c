"""State of Auction Flop Poker: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.cards import CARD_SET, PACK
from saleroom.kernel.fields import (
    CHANCE,
    MATCH,
    SEAT,
    SEAT_SET,
    SEATS,
    Record,
    also_unset,
    of_deal,
    own,
    public,
    secret,
    unset_while,
)
from saleroom.kernel.options import Option, codes
from saleroom.kernel.poker import STRENGTH
from saleroom.kernel.pots import CHIPS

OPTIONS = (
    Option("ante", range(1, 51), 2, "what each player pays into the pot before every deal", "chips"),
    Option("chips", range(10, 1001), 100, "what each player starts with", "chips"),
    Option("deals", range(1, 10_001), lambda seats: 2 * seats, "after how many deals the match ends", "deals"),
    Option("first_voice", ("fixed", "rotates"), "fixed", "whether First Voice moves one seat left after each flop"),
)
FIXED, ROTATES = codes(OPTIONS, "first_voice")

PHASES = ("deal", "discard", "flop", "bid", "take", "keep")
DEAL, DISCARD, FLOP, BID, TAKE, KEEP = range(len(PHASES))

HAND = 5
FLOP_CARDS = 3
MOST_RESHUFFLES = 15
MOST_CHIPS = 1000 * SEATS

RECORD = Record(
    "auction_flop_poker",
    *CHANCE,
    secret("deck", "i1", (0, PACK - 1), "card", "five cards for each seat from 0, then the stock", (PACK,)),
    secret("pile", "u8", CARD_SET, "card set", "the discards that are not yet a new stock"),
    *of_deal(
        own("hand", "u8", CARD_SET, "card set", "the cards that a seat holds", (SEATS,)),
        own(
            "thrown", "u8", CARD_SET, "card set", "what a seat has discarded so far of the hand it was dealt", (SEATS,)
        ),
    ),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *CHIPS,
    *of_deal(
        public("voice", "i1", SEAT, "seat", "First Voice: who discards first, and bids first while short of cards"),
        public("cards", "i1", (0, HAND), "cards", "how many cards a seat holds", (SEATS,)),
        public(
            "discarded",
            "i1",
            (0, HAND),
            "cards",
            "how many cards a seat has discarded so far of the hand it was dealt",
            (SEATS,),
        ),
        *unset_while(
            public("short", "u8", SEAT_SET, "seat set", "who has fewer than five cards, once all have discarded"),
            phase=(DISCARD,),
        ),
        # the stock, and what is known about its cards
        public("top", "i1", (0, PACK), "place", "where in the deck the stock begins"),
        public("stock", "i1", (0, PACK), "cards", "how many cards the stock has"),
        public("reshuffles", "i1", (0, MOST_RESHUFFLES), "times", "how often the discards became a new stock"),
        public("flop", "u8", CARD_SET, "card set", "the flop on the table"),
        public(
            "turned", "u8", CARD_SET, "card set", "the cards of the flop at the last reshuffle and of all flops since"
        ),
        public("seen", "u8", CARD_SET, "card set", "the cards of all flops of this deal"),
        public(
            "undealt", "u8", CARD_SET, "card set", "the cards of flops from the first stock: no seat was dealt them"
        ),
        public(
            "mixed", "u8", CARD_SET, "card set", "the flop that the first stock and the first reshuffle made together"
        ),
        public(
            "mixed_old",
            "i1",
            (0, FLOP_CARDS - 1),
            "cards",
            "how many cards of the flop `mixed` came from the first stock",
            nothing=(0, "while there is no such flop"),
        ),
        # the auction of the flop
        *unset_while(*also_unset(AUCTION, bidder={"bid": (NO_BID,)}), phase=(DISCARD, FLOP)),
        *unset_while(
            public("fee", "i4", (0, MOST_CHIPS), "chips", "what it costs to refuse the flop"),
            phase=(DISCARD, FLOP, BID, KEEP),
        ),
        # the cards that each seat kept from its flops
        public("keeps", "i1", (0, HAND), "flops", "how many flops a seat has taken", (SEATS,)),
        public(
            "keep_size",
            "i1",
            (0, FLOP_CARDS),
            "cards",
            "how many cards a seat kept of each flop that it took",
            (SEATS, HAND),
            nothing=(0, "where it has taken no flop"),
        ),
        public(
            "keep_may",
            "u8",
            CARD_SET,
            "card set",
            "the cards of each flop that a seat took, without those that turned up again",
            (SEATS, HAND),
            nothing=(0, "where it has taken no flop"),
        ),
    ),
    # results of the last showdown
    public("shown", "u8", CARD_SET, "card set", "each hand at the last showdown", (SEATS,), past=True),
    public(
        "strength",
        "i4",
        STRENGTH,
        "strength",
        "what each seat's hand was worth at the last showdown: the more the better",
        (SEATS,),
        past=True,
    ),
    public(
        "place",
        "i1",
        (0, SEATS),
        "place",
        "each hand's place at the last showdown, the best of those that it shared",
        (SEATS,),
        past=True,
    ),
    public("prize", "i4", (0, MOST_CHIPS), "chips", "what each seat won at the last showdown", (SEATS,), past=True),
)
