"""Hidden tiles of imagined worlds of Auction Draw: hands, purchases and the two auctioned tiles. The events show when a
seat got each of its tiles.

Each tile that a seat gets fills one *slot*. A slot stores the numbers that its tile cannot have. When a seat passes,
none of its tiles has a number that is at an end of the line. If only players who cannot play may buy, the same is true
when a seat begins a turn with a purchase.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from saleroom.games.draw.rules.record import NO
from saleroom.kernel.bits import members
from saleroom.kernel.tiles import NAMES, as_bits
from tests.contract.places import rows, set_of


@dataclass
class Slot:
    """Tile that a seat got: index of the event, numbers that the tile cannot have, and its name (empty until known)."""

    event: int
    lacks: set[int] = field(default_factory=set)
    tile: str = ""

    def may_be(self, tile: str) -> bool:
        return self.lacks.isdisjoint(halves(tile))


def halves(tile: str) -> tuple[int, int]:
    high, low = tile.split("-")
    return int(high), int(low)


class Table:
    """Slots of all seats in a deal, updated with each event."""

    def __init__(self, seats: int, only_unable_buy: bool) -> None:
        self.only_unable_buy = only_unable_buy
        self.held: list[list[Slot]] = [[] for _ in range(seats)]
        self.slots: list[Slot] = []
        self.ends: list[int] = []
        self.buyer = 0
        self.buying = False
        self.auction = False

    def follow(self, number: int, event: str) -> None:
        actor, verb, *rest = event.split(" ")
        if verb == "deal":
            self.get(int(rest[0]), number, len(rest) - 1)
        elif verb == "draw":
            self.auction = False
            self.get(self.buyer, number, len(rest))
        elif verb == "bid":
            self.auction, self.buyer = True, int(actor)
        elif verb == "play":
            self.auction = self.buying = False
            self.play(int(actor), *rest)
        elif verb == "buy":
            if self.only_unable_buy and not self.buying:
                self.lack_ends(int(actor))
            self.buying, self.buyer = True, int(actor)
        else:
            self.turn_passed(int(actor))

    def get(self, seat: int, number: int, count: int) -> None:
        new = [Slot(number) for _ in range(count)]
        self.held[seat] += new
        self.slots += new

    def lack_ends(self, seat: int) -> None:
        for slot in self.held[seat]:
            slot.lacks.update(self.ends)

    def play(self, seat: int, tile: str, end: str = "") -> None:
        """Assign a played tile to the oldest slot that can contain it, because newer slots have fewer restrictions."""
        slot = next(slot for slot in self.held[seat] if slot.may_be(tile))
        slot.tile = tile
        self.held[seat].remove(slot)
        if not end:
            self.ends = list(halves(tile))
        else:
            side = 0 if end == "L" else 1
            self.ends[side] = sum(halves(tile)) - self.ends[side]

    def turn_passed(self, seat: int) -> None:
        self.lack_ends(seat)
        self.buying = False

    def settle(self, seat: int, tiles: list[str]) -> None:
        """Assign the tiles that a seat still holds. Fill older slots first, because they have fewer candidates."""
        for slot in self.held[seat]:
            slot.tile = next(tile for tile in tiles if slot.may_be(tile))
            tiles.remove(slot.tile)


def auction_passes(events: list[str], seats: int, tiles: int, hand: int, auctioned: bool) -> set[int]:
    """Return the indices of the auction's turns in `events`.

    The auction has two turns per seat. It follows the turn in which a purchase left only two tiles.
    """
    left, due, found = tiles - hand * seats, False, set()
    number = 0
    while number < len(events):
        verb = events[number].split(" ")[1]
        if verb == "draw":
            left -= 1
            due = left == 2 and auctioned
        elif due and verb in ("play", "pass"):
            found = set(range(number + 1, number + 1 + 2 * seats))
            break
        number += 1
    return found


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the given events, which `seat` saw in this deal, with every hidden tile filled in from `world`."""
    seats, most = int(world.seats), int(world.set)
    tiles = (most + 1) * (most + 2) // 2
    bidding = auction_passes(events, seats, tiles, int(world.hand), world.last_two == 0)
    table = Table(seats, world.buy_when_able == NO)
    for number, event in enumerate(events):
        if number not in bidding or not event.endswith(" pass"):
            table.follow(number, event)
    for owner in range(seats):
        if owner != seat:
            table.settle(owner, [NAMES[tile] for tile in members(as_bits(world.tiles[owner]))])
    return [filled(event, [slot.tile for slot in table.slots if slot.event == n]) for n, event in enumerate(events)]


def filled(event: str, tiles: list[str]) -> str:
    """Return `event` with its last words, which stand for hidden tiles, replaced by the names in `tiles`."""
    if "??" not in event:
        return event
    words = event.split(" ")
    return " ".join(words[: len(words) - len(tiles)] + tiles)


def places(state: Any) -> list[int]:
    """Return the set of pieces in each place, such as a hand or the stock. Each piece of the game is in exactly one
    set.
    """
    most = int(state.set) if int(state.set) > 2 else (6, 9, 12)[int(state.set)]
    tiles = (most + 1) * (most + 2) // 2
    return [
        set_of(state.deck[int(state.drawn) : tiles]),
        *rows(state.tiles, int(state.seats)),
        *rows(state.laid[None], 1),
    ]
