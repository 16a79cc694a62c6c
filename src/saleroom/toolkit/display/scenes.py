"""Types and functions shared by the boards of several games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from typing_extensions import TypedDict

from saleroom.kernel import auctions
from saleroom.kernel.bits import members
from saleroom.toolkit.display.events import EventLog, SeenEvent
from saleroom.toolkit.display.view import AuctionView, ViewFields

Suit = Literal["C", "D", "H", "S"]
SUITS: tuple[Suit, ...] = ("C", "D", "H", "S")


class Play(TypedDict):
    """Card on the table in front of a seat."""

    seat: int
    card: str


class Trick(TypedDict):
    """Trick in the order of play."""

    plays: list[Play]
    winner: int | None
    """Seat that has won the trick or is winning it; None before the first card."""


class Auction(TypedDict):
    """Auction of this deal, in progress or finished."""

    bid: int | None
    """Highest bid so far; 0 means a check."""
    bidder: int | None
    """Highest bidder; None if there is no bid."""
    said: list[str | None]
    """Each seat's last call: ``pass``, ``bid 3``, ``offer 7C H`` …"""
    calls: int
    """Number of calls so far. While `open` is true, they are the last events of the deal."""
    to_speak: list[int]
    """Seats that may still call, in order. A seat that may call more than once is listed once."""
    open: bool
    """Whether the bidding continues."""


class TieBreak(TypedDict):
    """Tie-break between players who reached the target in the same deal: the winner by the rules, and the reason."""

    seat: int
    among: list[int]
    """All seats that reached the target in the last deal, including the winner."""
    by: str
    """What decided the tie, as a key in the game's messages in the client (`tie`)."""


class Common(TypedDict):
    """Fields that every board has."""

    phase: str
    deal: int
    """Number of this deal, from 1."""
    last_deal: int
    """Number of the last possible deal."""
    dealer: int
    acting: list[int]
    """Seats that may act now. In a sealed phase, these are the seats that have not chosen yet."""
    scores: list[int]
    """Each seat's score, in points or chips."""
    winners: list[int]
    """Winning seats; empty until the match has ended."""
    tie_break: TieBreak | None
    """Why one of several possible winners has won; None if there was no tie."""
    held: list[int]
    """Number of cards or tiles that each seat holds."""
    plays: str | None
    """Verb with which a seat plays one of its pieces in this phase, openly and without a price; None in other phases.

    Clients may let a player choose such a play before their turn.
    """
    decided: bool
    """Whether public information shows that the scores of this deal can no longer change."""


class Settled(TypedDict):
    """Fields shared by the settlements of all games."""

    deal: int
    score: list[int]
    """Change of each seat's score by the deal."""
    carry: int


class Bids(TypedDict):
    """Range of amounts that may be bid: ``bid low`` … ``bid high``."""

    low: int
    high: int


class Mine(TypedDict):
    """What only one seat sees, and its legal actions."""

    hand: list[str]
    """The seat's cards or tiles in display order (a trump suit first, high cards first)."""
    legal: list[str]
    """The seat's legal actions in the notation of the record, except the bids in `bids`."""
    bids: Bids | None
    afford: int | None
    """Largest amount that the seat can pay, if it is bidding and bids cost chips; else None."""
    chosen: str | None
    """The seat's sealed choice that is still hidden, in the notation of events; None if there is none."""
    made: str | None
    """Name of the poker hand that its cards make, such as ``two-pair``."""
    thrown: list[str]
    """Cards that the seat has discarded in this deal, hidden from other seats."""


Legal = tuple[list[str], Bids | None]
"""Legal actions of a seat, in two parts: the texts of actions, and a range of bids whose texts are left out."""

AnySettled = TypeVar("AnySettled", bound=Settled)
AnyView = TypeVar("AnyView", bound=ViewFields)


