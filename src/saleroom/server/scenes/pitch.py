"""Auction Pitch as data."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from saleroom.server.scenes.common import Auction, Common, Settled, Suit, Trick


class Point(TypedDict):
    """One of the points of a deal: who scored it, and with what."""

    name: Literal["high", "low", "jack", "cards"]
    seat: int | None
    """None where nobody scored it."""
    card: str | None
    """The card that decided it; None for the count of cards, or where it was not dealt."""


class PitchSettlement(Settled):
    """How the last deal was scored."""

    trump: Suit
    points: list[Point]
    counts: list[int]
    """What each seat's tricks counted: T 10, A 4, K 3, Q 2, J 1."""
    pitcher: int
    bid: int | None
    made: int
    """How many points the pitcher made."""


class PitchBoard(Common):
    """What everybody sees."""

    game: Literal["auction-pitch"]
    target: int
    auction: Auction
    pitcher: int | None
    """Who pitches; None while the bidding lasts."""
    trump: Suit | None
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    last: PitchSettlement | None


Board = PitchBoard
