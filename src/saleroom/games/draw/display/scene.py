"""Board of Auction Draw as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from saleroom.games.draw.rules.record import AUCTIONED, BID, PHASES, PLAY, SALE, UNSOLD
from saleroom.games.draw.rules.words import AUCTION, NUMBERS, line
from saleroom.kernel.bits import members
from saleroom.kernel.options import Value
from saleroom.kernel.tiles import NAMES, PIPS, as_bits, tiles_in
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled

if TYPE_CHECKING:
    from saleroom.games.draw.display.view import View

SIDES: dict[str, Literal["left", "right"]] = {"L": "left", "R": "right"}


class DrawSettlement(Settled):
    """Result of the last round."""

    hands: list[list[str]]
    """Tiles left in each seat's hand."""
    pips: list[int]
    takers: list[int]
    """Seats that took or shared the pool."""
    won: list[int]
    """Chips that each seat took from the pool."""
    ending: Literal["out", "blocked"]


class Ends(TypedDict):
    """Numbers at the ends of the line."""

    left: int
    right: int


class DrawBoard(Common):
    """Public board."""

    game: Literal["auction-draw"]
    set: int
    """Highest number on a tile."""
    pool: int
    turn: int
    """Seat whose turn it is; during the auction, the seat whose turn led to it."""
    bought: int
    """Number of tiles bought in this turn."""
    line: list[str]
    """Tiles in the line from left to right, each with its left number first: ``4-6`` has its four to the left."""
    newest: Literal["left", "right"] | None
    """End at which the last tile was played; None if at most one tile has been played."""
    ends: Ends | None
    boneyard: int
    buyable: int
    """Number of boneyard tiles that can still be bought one at a time."""
    auction: Auction
    lap: int | None
    """Lap of the auction, 1 or 2; None if there is no auction now."""
    last: DrawSettlement | None


Board = DrawBoard


def board(view: View, deals: Sequence[SeenDeal]) -> DrawBoard:
    """Return the public board."""
    left = tiles_in(view.set) - view.drawn
    bidding = view.phase == BID
    return {
        "game": "auction-draw",
        **scenes.common(view, PHASES, view.deals, view.row(view.holds)),
        "plays": "play" if view.phase == PLAY else None,
        "set": view.set,
        "pool": view.carry,
        "turn": view.turn,
        "bought": view.bought,
        "line": line(view),
        "newest": newest(deals[-1]),
        "ends": {"left": view.left, "right": view.right} if view.length else None,
        "boneyard": left,
        "buyable": max(0, left - UNSOLD),
        "auction": auction(view, left),
        "lap": 1 + view.spoken // view.seats if bidding else None,
        "last": scenes.settlement(view, deals, settle),
    }


def newest(deal: SeenDeal) -> Literal["left", "right"] | None:
    """Return the end of the line at which the last tile was played; None if only the first tile has been played."""
    played = deal.log.last("play")
    _, *ends = played.args if played else ("",)
    return SIDES[ends[0]] if ends else None


def auction(view: View, left: int) -> Auction:
    """Return this round's auction, or an empty auction if there has been none."""
    if not auctioned(view, left):
        return scenes.no_auction(view.seats)
    bidding, turns = view.phase == BID, 2 * view.seats - view.spoken
    speakers = view.round_from(view.next_to_act(), min(turns, view.seats)) if bidding else []
    return scenes.auction(view, scenes.said_of_amounts(view, AUCTION), view.spoken, speakers, bidding)


def auctioned(view: View, left: int) -> bool:
    """4.1: return whether the last two tiles are or were auctioned."""
    if view.phase in (BID, SALE):
        return True
    return view.last_two == AUCTIONED and left <= UNSOLD and not view.bought


def settle(view: View, deals: Sequence[SeenDeal]) -> DrawSettlement:
    """Return the settlement of the last round."""
    hands = [members(as_bits(tiles)) for tiles in view.row(view.shown)]
    won = view.row(view.won)
    return {
        **scenes.settled(view),
        "hands": [high_first(tiles) for tiles in hands],
        "pips": [pips_of(tiles) for tiles in hands],
        "takers": [seat for seat, chips in enumerate(won) if chips],
        "won": won,
        "ending": "blocked" if all(hands) else "out",
    }


def high_first(tiles: list[int]) -> list[str]:
    """Return the names of the given tiles in display order, high tiles first."""
    return [NAMES[tile] for tile in reversed(tiles)]


def mine(view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only `seat` sees: its tiles, and its chips while it bids."""
    bidding = view.phase == BID and view.acting >> seat & 1
    hand = high_first(members(as_bits(view.row(view.tiles)[seat])))
    return scenes.own(hand, legal, afford=view.row(view.scores)[seat] if bidding else None)


def note(deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> str:
    """Return the note on the score sheet: ``out SEAT`` if a seat went out, else ``blocked SEAT …`` with the seats that
    had the fewest pips.
    """
    hands = left_in_hands(deal, len(score))
    out = [seat for seat, tiles in enumerate(hands) if not tiles]
    if out:
        return f"out {out[0]}"
    pips = [pips_of(tiles) for tiles in hands]
    return " ".join(["blocked", *(str(seat) for seat, count in enumerate(pips) if count == min(pips))])


def left_in_hands(deal: SeenDeal, seats: int) -> list[set[int]]:
    """Return the tiles left in each seat's hand at the end of a round, computed from the events of the round."""
    hands: list[set[int]] = [set() for _ in range(seats)]
    buyer = bidder = 0
    for seat, verb, args in deal.log.all:
        if verb == "deal":
            dealt_to, *names = args
            hands[int(dealt_to)].update(NUMBERS[name] for name in names)
        elif verb == "draw":
            hands[buyer if len(args) == 1 else bidder].update(NUMBERS[name] for name in args)
        elif seat is not None and verb == "play":
            hands[seat].discard(NUMBERS[args[0]])
        elif seat is not None and verb == "buy":
            buyer = seat
        elif seat is not None and verb == "bid":
            bidder = seat
    return hands


def pips_of(tiles: Iterable[int]) -> int:
    """Return the total pips of the given tiles."""
    return sum(int(PIPS[tile]) for tile in tiles)
