"""Steps through a game's tree, one node at a time, for the OpenSpiel interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel import choices, episodes, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.compile import rule, single

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

CHANCE, OVER = -1, -4  # player numbers of OpenSpiel for nodes at which no seat moves


@single
def take(states, seat, action, whole, ids):
    """Carry out a legal action.

    Return the next player, the number of ids from which this player chooses, and whether the action settled a deal.
    """
    s: MatchState = states[0]
    outcome = episodes.act(s, seat, action, whole)
    settled = outcome != episodes.GOES_ON
    if outcome == episodes.OVER:
        return OVER, 0, settled
    mover, count = list_choices(s, ids)
    return mover, count, settled


@single
def first_choices(states, ids):
    """Return the player to move, or `CHANCE` if the table must act, and the number of ids from which the player
    chooses.
    """
    return list_choices(states[0], ids)


@rule
def list_choices(s: MatchState, ids):
    """Return the player to move and the number of action ids that it may choose; write these ids into `ids`."""
    if s.acting == NONE:
        return CHANCE, 0
    mover = first(s.acting)
    return mover, choices.write(verbs.legal(s, mover), ids)
