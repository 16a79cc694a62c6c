"""Board of Auction Flop Poker as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from saleroom.games.flop.rules import words
from saleroom.games.flop.rules.record import BID, DEAL, DISCARD, FLOP, KEEP, PHASES, TAKE
from saleroom.games.flop.rules.rules import DISCARDS, KEEPS, PASS, PRICES
from saleroom.games.flop.rules.scoring import prize_of
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NUMBERS
from saleroom.kernel.options import Value
from saleroom.kernel.poker import class_of
from saleroom.toolkit.display import poker_hands, scenes
from saleroom.toolkit.display.events import EventLog
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled
from saleroom.toolkit.display.view import cards_of

if TYPE_CHECKING:
    from saleroom.games.flop.display.view import View


class Flop(TypedDict):
    """Flop that a player took in this deal."""

    cards: list[str]
    taker: int
    kept: int
    """Number of the flop's cards that the taker kept."""
    paid: int
    """Price paid for the flop; 0 if it was free."""


class FlopSettlement(Settled):
    """Result of the last showdown."""

    hands: list[list[str]]
    """Each seat's five cards in showdown order: repeated ranks first, then high ranks."""
    made: list[str]
    """Class of each hand: ``high-card``, ``pair``, ``two-pair``, ``three``, ``straight``, ``flush``, ``full-house``,
    ``four``, ``straight-flush``.
    """
    places: list[int]
    """Place of each seat, from 1. Tied seats all have the best of their places."""
    prizes: list[int]
    pot: int


class FlopBoard(Common):
    """Public board."""

    game: Literal["auction-flop-poker"]
    pot: int
    prizes: list[int]
    """Prizes for first, second and (with three or more seats) third place, if the current pot were paid out."""
    ante: int
    voice: int
    """Seat that has First Voice."""
    discarded: list[int | None]
    """Number of cards that each seat has discarded; None before its turn."""
    prices: list[int]
    """Price of discarding 0, 1, … cards."""
    short: list[int]
    """Seats with fewer than five cards; empty until all seats have had their turn to discard."""
    stock: int
    flop: list[str]
    """Cards of the current flop."""
    buyer: int | None
    """Seat that has taken the flop and is choosing the cards to keep."""
    flops: list[Flop]
    """Flops that were taken in this deal, in order."""
    auction: Auction
    fee: int | None
    """Price of refusing the flop while a seat can take it for nothing; otherwise None."""
    last: FlopSettlement | None


Board = FlopBoard


def board(view: View, deals: Sequence[SeenDeal]) -> FlopBoard:
    """Return the public board."""
    log = deals[-1].log
    return {
        "game": "auction-flop-poker",
        **scenes.common(view, PHASES, view.deals, view.row(view.cards)),
        "pot": view.carry,
        "prizes": prizes(view),
        "ante": view.ante,
        "voice": view.voice,
        "discarded": discarded(view, log),
        "prices": list(PRICES),
        "short": [] if view.phase == DISCARD else members(view.short),
        "stock": view.stock,
        "flop": cards_of(view.flop),
        "buyer": view.next_to_act() if view.phase == KEEP else None,
        "flops": [flop for flop, _ in taken(log)],
        "auction": auction(view, log),
        "fee": view.fee if view.phase == TAKE else None,
        "last": scenes.settlement(view, deals, settle),
    }


def prizes(view: View) -> list[int]:
    """6.3: return the prizes for first, second and, with three or more seats, third place from the current pot."""
    return [int(prize_of(view, view.carry, place)) for place in range(1, min(view.seats, 3) + 1)]


def discarded(view: View, log: EventLog) -> list[int | None]:
    """Return how many cards each seat has discarded. The value is None until the seat's turn to discard."""
    counts: list[int | None] = [None] * view.seats
    for event in log.of("discard"):
        counts[event.seat or 0] = len(event.args)
    return counts


def taken(log: EventLog) -> list[tuple[Flop, tuple[str, ...]]]:
    """Return each flop that was taken, together with the names of the cards kept from it, which can be hidden from the
    viewer.
    """
    flops: list[tuple[Flop, tuple[str, ...]]] = []
    cards: list[str] = []
    paid = 0
    for seat, verb, args in log.all:
        if verb == "flop":
            cards, paid = list(args), 0
        elif verb == "bid":
            paid = int(args[0])
        elif verb == "keep" and seat is not None:
            flops.append(({"cards": cards, "taker": seat, "kept": len(args), "paid": paid}, args))
    return flops


