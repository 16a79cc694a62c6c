"""Auction Flop Poker as data."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from saleroom.server.scenes.common import Auction, Common, Settled


class Flop(TypedDict):
    """A flop of this deal that somebody took."""

    cards: list[str]
    taker: int
    kept: int
    """How many of its cards the taker kept."""
    paid: int
    """What was paid for it; 0 when it was free."""


class FlopSettlement(Settled):
    """The last showdown."""

    hands: list[list[str]]
    """Each seat's five cards, the strongest first."""
    made: list[str]
    """What each hand is: ``high-card``, ``pair``, ``two-pair``, ``three``, ``straight``, ``flush``, ``full-house``, ``four``,
    ``straight-flush``."""
    places: list[int]
    """The best place that each seat shared, from 1."""
    prizes: list[int]
    pot: int


class FlopBoard(Common):
    """What everybody sees."""

    game: Literal["auction-flop-poker"]
    pot: int
    prizes: list[int]
    """What the pot as it is would pay for first, second and (with three or more seats) third place."""
    ante: int
    voice: int
    """First Voice."""
    discarded: list[int | None]
    """How many cards each seat has discarded; None before it has."""
    prices: list[int]
    """What it costs to discard 0, 1, … cards."""
    short: list[int]
    """Who has fewer than five cards, once all have discarded."""
    stock: int
    flop: list[str]
    """The flop on the table."""
    buyer: int | None
    """Who has the flop and is to keep some of it."""
    flops: list[Flop]
    """The flops of this deal that were taken, in order."""
    auction: Auction
    fee: int | None
    """What it costs to refuse the flop, while it is offered free."""
    last: FlopSettlement | None


Board = FlopBoard
