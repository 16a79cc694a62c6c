"""Common parts of several games' boards."""

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
    """Seat that has won it, or wins it so far; None before the first card."""


class Auction(TypedDict):
    """The current bidding, or the bidding that decided this deal."""

    bid: int | None
    """The standing bid; 0 is a check."""
    bidder: int | None
    """The bidder; None if there is no bid."""
    said: list[str | None]
    """Each seat's last call: ``pass``, ``bid 3``, ``offer 7C H`` …"""
    to_speak: list[int]
    """Seats that may still speak, in their order; a seat that may speak again occurs once."""
    open: bool
    """Whether the bidding continues."""


class TieBreak(TypedDict):
    """Decision between several players who had won, by the rules: the one winner, and the reason."""

    seat: int
    among: list[int]
    """All who reached the goal of the match in the last deal, including the winner."""
    by: str
    """What decided: a key among the game's messages of the client (`tie`)."""


class Common(TypedDict):
    """Common part of every board."""

    phase: str
    deal: int
    """Number of this deal, from 1."""
    last_deal: int
    """Number of the last possible deal."""
    dealer: int
    acting: list[int]
    """Seats that may act now; in a sealed phase those that have not chosen yet."""
    scores: list[int]
    """Each seat's score, in points or chips."""
    winners: list[int]
    """Winning seats; empty while the match lasts."""
    tie_break: TieBreak | None
    """Reason why one of several possible winners has won; None if there is no tie."""
    held: list[int]
    """Number of cards or tiles that each seat holds."""
    decided: bool
    """Whether no remaining action can change the scores of this deal, from public information."""


class Settled(TypedDict):
    """Common part of every settlement of a deal."""

    deal: int
    score: list[int]
    """Change of each seat's score by the deal."""
    carry: int


class Bids(TypedDict):
    """Range of amounts that may be bid: ``bid low`` … ``bid high``."""

    low: int
    high: int


class Mine(TypedDict):
    """What only a seat sees, and what it may do."""

    hand: list[str]
    """Its cards or tiles in display order (a trump suit first, high ones first)."""
    legal: list[str]
    """Its legal actions, as the record writes them, except for the bids in `bids`."""
    bids: Bids | None
    afford: int | None
    """The most that it can pay now, if bidding costs chips and it is bidding."""
    chosen: str | None
    """Its own sealed choice that is not open yet, as the text of the event; None if there is none."""
    made: str | None
    """Name of the hand that its cards make, such as ``two-pair``."""
    thrown: list[str]
    """What it has discarded in this deal, hidden from others."""


Legal = tuple[list[str], Bids | None]
"""Legal actions of a seat: texts, and the range of bids that they omit."""

AnySettled = TypeVar("AnySettled", bound=Settled)
AnyView = TypeVar("AnyView", bound=ViewFields)


@dataclass
class SeenDeal:
    """Deal as one viewer saw it."""

    dealer: int
    events: list[str] = field(default_factory=list)
    """Events, as the record writes them; `tell` and `tell_anew` change the list."""
    score: list[int] | None = None
    carry: int | None = None
    sealed: frozenset[int] = field(default=frozenset(), init=False, compare=False, repr=False)
    """Indices of its events that were not open to all seats at the last update."""
    log: EventLog = field(default_factory=EventLog, init=False, compare=False, repr=False)
    """The same events, decoded."""
    tricks: list[Trick] = field(default_factory=list, init=False, compare=False, repr=False)
    """Complete tricks whose winners have been computed."""
    settlement: Any = field(default=None, init=False, compare=False, repr=False)
    """Its settlement, once a board has shown it."""

    def __post_init__(self) -> None:
        """Decode the given events."""
        self.log.extend(self.events)

    def tell(self, fresh: Sequence[str]) -> None:
        """Append new events."""
        self.events += fresh
        self.log.extend(fresh)

    def tell_anew(self, events: Sequence[str]) -> None:
        """Replace all events, after sealed choices have been made or revealed."""
        self.events, self.log = [], EventLog()
        self.tell(events)


def suit(number: int) -> Suit | None:
    """Return a suit by its letter; None for -1."""
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
        "decided": False,
    }


def said(seats: int, words: Iterable[SeenEvent]) -> list[str | None]:
    """Return each seat's last call."""
    calls: list[str | None] = [None] * seats
    for event in words:
        if event.seat is not None:
            calls[event.seat] = event.words
    return calls


def said_of_amounts(view: AuctionView, declared: auctions.Auction) -> list[str | None]:
    """Return each seat's last call in the auction by amounts that the record holds."""
    return [None if bid == auctions.NOTHING else declared.words(bid) for bid in view.row(view.said)]


def auction(view: AuctionView, words: list[str | None], to_speak: list[int], open_now: bool) -> Auction:
    """Return an auction by amounts, of this deal."""
    stands = view.bid >= 0
    return {
        "bid": view.bid if stands else None,
        "bidder": view.bidder if stands else None,
        "said": words,
        "to_speak": to_speak,
        "open": open_now,
    }


def no_auction(seats: int) -> Auction:
    """Return the auction of a deal that has had none."""
    return {"bid": None, "bidder": None, "said": [None] * seats, "to_speak": [], "open": False}


def once_round(view: ViewFields) -> list[int]:
    """Return the seats that may still speak, if each has one turn and the dealer has the last."""
    first = view.next_to_act()
    return view.round_from(first, (view.dealer - first) % view.seats + 1)


def settled(view: ViewFields) -> Settled:
    """Return the common part of every settlement; `deal` is that of the last finished deal."""
    return {
        "deal": last_finished(view),
        "score": view.row(view.last_score),
        "carry": view.last_carry,
    }


def last_finished(view: ViewFields) -> int:
    """Return the number of the last settled deal; 0 before there is one.

    Until the next deal is dealt, this is the current one.
    """
    return view.deal - 1 if view.phase else view.deal


def settlement(
    view: AnyView, deals: Sequence[SeenDeal], make: Callable[[AnyView, Sequence[SeenDeal]], AnySettled]
) -> AnySettled | None:
    """Return the settlement of the last finished deal; it is created once, from the deals up to it."""
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
    """Return what only a seat sees."""
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
