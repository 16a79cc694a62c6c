"""State of Auction Hearts: its options and its record."""

from __future__ import annotations

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.fields import CHANCE, MATCH, SEATS, Record, also_unset, of_deal, public, secret
from saleroom.kernel.options import Option, codes
from saleroom.kernel.pots import CHIPS
from saleroom.kernel.tricks import TRICKS

OPTIONS = (
    Option("chips", range(10, 201), 50, "how many chips each player starts with", "chips"),
    Option("all_pass", ("hearts", "redeal"), "hearts", "what follows when all players pass"),
    Option(
        "pain_limits", ("on", "off"), "on", "whether pain waits: not at the first trick, not led before it is broken"
    ),
    Option("moon", ("match", "pot", "off"), "match", "what taking all thirteen tricks earns"),
    Option("deals", range(1, 10_001), 200, "after how many deals the match ends at the latest", "deals"),
)
PLAY_HEARTS, REDEAL = codes(OPTIONS, "all_pass")
LIMITED, FREE = codes(OPTIONS, "pain_limits")
MOON_MATCH, MOON_POT, MOON_OFF = codes(OPTIONS, "moon")

PHASES = ("deal", "bid", "name", "play")
DEAL, BID, NAME, PLAY = range(len(PHASES))

HAND = 13
NO_SUIT = -1

ENDINGS = ("", "one clear", "two clear", "none clear", "all the pain", "moon", "redeal")
NO_DEAL_YET, ONE_CLEAR, TWO_CLEAR, NONE_CLEAR, ALL_PAIN, MOON, REDEALT = range(len(ENDINGS))

UNAUCTIONED = {"stayed": (1,)}
"""Condition that holds in a deal without an auction, because the last pot was not won."""

RECORD = Record(
    "auction_hearts",
    *CHANCE,
    secret("deck", "i1", (0, 51), "card", "the pack: thirteen cards for each seat from 0", (52,)),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *CHIPS,
    # kept for the next deal if the pot is not won; if all pass, eldest hand is the bidder and the bid is -1
    *also_unset(
        AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}, **dict.fromkeys(("spoken", "silent", "said"), UNAUCTIONED)
    ),
    *TRICKS,
    *of_deal(
        public(
            "pain", "i1", (NO_SUIT, 3), "suit", "the pain suit of this deal", nothing=(NO_SUIT, "before it is named")
        ),
        public("broken", "i1", (0, 1), "flag", "whether a pain card has been played in this deal"),
    ),
    public("stayed", "i1", (0, 1), "flag", "whether the last pot stayed, so that its bidder names again unauctioned"),
    public(
        "last_pain",
        "i1",
        (NO_SUIT, 3),
        "suit",
        "the pain suit of the last deal",
        nothing=(NO_SUIT, "if no card was played in it"),
        past=True,
    ),
    public(
        "last_taken",
        "i1",
        (0, HAND),
        "cards",
        "how many pain cards each seat took in the last deal",
        (SEATS,),
        past=True,
    ),
    public(
        "last_ending",
        "i1",
        (0, len(ENDINGS) - 1),
        "ending",
        "how the last deal ended",
        senses=dict(enumerate(ENDINGS[1:], 1)),
        past=True,
    ),
)
