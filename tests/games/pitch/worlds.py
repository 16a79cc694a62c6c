"""Functions that test imagined worlds (deals) of Auction Pitch, in which only the dealt hands are hidden.

A dealt hand consists of the cards still held and the cards played.
"""

from __future__ import annotations

from typing import Any

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES
from tests.contract.places import in_tricks


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the given events, which `seat` saw in this deal, with every hidden card filled in from `world`."""
    return [_dealt(event, world) if "??" in event else event for event in events]


def _dealt(event: str, world: Any) -> str:
    owner = int(event.split(" ")[2])
    cards = members(int(world.hand[owner]) | int(world.played[owner]))
    return " ".join([f"table deal {owner}", *(NAMES[card] for card in cards)])


def places(state: Any) -> list[int]:
    """Return the set of cards in each place, such as a hand. The undealt cards form one more set."""
    dealt = in_tricks(state)
    out = (1 << 52) - 1 & ~sum(dealt)
    return [*dealt, out] if out.bit_count() == 52 - 6 * int(state.seats) else dealt
