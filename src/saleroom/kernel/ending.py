"""Transition to the next deal, and the leaders of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import NONE, bit, next_seat, seats_of, value_of
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import BEFORE_DEAL

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState


@rule
def go_on(s: MatchState):
    """Continue after a settled deal, unless the match has been won.

    In the next deal, the seat to the dealer's left is the dealer.
    """
    s.acting = NONE
    s.phase = BEFORE_DEAL
    if s.winners == NONE:
        s.deal += 1
        s.dealer = next_seat(s.dealer, s.seats)


@rule
def leaders(s: MatchState):
    """Return all seats with the highest score, as a set."""
    best, ahead = value_of(s.scores[0]), bit(0)
    for seat in range(1, seats_of(s)):
        if s.scores[seat] > best:
            best, ahead = value_of(s.scores[seat]), bit(seat)
        elif s.scores[seat] == best:
            ahead |= bit(seat)
    return ahead
