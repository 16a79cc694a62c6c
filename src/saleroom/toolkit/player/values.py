"""Functions shared by several game models."""

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
    """Write the ids of all legal actions into `ids`; return their number."""
    return choices.write(verbs.legal(s, seat), ids)


@rule
def race(s: MatchState, spread, shares):
    """Write each seat's chance to finish first: the softmax of the scores.

    A lead of `spread` points multiplies the chance by e. Later deals are independent, so the final scores are
    approximately normal. The softmax is a usual approximation for the chance that a given one of several normal
    variables is the greatest (Luce's choice rule).
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
