"""The showdown of Auction Flop Poker. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import NONE, bit, count, seats_of, value_of
from saleroom.kernel.compile import rule
from saleroom.kernel.poker import strength
from saleroom.kernel.pots import all_can_pay, close_books, end_with_most_chips, odd_chips, share

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State


@rule
def show_hands(s: State):
    """6.1, 6.2: show all hands. A hand's place is one more than the number of better hands."""
    for seat in range(seats_of(s)):
        s.shown[seat] = s.hand[seat]
        s.strength[seat] = strength(s.hand[seat])
    for seat in range(seats_of(s)):
        place = 1
        for other in range(seats_of(s)):
            if s.strength[other] > s.strength[seat]:
                place += 1
        s.place[seat] = place


@rule
def prize_of(s: State, pot, place):
    """6.3: return the prize for a place that only one hand takes."""
    second, third = 3 * pot // 10, (pot // 10 if s.seats > 2 else 0)
    if place == 1:
        return pot - second - third
    if place == 2:
        return second
    return third if place == 3 else 0


@rule
def at_place(s: State, place):
    """Return the seats that share a place, as a seat set."""
    seats = NONE
    for seat in range(seats_of(s)):
        if s.place[seat] == place:
            seats |= bit(seat)
    return seats


@rule
def pay_prizes(s: State):
    """6.3, 6.4, 6.5: pay the prizes.

    Tied hands share the prizes of their places; odd chips go to the seats nearest the dealer's left.
    """
    pot = value_of(s.carry)
    place = 1
    while place <= s.seats:
        tied = at_place(s, place)
        sharers = count(tied)
        amount = 0
        for covered in range(place, place + sharers):
            amount += prize_of(s, pot, covered)
        share(s, tied, sharers, amount)
        odd_chips(s, tied, amount % sharers, s.dealer)
        place += sharers


@rule
def clear_table(s: State):
    """Remove all cards from the table. The fields that describe the last showdown keep their values."""
    for seat in range(seats_of(s)):
        s.hand[seat] = NONE
        s.thrown[seat] = NONE
        s.cards[seat] = 0
        s.discarded[seat] = 0
        for keep in range(s.keeps[seat]):
            s.keep_size[seat, keep] = 0
            s.keep_may[seat, keep] = NONE
        s.keeps[seat] = 0
    s.turned, s.seen, s.undealt, s.mixed, s.pile = NONE, NONE, NONE, NONE, NONE
    s.top, s.stock, s.reshuffles, s.fee, s.mixed_old = 0, 0, 0, 0, 0


@rule
def settle(s: State):
    """6.6, 7.1, 7.2, 7.3: pay the prizes. End the match after its last deal or if a seat cannot pay the ante."""
    show_hands(s)
    for seat in range(seats_of(s)):
        s.prize[seat] = s.scores[seat]
    pay_prizes(s)
    for seat in range(seats_of(s)):
        s.prize[seat] = s.scores[seat] - s.prize[seat]
    close_books(s)
    clear_table(s)
    if s.deal == s.deals or not all_can_pay(s, s.ante):
        end_with_most_chips(s)
