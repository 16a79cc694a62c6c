"""Auction Flop Poker as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from typing_extensions import TypedDict

from saleroom.games.flop.rules import words
from saleroom.games.flop.rules.record import BID, DEAL, DISCARD, FLOP, KEEP, PHASES, TAKE
from saleroom.games.flop.rules.rules import DISCARDS, KEEPS, PASS, PRICES, RAISE
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NUMBERS
from saleroom.kernel.options import Value
from saleroom.toolkit.display import poker_hands, scenes
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled
from saleroom.toolkit.display.view import ViewFields, cards_of


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
    """What each hand is: ``high-card``, ``pair``, ``two-pair``, ``three``, ``straight``, ``flush``, ``full-house``,
    ``four``, ``straight-flush``."""
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


def board(view: ViewFields, deals: Sequence[SeenDeal]) -> FlopBoard:
    """What everybody sees."""
    events = deals[-1].events
    return {
        "game": "auction-flop-poker",
        **scenes.common(view, PHASES, view.deals, view.row(view.cards)),
        "pot": view.carry,
        "prizes": prizes(view.carry, view.seats),
        "ante": view.ante,
        "voice": view.voice,
        "discarded": discarded(view, events),
        "prices": list(PRICES),
        "short": [] if view.phase == DISCARD else members(view.short),
        "stock": view.stock,
        "flop": cards_of(view.flop),
        "buyer": view.next_to_act() if view.phase == KEEP else None,
        "flops": taken(events[2 * view.seats :]),
        "auction": auction(view, events),
        "fee": view.fee if view.phase == TAKE else None,
        "last": scenes.settlement(view, deals, settle),
    }


def prizes(pot: int, seats: int) -> list[int]:
    """What a pot pays for first, second and, with three or more seats, third place."""
    lower = [3 * pot // 10] if seats == 2 else [3 * pot // 10, pot // 10]
    return [pot - sum(lower), *lower]


def discarded(view: ViewFields, events: list[str]) -> list[int | None]:
    """How many cards each seat has discarded: its first word in a deal."""
    found: list[int | None] = [None] * view.seats
    for event in events[view.seats : 2 * view.seats]:
        found[int(event[0])] = event.count(" ") - 1
    return found


def taken(events: list[str]) -> list[Flop]:
    """The flops that somebody took."""
    found: list[Flop] = []
    cards: list[str] = []
    paid = 0
    for event in events:
        actor, verb, *rest = event.split(" ")
        if verb == "flop":
            cards, paid = rest, 0
        elif verb == "bid":
            paid = int(rest[0])
        elif verb == "keep":
            found.append({"cards": cards, "taker": int(actor), "kept": len(rest), "paid": paid})
    return found


def auction(view: ViewFields, events: list[str]) -> Auction:
    """What was said of the flop that was turned last."""
    if view.phase in (DEAL, DISCARD, FLOP):
        return scenes.no_auction(view.seats)
    turned = next(at for at in range(len(events) - 1, 0, -1) if events[at].startswith("table flop"))
    words = scenes.said(view.seats, events[turned + 1 :], ("pass", "bid", "refuse", "take"))
    bidding = view.phase == BID
    return scenes.auction(view, words, speakers(view) if bidding else [], bidding)


def speakers(view: ViewFields) -> list[int]:
    """Who may still speak: a pass is not final while one of those who are still to answer the last bid can raise it."""
    short = [seat for seat in view.round_from(view.next_to_act(), view.seats) if view.short >> seat & 1]
    to_answer = short[: len(short) - (view.bid >= 0) - view.silent]
    return short if any(view.scores[seat] > max(view.bid, 0) for seat in to_answer) else to_answer


def settle(view: ViewFields, deals: Sequence[SeenDeal]) -> FlopSettlement:
    """The last showdown."""
    shown = [members(cards) for cards in view.row(view.shown)]
    won = view.row(view.prize)
    return {
        **scenes.settled(view),
        "hands": [poker_hands.strongest_first(cards) for cards in shown],
        "made": [poker_hands.made(cards) for cards in shown],
        "places": view.row(view.place),
        "prizes": won,
        "pot": sum(won) + view.last_carry,
    }


def mine(view: ViewFields, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees: its cards, what they make, what it threw away, and its chips while it bids."""
    cards = members(view.row(view.hand)[seat])
    bidding = view.phase == BID and view.acting >> seat & 1
    return scenes.own(
        poker_hands.held(cards),
        legal,
        afford=view.row(view.scores)[seat] if bidding else None,
        made=poker_hands.made(cards) if cards else None,
        thrown=poker_hands.held(members(view.row(view.thrown)[seat])) + left_of_flops(view, seat, deals[-1].events),
    )


def left_of_flops(view: ViewFields, seat: int, events: list[str]) -> list[str]:
    """What a seat did not keep of the flops that it took."""
    found, flop = [], []
    for event in events[2 * view.seats :] if view.keeps[seat] else ():
        actor, verb, *rest = event.split(" ")
        if verb == "flop":
            flop = rest
        elif verb == "keep" and int(actor) == seat:
            found += [card for card in flop if card not in rest]
    return found


def format_action(view: ViewFields, seat: int, action: int) -> str:
    """The words of a legal action."""
    if action == RAISE:
        return f"bid {max(view.bid, 0) + 1}"
    if action >= PASS:
        return words.format_action(view, seat, action)
    if action >= KEEPS:
        return subsets("keep", view.flop)[action - KEEPS]
    return subsets("discard", view.row(view.hand)[seat])[action - DISCARDS]


@lru_cache(maxsize=256)
def subsets(verb: str, cards: int) -> list[str]:
    """By a set of places in some cards: what it is to discard or keep the cards there."""
    names = cards_of(cards)
    return [
        " ".join([verb, *(name for place, name in enumerate(names) if places >> place & 1)])
        for places in range(1 << len(names))
    ]


def note(events: list[str], score: list[int], carry: int, options: Mapping[str, Value]) -> str:
    """``best HAND SEAT …``: the best hand of the showdown, such as ``two-pair``, and who had it."""
    shown = [poker_hands.strength(cards) for cards in cards_in_the_end(events, len(score))]
    best = max(shown)
    seats = [str(seat) for seat, hand in enumerate(shown) if hand == best]
    return " ".join(["best", poker_hands.MADE[best[0]], *seats])


def cards_in_the_end(events: list[str], seats: int) -> list[list[int]]:
    """Each seat's hand at the showdown, from the open events of a deal."""
    found: list[set[str]] = [set() for _ in range(seats)]
    for event in events:
        actor, verb, *rest = event.split(" ")
        if verb == "deal":
            found[int(rest[0])].update(rest[1:])
        elif verb == "discard":
            found[int(actor)].difference_update(rest)
        elif verb == "keep":
            found[int(actor)].update(rest)
    return [[NUMBERS[card] for card in cards] for cards in found]
