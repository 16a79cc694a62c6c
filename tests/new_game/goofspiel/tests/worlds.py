"""Imagined worlds (deals) of Goofspiel, in which cards of an unfinished auction and coming prizes are hidden."""

from typing import Any

from saleroom.kernel.bits import members


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the events that `seat` saw in this deal, with every hidden piece as it is in `world`."""
    return [e.replace("??", str(int(world.laid[int(e[0])]) + 1)) if "??" in e else e for e in events]


def places(state: Any) -> list[int]:
    """Return the prizes turned up, the prizes to come, and the numbers that are not in play."""
    pack, all_pieces = (1 << int(state.cards)) - 1, (1 << 13) - 1
    shown = int(state.turned).bit_count()
    left = [1 << int(prize) for prize in state.deck[shown : int(state.cards)]] if state.phase else []
    turned = sum(1 << prize for prize in members(state.turned)) if state.phase else pack
    return [turned, *left, all_pieces & ~pack]
