"""Functions that test imagined worlds (deals) of Auction House, in which dealt hands and the kitty are hidden.

Laid cards are hidden until all seats have laid one.
"""

from __future__ import annotations

from typing import Any

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES
from tests.contract.places import in_tricks, set_of


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the given events, which `seat` saw in this deal, with every hidden card filled in from `world`."""
    return [_filled(event, world) if "??" in event else event for event in events]


def _filled(event: str, world: Any) -> str:
    actor, verb, *_ = event.split(" ")
    if verb == "deal":
        return _dealt(int(event.split(" ")[2]), world)
    card = (world.laid if verb == "lay" else world.kitty)[int(actor)]
    return f"{actor} {verb} {NAMES[card]}"


def _dealt(owner: int, world: Any) -> str:
    """Return the event that deals `owner` its cards.

    These are the cards that `owner` holds, has played or has put aside, with any trade undone.
    """
    cards = int(world.hand[owner]) | int(world.played[owner])
    if int(world.aside) >> owner & 1:
        cards |= 1 << int(world.kitty[owner])
    if world.partner >= 0 and owner in (world.starter, world.partner):
        other = world.partner if owner == world.starter else world.starter
        cards ^= 1 << int(world.shown[owner]) | 1 << int(world.shown[other])
    return " ".join([f"table deal {owner}", *(NAMES[card] for card in members(cards))])


def places(state: Any) -> list[int]:
    """Return the set of pieces in each place, such as a hand or the stock. Each piece of the game is in exactly one
    set.
    """
    return [*in_tricks(state), set_of(state.kitty[: state.seats]), set_of(state.courts)]
