"""Common parts of several games' models."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import seats_of, value_of
from saleroom.kernel.compile import rule

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState


@rule
def all_options(s: MatchState, seat, ids):
    """Write every legal action; return their number."""
    return choices.write(verbs.legal(s, seat), ids)


@rule
def race(s: MatchState, spread, shares):
    """Write each seat's chance to finish first: the soft maximum of the scores.

    `spread` points are a factor of e. With independent deals to come, the later scores are about normal. The soft
    maximum is the usual approximation of the chance that one of several such numbers is the greatest (Luce's choice
    rule).
    """
    seats = seats_of(s)
    best = value_of(s.scores[0])
    for seat in range(1, seats):
        best = max(best, value_of(s.scores[seat]))
    total = 0.0
    for seat in range(seats):
        shares[seat] = exp((s.scores[seat] - best) / spread)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
