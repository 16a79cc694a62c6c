"""Auction Hearts as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from saleroom.games.hearts.rules.record import BID, ENDINGS, HAND, NO_SUIT, PHASES
from saleroom.kernel.options import Value
from saleroom.toolkit.display import scenes, tricks
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled, Suit, Trick
from saleroom.toolkit.display.view import ViewFields


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


def board(view: ViewFields, deals: Sequence[SeenDeal]) -> HeartsBoard:
    """What everybody sees."""
    seats, events = view.seats, deals[-1].events
    said = scenes.said(seats, events[seats : 2 * seats])
    bidding = view.phase == BID
    stayed = not bidding and not any(said)
    speakers = scenes.once_round(view) if bidding else []
    return {
        "game": "auction-hearts",
        **scenes.common(view, PHASES, view.deals, tricks.left_in_hands(view, HAND)),
        "pot": view.carry,
        "auction": scenes.no_auction(seats) if stayed else scenes.auction(view, said, speakers, bidding),
        "namer": None if bidding or view.bid < 0 else view.bidder,
        "stayed": stayed,
        "pain": scenes.suit(view.pain),
        "broken": bool(view.broken),
        "taken": [pain_in(cards, view.pain) for cards in view.row(view.taken)],
        "trick": tricks.on_table(view, events),
        "last_trick": tricks.last_trick(view, deals, lambda told: None),
        "tricks_won": view.row(view.tricks_won),
        "last": scenes.settlement(view, deals, settle),
    }


def pain_in(cards: int, pain: int) -> int:
    """How many cards of a set are pain."""
    return 0 if pain == NO_SUIT else (cards >> 13 * pain & 0x1FFF).bit_count()


def settle(view: ViewFields, deals: Sequence[SeenDeal]) -> HeartsSettlement:
    """How the last deal was settled."""
    return {
        **scenes.settled(view),
        "pain": scenes.suit(view.last_pain),
        "taken": view.row(view.last_taken),
        "ending": ENDINGS[view.last_ending],
    }


def mine(view: ViewFields, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees: its hand, and its chips while it bids."""
    bidding = view.phase == BID and view.acting >> seat & 1
    return scenes.own(
        tricks.held(view.row(view.hand)[seat]), legal, afford=view.row(view.scores)[seat] if bidding else None
    )


def note(events: list[str], score: list[int], carry: int, options: Mapping[str, Value]) -> str:
    """``one-clear SEAT`` took the pot; ``two-clear SEAT SEAT`` shared it; it stays: ``none-clear``, ``all-pain SEAT``,
    ``unplayed`` (all passed); ``moon SEAT`` took all the tricks.
    """
    seats = len(score)
    named = [event[-1] for event in events[seats : 2 * seats + 1] if " name " in event]
    pain, taken, won = named[0] if named else "H", [0] * seats, [0] * seats
    for trick in tricks.all_tricks(events, seats):
        winner = tricks.winner(trick, None)
        won[winner] += 1
        taken[winner] += sum(play["card"][1] == pain for play in trick)
    if not any(won):
        return "unplayed"
    if max(won) == HAND and options["moon"] != "off":
        return f"moon {won.index(HAND)}"
    clear = [str(seat) for seat, cards in enumerate(taken) if not cards]
    if len(clear) == seats - 1:
        return f"all-pain {taken.index(HAND)}"
    return " ".join([("none-clear", "one-clear", "two-clear")[len(clear)], *clear])
