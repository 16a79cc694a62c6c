"""Payments into and out of the pot. The field `carry` holds the pot, and `scores` holds the chips of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import bit, has, next_seat, seats_of, value_of
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import leaders
from saleroom.kernel.fields import POINTS, SEATS, of_deal, public

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState, PotState

CHIPS = of_deal(
    public("before", "i4", POINTS, "chips", "each seat's chips before anything was paid in this deal", (SEATS,)),
)
"""Fields that the rules in this module read and write."""


@rule
def open_books(s: PotState):
    """Store every seat's chips before the first payment of the deal."""
    for seat in range(seats_of(s)):
        s.before[seat] = s.scores[seat]


@rule
def close_books(s: PotState):
    """Record how the deal changed each score, and how many chips the deal leaves in the pot."""
    for seat in range(seats_of(s)):
        s.last_score[seat] = s.scores[seat] - s.before[seat]
    s.last_carry = s.carry


@rule
def pay(s: MatchState, seat, amount):
    """Pay `amount` from a seat into the pot; a seat with fewer chips pays all it has and owes nothing."""
    paid = min(amount, s.scores[seat])
    s.scores[seat] -= paid
    s.carry += paid


@rule
def take(s: MatchState, seat, amount):
    """Move chips from the pot to a seat."""
    s.scores[seat] += amount
    s.carry -= amount


@rule
def share(s: MatchState, takers, sharers, amount):
    """Share `amount` from the pot evenly among the seats in the set `takers`, whose number is `sharers`; odd chips stay
    in the pot.
    """
    for seat in range(seats_of(s)):
        if has(takers, seat):
            take(s, seat, amount // sharers)


@rule
def odd_chips(s: MatchState, takers, amount, dealer):
    """Give `amount` odd chips from the pot to the seats in `takers`, one chip each, starting at the dealer's left."""
    seat = value_of(dealer)
    while amount > 0:
        seat = next_seat(seat, s.seats)
        if has(takers, seat):
            take(s, seat, 1)
            amount -= 1


@rule
def all_can_pay(s: MatchState, amount):
    """Return whether every seat has `amount` chips."""
    for seat in range(seats_of(s)):
        if s.scores[seat] < amount:
            return False
    return True


@rule
def share_leftover(s: MatchState):
    """Share the pot evenly among all seats at the end of a match; odd chips are lost."""
    share(s, bit(seats_of(s)) - bit(0), seats_of(s), value_of(s.carry))
    s.carry = 0


@rule
def end_with_most_chips(s: MatchState):
    """End the match: share the leftover pot, and let the seats with the most chips win."""
    share_leftover(s)
    s.winners = leaders(s)
