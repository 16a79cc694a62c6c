"""Auction Hearts as data."""

from __future__ import annotations

from typing import Literal

from saleroom.server.scenes.common import Auction, Common, Settled, Suit, Trick


class HeartsSettlement(Settled):
    """How the last deal was settled."""

    pain: Suit | None
    """None where no card was played."""
    taken: list[int]
    """The pain cards that each seat took."""
    ending: str
    """``one clear``, ``two clear``, ``none clear``, ``all the pain``, ``moon`` or ``redeal``."""


class HeartsBoard(Common):
    """What everybody sees."""

    game: Literal["auction-hearts"]
    pot: int
    auction: Auction
    namer: int | None
    """Who names, or named, the pain suit; None while the bidding lasts or when all passed."""
    stayed: bool
    """Whether a pot stayed, so that there was no auction in this deal."""
    pain: Suit | None
    broken: bool
    """Whether a pain card has been played in this deal."""
    taken: list[int]
    """The pain cards that each seat has taken in this deal."""
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    last: HeartsSettlement | None


Board = HeartsBoard
