"""What the boards of several games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from typing_extensions import TypedDict

from saleroom.kernel.auctions import NO_BID, NOTHING
from saleroom.kernel.bits import members
from saleroom.toolkit.display.events import EventLog, SeenEvent
from saleroom.toolkit.display.view import AuctionView, ViewFields

Suit = Literal["C", "D", "H", "S"]
SUITS: tuple[Suit, ...] = ("C", "D", "H", "S")


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


class TieBreak(TypedDict):
    """Which of several players who had won, by the rules alone, is the one winner, and why."""

    seat: int
    among: list[int]
    """All who reached what the match is played for in the last deal, the winner among them."""
    by: str
    """What decided: a key among the game's messages of the client (`tie`)."""


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
    tie_break: TieBreak | None
    """Why one of several who could have won has; None where there is nothing to break."""
    held: list[int]
    """How many cards or tiles each seat holds."""
    decided: bool
    """Whether nothing that anybody may still do in this deal changes what it scores, as far as everybody can see."""


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
    """Its own sealed choice that is not open yet: the words of the event; None where there is none."""
    made: str | None
    """What its cards make (Auction Flop Poker): a hand's name such as ``two-pair``."""
    thrown: list[str]
    """What it has discarded unseen by others in this deal."""


Legal = tuple[list[str], Bids | None]
"""What a seat may do: words, and the bids that they leave out."""

AnySettled = TypeVar("AnySettled", bound=Settled)
AnyView = TypeVar("AnyView", bound=ViewFields)


@dataclass
class SeenDeal:
    """A deal as one watcher saw it."""

    dealer: int
    events: list[str] = field(default_factory=list)
    """In the words of the record; `tell` and `tell_anew` change it."""
    score: list[int] | None = None
    carry: int | None = None
    sealed: frozenset[int] = field(default=frozenset(), init=False, compare=False, repr=False)
    """The indices of its events that were not open to everybody when it was brought up to date."""
    log: EventLog = field(default_factory=EventLog, init=False, compare=False, repr=False)
    """The same events decoded."""
    tricks: list[Trick] = field(default_factory=list, init=False, compare=False, repr=False)
    """The whole tricks, as far as a board has looked who won them."""
    settlement: Any = field(default=None, init=False, compare=False, repr=False)
    """How it was settled, once a board has shown that."""

    def __post_init__(self) -> None:
        """Decode the events that are given."""
        self.log.extend(self.events)

    def tell(self, fresh: Sequence[str]) -> None:
        """What has happened since."""
        self.events += fresh
        self.log.extend(fresh)

    def tell_anew(self, events: Sequence[str]) -> None:
        """All events once more: sealed choices have been made, or have come to light."""
        self.events, self.log = [], EventLog()
        self.tell(events)


def suit(number: int) -> Suit | None:
    """A suit by its letter; None for -1."""
    return SUITS[number] if number >= 0 else None


def common(view: ViewFields, phases: tuple[str, ...], last_deal: int, held: list[int]) -> Common:
    """What every board has."""
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
    """What each seat said last."""
    found: list[str | None] = [None] * seats
    for event in words:
        if event.seat is not None:
            found[event.seat] = event.words
    return found


def said_of_amounts(view: AuctionView) -> list[str | None]:
    """What each seat said last in the auction by amounts that the record holds."""
    return [_bid_words(bid) for bid in view.row(view.said)]


def _bid_words(bid: int) -> str | None:
    if bid == NOTHING:
        return None
    return "pass" if bid == NO_BID else f"bid {bid}"


def auction(view: AuctionView, words: list[str | None], to_speak: list[int], open_now: bool) -> Auction:
    """An auction by amounts, of this deal."""
    stands = view.bid >= 0
    return {
        "bid": view.bid if stands else None,
        "bidder": view.bidder if stands else None,
        "said": words,
        "to_speak": to_speak,
        "open": open_now,
    }


def no_auction(seats: int) -> Auction:
    """A deal that has had no auction."""
    return {"bid": None, "bidder": None, "said": [None] * seats, "to_speak": [], "open": False}


def once_round(view: ViewFields) -> list[int]:
    """Who may still speak where each has one turn and the dealer has the last."""
    first = view.next_to_act()
    return view.round_from(first, (view.dealer - first) % view.seats + 1)


def settled(view: ViewFields) -> Settled:
    """What every settlement has; `deal` is that of the last finished deal."""
    return {
        "deal": last_finished(view),
        "score": view.row(view.last_score),
        "carry": view.last_carry,
    }


def last_finished(view: ViewFields) -> int:
    """The number of the last deal that is settled; 0 before there is one. It is this one before the next is dealt."""
    return view.deal - 1 if view.phase else view.deal


def settlement(
    view: AnyView, deals: Sequence[SeenDeal], make: Callable[[AnyView, Sequence[SeenDeal]], AnySettled]
) -> AnySettled | None:
    """How the last finished deal was settled: made once, from the deals up to it."""
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
    """What a seat alone sees."""
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
