"""What the boards of several games share."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

Suit = Literal["C", "D", "H", "S"]


class Play(TypedDict):
    """A card that lies on the table before a seat."""

    seat: int
    card: str


class Trick(TypedDict):
    """A trick in the order in which it was played."""

    plays: list[Play]
    winner: int | None
    """Who has won it, or wins it so far; None before a card lies."""


class Auction(TypedDict):
    """The bidding that is going on, or that decided this deal."""

    bid: int | None
    """The bid that stands; 0 is a check."""
    bidder: int | None
    """Whose it is; None while no bid stands."""
    said: list[str | None]
    """What each seat said last: ``pass``, ``bid 3``, ``offer 7C H`` …"""
    to_speak: list[int]
    """The seats that may still speak, in their order; a seat that may speak again stands once."""
    open: bool
    """Whether it is going on now."""


class Common(TypedDict):
    """What every board has."""

    phase: str
    deal: int
    """The number of this deal, from 1."""
    last_deal: int
    """The number of the deal that is the last at the latest."""
    dealer: int
    acting: list[int]
    """The seats that may act now; in a sealed phase those who have not chosen yet."""
    scores: list[int]
    """Where each seat stands, in points or chips."""
    winners: list[int]
    """Who has won; empty while the match lasts."""
    held: list[int]
    """How many cards or tiles each seat holds."""


class Settled(TypedDict):
    """What every settlement of a deal has."""

    deal: int
    score: list[int]
    """What the deal changed for each seat."""
    carry: int


class Bids(TypedDict):
    """A run of amounts that may be bid: ``bid low`` … ``bid high``."""

    low: int
    high: int


class Mine(TypedDict):
    """What a seat alone sees, and what it may do."""

    hand: list[str]
    """Its cards or tiles in the order in which a hand is held (a trump suit first, high ones first)."""
    legal: list[str]
    """What it may do now, in the words of the record, but for the bids that `bids` names."""
    bids: Bids | None
    afford: int | None
    """The most that it can pay now, where bidding costs chips and it is bidding."""
    chosen: str | None
    """Its own sealed choice of this phase, or of the kitty: the words of the event; None before that."""
    made: str | None
    """What its cards make (Auction Flop Poker): a hand's name such as ``two-pair``."""
    thrown: list[str]
    """What it has discarded unseen by others in this deal."""
