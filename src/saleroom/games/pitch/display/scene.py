"""Auction Pitch as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from typing_extensions import TypedDict

from saleroom.games.pitch.rules.record import BID, HAND, PHASES
from saleroom.games.pitch.rules.words import deciding
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.kernel.options import Value
from saleroom.toolkit.display import scenes, tricks
from saleroom.toolkit.display.scenes import (
    Auction,
    Common,
    Legal,
    Mine,
    SeenDeal,
    Settled,
    Suit,
    TieBreak,
    Trick,
)
from saleroom.toolkit.display.view import ViewFields, cards_of, seat_or_none

WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


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
    counts: list[int]
    """What each seat's tricks of this deal count so far: T 10, A 4, K 3, Q 2, J 1."""
    last: PitchSettlement | None


Board = PitchBoard


def board(view: ViewFields, deals: Sequence[SeenDeal]) -> PitchBoard:
    """What everybody sees."""
    seats, events = view.seats, deals[-1].events
    bidding = view.phase == BID
    return {
        "game": "auction-pitch",
        **scenes.common(view, PHASES, view.deals, tricks.left_in_hands(view, HAND)),
        "tie_break": tie_break(view),
        "target": view.target,
        "auction": scenes.auction(
            view, scenes.said(seats, events[seats : 2 * seats]), scenes.once_round(view) if bidding else [], bidding
        ),
        "pitcher": None if bidding else view.bidder,
        "trump": trump_of(events, seats),
        "trick": tricks.on_table(view, events),
        "last_trick": tricks.last_trick(view, deals, lambda told: trump_of(told, seats)),
        "tricks_won": view.row(view.tricks_won),
        "counts": [worth(cards_of(taken)) for taken in view.row(view.taken)],
        "last": scenes.settlement(view, deals, settle),
    }


def worth(cards: Iterable[str]) -> int:
    """What cards count in tricks."""
    return sum(WORTH.get(card[0], 0) for card in cards)


def tie_break(view: ViewFields) -> TieBreak | None:
    """What decided between several who reached the target in the same deal."""
    among, by = deciding(view)
    return TieBreak(seat=members(view.winners)[0], among=among, by=by) if by else None


def trump_of(events: list[str], seats: int) -> Suit | None:
    """The suit of the first card led, which follows a hand and a word of each seat."""
    return scenes.suit(NUMBERS[events[2 * seats][-2:]] // 13) if len(events) > 2 * seats else None


def settle(view: ViewFields, deals: Sequence[SeenDeal]) -> PitchSettlement:
    """How the last deal was scored."""
    events, seats = deals[-1].events, view.seats
    trump = trump_of(events, seats)
    assert trump is not None
    played = tricks.all_tricks(events, seats)
    trumps = sorted(
        (play["card"] for trick in played for play in trick if play["card"][1] == trump),
        key=NUMBERS.__getitem__,
    )
    counts = [0] * seats
    for trick in played:
        counts[tricks.winner(trick, trump)] += worth(play["card"] for play in trick)
    jack = f"J{trump}"
    points: list[Point] = [
        {"name": "high", "seat": seat_or_none(view.last_high), "card": trumps[-1]},
        {"name": "low", "seat": seat_or_none(view.last_low), "card": trumps[0]},
        {"name": "jack", "seat": seat_or_none(view.last_jack), "card": jack if jack in trumps else None},
        {"name": "cards", "seat": seat_or_none(view.last_cards), "card": None},
    ]
    return {
        **scenes.settled(view),
        "trump": trump,
        "points": points,
        "counts": counts,
        "pitcher": view.last_pitcher,
        "bid": seat_or_none(view.last_bid),
        "made": sum(point["seat"] == view.last_pitcher for point in points),
    }


def mine(view: ViewFields, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees: its hand, trumps first."""
    trump = trump_of(deals[-1].events, view.seats)
    return scenes.own(tricks.held(view.row(view.hand)[seat], SUITS.index(trump) if trump else None), legal)


def note(events: list[str], score: list[int], carry: int, options: Mapping[str, Value]) -> str:
    """``made SEAT BID POINTS``; ``set-back SEAT BID``; ``unbid SEAT POINTS``, who pitched without a contract."""
    seats = len(score)
    pitcher = int(events[2 * seats][0])
    bids = [event[-1] for event in events[seats : 2 * seats] if " bid " in event]
    if not bids:
        return f"unbid {pitcher} {score[pitcher]}"
    return f"made {pitcher} {bids[-1]} {score[pitcher]}" if score[pitcher] > 0 else f"set-back {pitcher} {bids[-1]}"
