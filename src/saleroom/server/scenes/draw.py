"""Auction Draw as data."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from saleroom.server.scenes.common import Auction, Common, Settled


class DrawSettlement(Settled):
    """How the last round was settled."""

    hands: list[list[str]]
    """The tiles that each seat was left with."""
    pips: list[int]
    takers: list[int]
    """Who took the pool, or shared it."""
    won: list[int]
    """What each seat took from it."""
    ending: Literal["out", "blocked"]


class Ends(TypedDict):
    """What the ends of the line show."""

    left: int
    right: int


class DrawBoard(Common):
    """What everybody sees."""

    game: Literal["auction-draw"]
    set: int
    """The highest number on a tile."""
    pool: int
    turn: int
    """Whose turn it is; in the auction, the auctioneer."""
    bought: int
    """How many tiles this turn has bought."""
    line: list[str]
    """The tiles as they lie, from left to right: ``4-6`` lies with its four to the left."""
    newest: Literal["left", "right"] | None
    """At which end the last tile was played; None before the second."""
    ends: Ends | None
    boneyard: int
    buyable: int
    """How many of its tiles may still be bought one at a time."""
    auction: Auction
    lap: int | None
    """Which lap of the auction this is, 1 or 2; None when there is none."""
    last: DrawSettlement | None


Board = DrawBoard
