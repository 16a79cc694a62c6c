"""State of Auction Draw: its options and its record."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.kernel.auctions import AUCTION, NO_BID
from saleroom.kernel.fields import (
    CHANCE,
    MATCH,
    SEAT,
    SEATS,
    Record,
    also_dead,
    also_unset,
    dead_while,
    of_deal,
    own,
    public,
    secret,
    unset_while,
)
from saleroom.kernel.options import BadOptions, Option, Value, codes
from saleroom.kernel.pots import CHIPS
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tiles import MOST, NUMBERS, TILE_SET, TILES, tiles_in

OPTIONS = (
    Option("set", (6, 9, 12), lambda seats: 6 if seats <= 4 else 9, "the highest number on a tile: the double-six, …"),
    Option("hand", range(1, 45), lambda seats: 7 if seats <= 3 else 6, "how many tiles each player is dealt", "tiles"),
    Option("chips", range(1, 201), 30, "how many chips each player starts with", "chips"),
    Option("stake", range(1, 51), 3, "what each player puts into the pool before a deal", "chips"),
    Option("deals", range(1, 10_001), lambda seats: 2 * seats, "how many deals are played at most", "deals"),
    Option("buy_when_able", ("no", "yes"), "no", "whether a player who could play may buy first"),
    Option("last_two", ("auction", "left"), "auction", "whether the last two tiles are auctioned or stay out"),
)
NO, YES = codes(OPTIONS, "buy_when_able")
AUCTIONED, LEFT_OUT = codes(OPTIONS, "last_two")

PHASES = ("deal", "lead", "play", "draw", "bid", "sale")
DEAL, LEAD, PLAY, DRAW, BID, SALE = range(len(PHASES))

UNSOLD = 2  # the last tiles of the boneyard, which cannot be bought one at a time
OUT_AT_ONCE = {"hand": (1,)}
"""Condition that holds if each player is dealt one tile.

The leader then goes out with the first tile, which ends the round.
"""

RECORD = Record(
    "auction_draw",
    *CHANCE,
    secret(
        "deck",
        "i1",
        (0, TILES - 1),
        "tile",
        "the shuffled set, then the tiles that are not in it; from place `drawn` on, the boneyard",
        (TILES,),
    ),
    *also_dead(MATCH, last_carry=OUT_AT_ONCE),
    *(option.field() for option in OPTIONS),
    *CHIPS,
    *unset_while(
        *dead_while(
            *dead_while(*also_unset(AUCTION, bidder={"bid": (NO_BID,)}), last_two=(LEFT_OUT,)),
            **OUT_AT_ONCE,
        ),
        phase=(LEAD, PLAY, DRAW),
    ),
    *of_deal(
        own("tiles", "u8", TILE_SET, "tile set", "the tiles that a seat holds", (SEATS, 2)),
        public("holds", "i1", (0, TILES), "tiles", "how many tiles a seat holds", (SEATS,)),
        *dead_while(
            public(
                "free",
                "i1",
                (0, TILES),
                "tiles",
                "by number, how many of a seat's longest-held tiles are known not to show it",
                (SEATS, NUMBERS),
            ),
            **OUT_AT_ONCE,
        ),
        public("drawn", "i1", (0, TILES), "tiles", "how many tiles of the deck have been dealt, bought or sold"),
        public("laid", "u8", TILE_SET, "tile set", "the tiles of the line", (2,)),
        public(
            "line",
            "i1",
            (0, TILES - 1),
            "tile",
            "the line from left to right",
            (TILES,),
            ring=("line_at", "length"),
        ),
        *unset_while(
            *dead_while(
                public("line_at", "i1", (0, TILES - 1), "place", "where in the ring the left end of the line is"),
                **OUT_AT_ONCE,
            ),
            public("left", "i1", (0, MOST), "number", "what the left end of the line shows"),
            public("right", "i1", (0, MOST), "number", "what the right end of the line shows"),
            length=(0,),
        ),
        public("length", "i1", (0, TILES), "tiles", "how many tiles the line has"),
        public("turn", "i1", SEAT, "seat", "whose turn it is; in the auction, the auctioneer"),
        *dead_while(
            public("bought", "i1", (0, TILES), "tiles", "how many tiles were bought in this turn"),
            public("quiet", "i1", (0, SEATS), "turns", "how many turns in a row brought neither a play nor a purchase"),
            **OUT_AT_ONCE,
        ),
    ),
    public("shown", "u8", TILE_SET, "tile set", "what each seat held when the last round ended", (SEATS, 2), past=True),
    public(
        "won", "i4", (0, 2**31 - 1), "chips", "what each seat took from the pool of the last round", (SEATS,), past=True
    ),
)


def check(options: Mapping[str, Value], seats: int) -> None:
    """1.1, 1.2, 1.3: raise `BadOptions` if the set, the size of the hands or the stake does not fit the match."""
    highest, hand = int(options["set"]), int(options["hand"])
    if highest == 6 and seats > 4:
        raise BadOptions(Refusal("auction-draw.set-too-small", players=seats))
    if hand * seats + UNSOLD >= tiles_in(highest):
        room = (tiles_in(highest) - UNSOLD - 1) // seats
        raise BadOptions(Refusal("auction-draw.hand-too-large", hand=hand, players=seats, set=highest, room=room))
    stake, chips = int(options["stake"]), int(options["chips"])
    if stake > chips:
        raise BadOptions(Refusal("auction-draw.stake-too-large", stake=stake, chips=chips))
