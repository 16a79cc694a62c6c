"""State of Auction House: its options and its record."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.cards import ACE, CARD_SET, JACK, KING, QUEEN, rank_set
from saleroom.kernel.fields import (
    CHANCE,
    MATCH,
    NO_SEAT,
    SEAT_OR_NONE,
    SEAT_SET,
    SEATS,
    Record,
    of_deal,
    own,
    public,
    secret,
    unset_while,
)
from saleroom.kernel.options import Option, codes
from saleroom.kernel.tricks import NO_CARD, NO_TRUMP, TRICKS

OPTIONS = (
    Option("rounds", range(1, 14), 13, "how many deals a match has; the last is played without trump", "deals"),
    Option("reveal", ("after-kitty", "before-auction"), "after-kitty", "when the trump card is turned"),
)
AFTER_KITTY, BEFORE_AUCTION = codes(OPTIONS, "reveal")

PHASES = ("deal", "bid", "lay", "trade", "kitty", "trump", "play")
DEAL, BID, LAY, TRADE, KITTY, TRUMP, PLAY = range(len(PHASES))

HAND = 10
TRICKS_IN_ROUND = 9
COURT_CARDS = np.array([13 * suit + rank for suit in range(4) for rank in (JACK, QUEEN, KING)], np.int8)
PLAIN_CARDS = np.array([13 * suit + rank for suit in range(4) for rank in (*range(9), ACE)], np.int8)
COURTS = np.uint64(rank_set(JACK) | rank_set(QUEEN) | rank_set(KING))
PLAIN = np.uint64(sum(1 << int(card) for card in PLAIN_CARDS))

NOT_TURNED = -1  # value of `trump` before the trump card of the round is turned

CARD_OR_NONE = (-1, 51)

RECORD = Record(
    "auction_house",
    *CHANCE,
    secret("deck", "i1", (0, 51), "card", "the plain cards: ten for each seat from 0", (len(PLAIN_CARDS),)),
    secret("courts", "i1", (0, 51), "card", "the court cards, in the order in which they turn", (len(COURT_CARDS),)),
    *MATCH,
    *(option.field() for option in OPTIONS),
    public("turned", "u8", CARD_SET, "card set", "the court cards turned so far in this match"),
    *of_deal(
        public(
            "trump_card",
            "i1",
            CARD_OR_NONE,
            "card",
            "the court card turned in this round",
            nothing=(NO_CARD, "if none is"),
        ),
        public(
            "trump",
            "i1",
            (NOT_TURNED, NO_TRUMP),
            "suit",
            "the trump suit of this round",
            senses={NO_TRUMP: "no trump"},
            nothing=(NOT_TURNED, "before its card is turned"),
        ),
        public(
            "starter",
            "i1",
            SEAT_OR_NONE,
            "seat",
            "who started this round's auction",
            nothing=(NO_SEAT, "while there is none"),
        ),
        public(
            "partner",
            "i1",
            SEAT_OR_NONE,
            "seat",
            "who traded with the starter",
            nothing=(NO_SEAT, "while there is none"),
        ),
        *unset_while(
            public("called", "i1", (0, 3), "suit", "the suit that the starter called"),
            starter=(NO_SEAT,),
        ),
        public(
            "shown",
            "i1",
            CARD_OR_NONE,
            "card",
            "the card that a seat showed in the auction",
            (SEATS,),
            nothing=(NO_CARD, "if it has shown none"),
        ),
        own(
            "laid",
            "i1",
            CARD_OR_NONE,
            "card",
            "the card that a seat has laid, until all three are in",
            (SEATS,),
            nothing=(NO_CARD, "otherwise"),
        ),
        public(
            "known", "u8", CARD_SET, "card set", "the card that the auction left a seat with for all to see", (SEATS,)
        ),
        own(
            "kitty",
            "i1",
            CARD_OR_NONE,
            "card",
            "the card that a seat has put into the kitty",
            (SEATS,),
            nothing=(NO_CARD, "if it has put none"),
        ),
        public("aside", "u8", SEAT_SET, "seat set", "who has put a card into the kitty"),
    ),
    *TRICKS,
    public(
        "last_kitty",
        "i1",
        (0, 51),
        "card",
        "each seat's card in the kitty of the last round",
        (SEATS,),
        past=True,
    ),
    public(
        "last_tricks",
        "i1",
        (0, TRICKS_IN_ROUND),
        "tricks",
        "how many tricks each seat won in the last round",
        (SEATS,),
        past=True,
    ),
)
