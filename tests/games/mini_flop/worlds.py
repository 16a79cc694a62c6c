"""Functions that test imagined worlds (deals) of Mini Flop Poker.

Only the dealt hands are hidden; the flop is face up.
"""

from __future__ import annotations

from typing import Any

from tests.games.small import complete_hands, with_rest


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the given events, which `seat` saw in this deal, with every hidden card filled in from `world`."""
    return complete_hands(events, lambda owner: int(world.hand[owner]))


def places(state: Any) -> list[int]:
    """Return the set of cards in each place: the flop, each hand, and the undealt cards."""
    return with_rest(state, [int(state.flop), *(int(hand) for hand in state.hand[: state.seats])], 1)
