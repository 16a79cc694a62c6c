"""Groups of fields that several records share. Each group becomes a class for the kernel's rules."""

from __future__ import annotations

from dataclasses import dataclass

from saleroom.kernel.auctions import AUCTION
from saleroom.kernel.cards import PACK
from saleroom.kernel.fields import CHANCE, MATCH, Field, public, secret
from saleroom.kernel.pots import CHIPS
from saleroom.kernel.small_games import DEALS, DECK, PACK_OPTIONS
from saleroom.kernel.tricks import TRICKS


@dataclass(frozen=True)
class Group:
    """A group of fields, with the name of its class in `saleroom.kernel.states`, and its class of views."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    bases: tuple[str, ...] = ()
    view: str = ""
    """Class in `saleroom.toolkit.display.view`, if display functions use these fields; else empty."""


GROUPS = (
    Group("ChanceState", "Fields of chance (`saleroom.kernel.chance`).", CHANCE),
    Group(
        "MatchState", "Fields of every match (`saleroom.kernel.fields`).", MATCH, ("ChanceState",), view="ViewFields"
    ),
    Group(
        "AuctionState", "Fields of auctions (`saleroom.kernel.auctions`).", AUCTION, ("MatchState",), view="AuctionView"
    ),
    Group("TrickState", "Fields of tricks (`saleroom.kernel.tricks`).", TRICKS, ("MatchState",), view="TrickView"),
    Group(
        "DealtState",
        "Tricks with cards that are dealt from a deck.",
        (secret("deck", "i1", (0, PACK - 1), "card", "the pack", (PACK,)),),
        ("TrickState",),
    ),
    Group(
        "TrumpState",
        "Tricks with a trump suit.",
        (public("trump", "i1", (0, 3), "suit", "the trump suit"),),
        ("TrickState",),
    ),
    Group("PotState", "Fields of pots (`saleroom.kernel.pots`).", CHIPS, ("MatchState",)),
    Group(
        "SmallState",
        "Fields of games that are small enough to be solved (`saleroom.kernel.small_games`).",
        (DECK, *(option.field() for option in PACK_OPTIONS)),
        ("MatchState",),
    ),
    Group(
        "SmallTrickState",
        "Fields of small games of tricks (`saleroom.kernel.small_games`).",
        (DEALS.field(),),
        ("SmallState", "AuctionState", "DealtState"),
    ),
)
"""All groups; each comes after its bases."""