@dataclass
class SeenDeal:
    """Deal as seen by one viewer."""

    dealer: int
    events: list[str] = field(default_factory=list)
    """Events in the notation of the record; `append_events` and `replace_events` change the list."""
    score: list[int] | None = None
    carry: int | None = None
    sealed: frozenset[int] = field(default=frozenset(), init=False, compare=False, repr=False)
    """Indices of the events that were still sealed at the last update."""
    log: EventLog = field(default_factory=EventLog, init=False, compare=False, repr=False)
    """The events in `events`, decoded."""
    tricks: list[Trick] = field(default_factory=list, init=False, compare=False, repr=False)
    """Complete tricks with their winners."""
    settlement: Any = field(default=None, init=False, compare=False, repr=False)
    """Settlement of the deal, cached when a board first shows it."""

    def __post_init__(self) -> None:
        """Pass the initial events to the log."""
        self.log.extend(self.events)

    def append_events(self, fresh: Sequence[str]) -> None:
        """Append new events."""
        self.events += fresh
        self.log.extend(fresh)

    def replace_events(self, events: Sequence[str]) -> None:
        """Replace all events, because sealed choices have been made or opened."""
        self.events, self.log = [], EventLog()
        self.append_events(events)


def suit(number: int) -> Suit | None:
    """Return the letter of a suit; None for -1."""
    return SUITS[number] if number >= 0 else None


def common(view: ViewFields, phases: tuple[str, ...], last_deal: int, held: list[int]) -> Common:
    """Return the common part of every board."""
    return {
        "phase": phases[view.phase],
        "deal": view.deal,
        "last_deal": last_deal,
        "dealer": view.dealer,
        "acting": members(view.acting),
        "scores": view.row(view.scores),
        "winners": members(view.winners),
        "tie_break": None,
        "held": held,
        "plays": None,
        "decided": False,
    }


def said(seats: int, words: Iterable[SeenEvent]) -> list[str | None]:
    """Return each seat's last call among the calls `words`."""
    calls: list[str | None] = [None] * seats
    for event in words:
        if event.seat is not None:
            calls[event.seat] = event.words
    return calls


def said_of_amounts(view: AuctionView, declared: auctions.Auction) -> list[str | None]:
    """Return each seat's last call in an auction with amounts, from the record's field `said`."""
    return [None if bid == auctions.NOTHING else declared.words(bid) for bid in view.row(view.said)]


def auction(view: AuctionView, words: list[str | None], calls: int, to_speak: list[int], open_now: bool) -> Auction:
    """Return this deal's auction with amounts, after `calls` calls."""
    stands = view.bid >= 0
    return {
        "bid": view.bid if stands else None,
        "bidder": view.bidder if stands else None,
        "said": words,
        "calls": calls,
        "to_speak": to_speak,
        "open": open_now,
    }


def no_auction(seats: int) -> Auction:
    """Return an empty auction, for a deal without an auction."""
    return {"bid": None, "bidder": None, "said": [None] * seats, "calls": 0, "to_speak": [], "open": False}


def once_round(view: ViewFields) -> list[int]:
    """Return the seats that may still call in an auction in which each seat has one turn, the dealer last."""
    first = view.next_to_act()
    return view.round_from(first, (view.dealer - first) % view.seats + 1)


def settled(view: ViewFields) -> Settled:
    """Return the fields that every settlement has. The field `deal` is the number of the last finished deal."""
    return {
        "deal": last_finished(view),
        "score": view.row(view.last_score),
        "carry": view.last_carry,
    }


def last_finished(view: ViewFields) -> int:
    """Return the number of the last settled deal; 0 if no deal has been settled.

    After a settlement, the current deal is the last settled deal until the next deal begins.
    """
    return view.deal - 1 if view.phase else view.deal


def settlement(
    view: AnyView, deals: Sequence[SeenDeal], make: Callable[[AnyView, Sequence[SeenDeal]], AnySettled]
) -> AnySettled | None:
    """Return the settlement of the last finished deal.

    The settlement is computed only once, from the finished deal and all earlier deals.
    """
    number = last_finished(view)
    if not number:
        return None
    deal = deals[number - 1]
    if deal.settlement is None:
        deal.settlement = make(view, deals[:number])
    return deal.settlement


def own(
    hand: list[str],
    legal: Legal,
    afford: int | None = None,
    chosen: str | None = None,
    made: str | None = None,
    thrown: Sequence[str] = (),
) -> Mine:
    """Return a `Mine` with the given values."""
    words, bids = legal
    return {
        "hand": hand,
        "legal": words,
        "bids": bids,
        "afford": afford,
        "chosen": chosen,
        "made": made,
        "thrown": list(thrown),
    }
