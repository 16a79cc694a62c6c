"""Auction Draw as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from typing_extensions import TypedDict

from saleroom.games.draw.rules.record import AUCTIONED, BID, PHASES, UNSOLD
from saleroom.games.draw.rules.words import line
from saleroom.kernel.bits import members
from saleroom.kernel.options import Value
from saleroom.kernel.tiles import NAMES, PIPS, as_bits
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled
from saleroom.toolkit.display.view import ViewFields


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


def board(view: ViewFields, deals: Sequence[SeenDeal]) -> DrawBoard:
    """What everybody sees."""
    events, boneyard = deals[-1].events, tiles_left(view)
    bidding = view.phase == BID
    return {
        "game": "auction-draw",
        **scenes.common(view, PHASES, view.deals, view.row(view.holds)),
        "set": view.set,
        "pool": view.carry,
        "turn": view.turn,
        "bought": view.bought,
        "line": line(view),
        "newest": newest(events) if view.length > 1 else None,
        "ends": {"left": view.left, "right": view.right} if view.length else None,
        "boneyard": boneyard,
        "buyable": max(0, boneyard - UNSOLD),
        "auction": auction(view, events),
        "lap": 1 + view.spoken // view.seats if bidding else None,
        "last": scenes.settlement(view, deals, settle),
    }


def tiles_left(view: ViewFields) -> int:
    """How many tiles nobody has drawn."""
    return (view.set + 1) * (view.set + 2) // 2 - view.drawn


def newest(events: list[str]) -> Literal["left", "right"]:
    """At which end the last tile was played."""
    played = next(event for event in reversed(events) if " play " in event)
    return "left" if played.endswith("L") else "right"


def auction(view: ViewFields, events: list[str]) -> Auction:
    """The auction of this round, if it has had one."""
    bidding, words = view.phase == BID, spoken(view, events)
    if not (bidding or words):
        return scenes.no_auction(view.seats)
    turns = 2 * view.seats - view.spoken
    speakers = view.round_from(view.next_to_act(), min(turns, view.seats)) if bidding else []
    return scenes.auction(view, scenes.said(view.seats, words), speakers, bidding)


def spoken(view: ViewFields, events: list[str]) -> list[str]:
    """What was said in the auction: after the last purchase, its tile and the end of that turn come two laps."""
    if tiles_left(view) > UNSOLD or view.last_two != AUCTIONED:
        return []
    bought = next(at for at in range(len(events) - 1, 0, -1) if events[at].endswith(" buy"))
    return events[bought + 3 : bought + 3 + 2 * view.seats]


def settle(view: ViewFields, deals: Sequence[SeenDeal]) -> DrawSettlement:
    """How the last round was settled."""
    hands = [members(as_bits(tiles)) for tiles in view.row(view.shown)]
    pips = [sum(int(PIPS[tile]) for tile in tiles) for tiles in hands]
    out = [seat for seat, tiles in enumerate(hands) if not tiles]
    return {
        **scenes.settled(view),
        "hands": [high_first(tiles) for tiles in hands],
        "pips": pips,
        "takers": out or [seat for seat, count in enumerate(pips) if count == min(pips)],
        "won": view.row(view.won),
        "ending": "out" if out else "blocked",
    }


def high_first(tiles: list[int]) -> list[str]:
    """Tiles as a hand is held."""
    return [NAMES[tile] for tile in reversed(tiles)]


def mine(view: ViewFields, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """What a seat alone sees: its tiles, and its chips while it bids."""
    bidding = view.phase == BID and view.acting >> seat & 1
    hand = high_first(members(as_bits(view.row(view.tiles)[seat])))
    return scenes.own(hand, legal, afford=view.row(view.scores)[seat] if bidding else None)


def note(events: list[str], score: list[int], carry: int, options: Mapping[str, Value]) -> str:
    """``out SEAT`` took the pool; ``blocked SEAT …`` had the fewest pips."""
    hands = left_in_hands(events, len(score))
    out = [str(seat) for seat, tiles in enumerate(hands) if not tiles]
    if out:
        return f"out {out[0]}"
    pips = [sum(map(pips_of, tiles)) for tiles in hands]
    return " ".join(["blocked", *(str(seat) for seat, count in enumerate(pips) if count == min(pips))])


def left_in_hands(events: list[str], seats: int) -> list[set[str]]:
    """The tiles that each seat has in the end, from the open events of a round."""
    hands: list[set[str]] = [set() for _ in range(seats)]
    buyer = bidder = 0
    for event in events:
        actor, verb, *rest = event.split(" ")
        if verb == "deal":
            hands[int(rest[0])].update(rest[1:])
        elif verb == "play":
            hands[int(actor)].discard(rest[0])
        elif verb == "buy":
            buyer = int(actor)
        elif verb == "bid":
            bidder = int(actor)
        elif verb == "draw":
            hands[buyer if len(rest) == 1 else bidder].update(rest)
    return hands


def pips_of(tile: str) -> int:
    """A tile's pips."""
    return sum(map(int, tile.split("-")))