def auction(view: View, log: EventLog) -> Auction:
    """Return the auction of the last flop."""
    if view.phase in (DEAL, DISCARD, FLOP):
        return scenes.no_auction(view.seats)
    calls = [event for event in log.since("flop") if event.verb != "keep"]
    bidding = view.phase == BID
    words = scenes.said(view.seats, calls)
    return scenes.auction(view, words, len(calls), speakers(view) if bidding else [], bidding)


def speakers(view: View) -> list[int]:
    """Return the seats that may still call. A seat that has passed may call again while the last bid can be raised."""
    short = [seat for seat in view.round_from(view.next_to_act(), view.seats) if view.short >> seat & 1]
    to_answer = short[: len(short) - (view.bid >= 0) - view.silent]
    return short if any(view.scores[seat] >= least_bid(view, 1) for seat in to_answer) else to_answer


def settle(view: View, deals: Sequence[SeenDeal]) -> FlopSettlement:
    """Return the settlement of the last showdown."""
    shown = [members(cards) for cards in view.row(view.shown)]
    won = view.row(view.prize)
    return {
        **scenes.settled(view),
        "hands": [poker_hands.strongest_first(cards) for cards in shown],
        "made": [poker_hands.made(cards) for cards in shown],
        "places": view.row(view.place),
        "prizes": won,
        "pot": sum(won),  # 6.5: the prizes always add up to the whole pot
    }


def mine(view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only `seat` sees: its cards, their class, its discards, and its chips during bidding."""
    cards = members(view.row(view.hand)[seat])
    bidding = view.phase == BID and view.acting >> seat & 1
    return scenes.own(
        poker_hands.held(cards),
        legal,
        afford=view.row(view.scores)[seat] if bidding else None,
        made=poker_hands.made(cards) if cards else None,
        thrown=poker_hands.held(members(view.row(view.thrown)[seat])) + left_of_flops(view, seat, deals[-1].log),
    )


def left_of_flops(view: View, seat: int, log: EventLog) -> list[str]:
    """Return the cards that a seat did not keep from the flops that it took."""
    if not view.keeps[seat]:
        return []
    own = ((flop, kept) for flop, kept in taken(log) if flop["taker"] == seat)
    return [card for flop, kept in own for card in flop["cards"] if card not in kept]


def format_action(view: View, seat: int, action: int) -> str:
    """Return the text of a legal action."""
    if action >= PASS:
        return words.format_action(view, seat, action)
    if action >= KEEPS:
        return subsets("keep", view.flop)[action - KEEPS]
    return subsets("discard", view.row(view.hand)[seat])[action - DISCARDS]


@lru_cache(maxsize=256)
def subsets(verb: str, cards: int) -> list[str]:
    """Return the texts of all actions that discard or keep cards. The index of a text is the bit set of the cards'
    positions.
    """
    names = cards_of(cards)
    return [
        " ".join([verb, *(name for place, name in enumerate(names) if places >> place & 1)])
        for places in range(1 << len(names))
    ]


def note(deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> str:
    """Return the note on the score sheet, ``best HAND SEAT …``: the class of the best hand and its seats."""
    shown = [poker_hands.strength(cards) for cards in cards_in_the_end(deal, len(score))]
    best = max(shown)
    seats = [str(seat) for seat, hand in enumerate(shown) if hand == best]
    return " ".join(["best", poker_hands.MADE[class_of(best)], *seats])


def cards_in_the_end(deal: SeenDeal, seats: int) -> list[list[int]]:
    """Return each seat's hand at the showdown, computed from the deal's events, which must be fully visible."""
    hands: list[set[str]] = [set() for _ in range(seats)]
    for seat, verb, args in deal.log.all:
        if verb == "deal":
            dealt_to, *cards = args
            hands[int(dealt_to)].update(cards)
        elif seat is not None and verb == "discard":
            hands[seat].difference_update(args)
        elif seat is not None and verb == "keep":
            hands[seat].update(args)
    return [[NUMBERS[card] for card in cards] for cards in hands]
