"""Imagined worlds of Auction Blind, in which the cards of the other seats are hidden."""

from typing import Any

from saleroom.kernel.bits import first
from saleroom.kernel.cards import NAMES


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the events that `seat` saw in this deal, with every hidden piece as it is in `world`."""
    return [e.replace("??", NAMES[first(world.hand[int(e[11])])]) if "??" in e else e for e in events]


def places(state: Any) -> list[int]:
    """Return the hands, and the pack without the cards in the hands."""
    hands = [int(hand) for hand in state.hand[: state.seats]]
    return [*hands, (1 << 52) - 1 & ~sum(hands)]
