"""State of Auction Pitch: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.cards import CARD_SET
from saleroom.kernel.fields import (
    ALWAYS,
    CHANCE,
    MATCH,
    NO_SEAT,
    SEATS,
    Record,
    also_dead,
    also_unset,
    dead_while,
    of_deal,
    public,
    secret,
    unset_while,
)
from saleroom.kernel.options import Option, codes
from saleroom.kernel.tricks import TRICKS

OPTIONS = (
    Option("target", range(1, 51), 7, "how many points a player needs to win", "points"),
    Option("dealer_match", ("four", "any", "never"), "four", "which standing bid the dealer may take by equalling it"),
    Option("low", ("dealt", "taken"), "dealt", "whether low goes to the player dealt it or to the winner of its trick"),
    Option("cards_tie", ("non-pitcher", "nobody"), "non-pitcher", "who scores when two players tie for cards"),
    Option("deals", range(1, 10_001), 200, "after how many deals the match ends at the latest", "deals"),
    Option(
        "revoke",
        ("refused", "penalised"),
        "refused",
        "what happens to a card that neither follows suit nor trumps although its player could follow",
        since=2,
        before="refused",
    ),
)
ON_FOUR, ON_ANY, NEVER = codes(OPTIONS, "dealer_match")
DEALT, TAKEN = codes(OPTIONS, "low")
NON_PITCHER, NOBODY = codes(OPTIONS, "cards_tie")
REFUSED, PENALISED = codes(OPTIONS, "revoke")

PHASES = ("deal", "bid", "pitch", "play")
DEAL, BID, PITCH, PLAY = range(len(PHASES))

HAND = 6
DEAL_POINTS = 4  # the points High, Low, Jack and Cards
HIGHEST_BID = DEAL_POINTS

SEAT_OR_NONE = (NO_SEAT, 6)
IF_ANYBODY = {"nothing": (NO_SEAT, "if no seat did"), "past": True}

RECORD = Record(
    "auction_pitch",
    *CHANCE,
    secret("deck", "i1", (0, 51), "card", "the pack: six cards for each seat from 0; the rest is out", (52,)),
    *also_dead(MATCH, carry=ALWAYS, last_carry=ALWAYS),  # no points are carried over to the next deal
    *(option.field() for option in OPTIONS),
    # the bidder becomes the pitcher; if no seat bids, eldest hand becomes the pitcher
    *also_unset(AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}),
    *TRICKS,
    *unset_while(
        public("trump", "i1", (0, 3), "suit", "the trump suit, once pitched"),
        phase=(DEAL, BID, PITCH),
    ),
    *dead_while(
        *of_deal(
            public(
                "renounced",
                "u8",
                CARD_SET,
                "card set",
                "cards that a seat claimed not to hold: it has revoked if it plays one of them",
                (SEATS,),
            )
        ),
        revoke=(REFUSED,),
    ),
    # who scored the points of the last deal
    public("last_high", "i1", SEAT_OR_NONE, "seat", "who scored high in the last deal", **IF_ANYBODY),
    public("last_low", "i1", SEAT_OR_NONE, "seat", "who scored low in the last deal", **IF_ANYBODY),
    public("last_jack", "i1", SEAT_OR_NONE, "seat", "who scored jack in the last deal", **IF_ANYBODY),
    public("last_cards", "i1", SEAT_OR_NONE, "seat", "who scored cards in the last deal", **IF_ANYBODY),
    public("last_pitcher", "i1", SEAT_OR_NONE, "seat", "who pitched in the last deal", **IF_ANYBODY),
    public(
        "last_bid",
        "i4",
        (NO_BID, HIGHEST_BID),
        "points",
        "what the pitcher of the last deal had bid",
        nothing=(NO_BID, "if there was no bid"),
        past=True,
    ),
)
