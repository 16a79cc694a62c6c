"""Auction House as data."""

from __future__ import annotations

from typing import Literal

from saleroom.server.scenes.common import Auction, Common, Settled, Suit, Trick


class HouseSettlement(Settled):
    """How the last round was scored."""

    kitty: list[str]
    """Each seat's card in the kitty."""
    worth: int
    """What these cards count."""
    carried: int
    """What was carried to it from rounds before."""
    tricks: list[int]
    winner: int | None
    """Who alone took the most tricks; None for a tie."""


class HouseBoard(Common):
    """What everybody sees."""

    game: Literal["auction-house"]
    carried: int
    """The points carried to this round's kitty."""
    auction: Auction
    starter: int | None
    partner: int | None
    """With whom the starter traded."""
    called: Suit | None
    shown: list[str | None]
    """The card that each seat showed in this round's auction, once it is open."""
    laid: list[int]
    """Who has laid a card that is still sealed."""
    aside: list[int]
    """Who has put a card into the kitty."""
    trump_card: str | None
    trump: Suit | Literal["none"] | None
    """None before the card is turned; ``none`` in the last round."""
    trumps: list[str]
    """The court cards turned so far in this match, in their order."""
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    last: HouseSettlement | None


Board = HouseBoard
