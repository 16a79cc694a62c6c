"""The settlement of Auction Hearts. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.hearts.rules.record import (
    ALL_PAIN,
    HAND,
    MOON,
    MOON_MATCH,
    MOON_OFF,
    MOON_POT,
    NO_SUIT,
    NONE_CLEAR,
    ONE_CLEAR,
    REDEALT,
    TWO_CLEAR,
)
from saleroom.kernel.auctions import NO_BID
from saleroom.kernel.bits import NONE, bit, count, seats_of, value_of
from saleroom.kernel.cards import suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.pots import all_can_pay, close_books, end_with_most_chips, pay, share, share_leftover, take

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State


@rule
def pay_for_pain(s: State):
    """1.1, 4.1: let each seat pay one chip into the pot for each pain card that it took.

    A seat that has fewer chips pays all of them.
    """
    for seat in range(seats_of(s)):
        taken = count(s.taken[seat] & suit_set(s.pain))
        s.last_taken[seat] = taken
        pay(s, seat, taken)


@rule
def clear_seats(s: State):
    """Return the seats that took no pain card."""
    clear = NONE
    for seat in range(seats_of(s)):
        if s.last_taken[seat] == 0:
            clear |= bit(seat)
    return clear


@rule
def moon_shooter(s: State):
    """4.5: return the seat that took all thirteen tricks, if the option `moon` rewards it; otherwise `NO_SEAT`."""
    if s.moon != MOON_OFF:
        for seat in range(seats_of(s)):
            if s.tricks_won[seat] == HAND:
                return seat
    return NO_SEAT


@rule
def award(s: State, shooter):
    """4.2, 4.3, 4.4, 4.5: award the pot, if a seat has won it; return how the deal ended."""
    if shooter != NO_SEAT:
        if s.moon == MOON_POT:
            take(s, shooter, value_of(s.carry))
        return MOON
    clear = clear_seats(s)
    takers = count(clear)
    if takers == 1 or takers == 2:
        share(s, clear, takers, value_of(s.carry))
        return ONE_CLEAR if takers == 1 else TWO_CLEAR
    return ALL_PAIN if takers == 3 else NONE_CLEAR


@rule
def settle(s: State):
    """Collect payments for pain and award the pot.

    When the match ends, its pot is shared (5.3) and the seat with the most chips wins (5.4).
    """
    pay_for_pain(s)
    shooter = moon_shooter(s)
    s.last_pain = s.pain
    s.last_ending = award(s, shooter)
    stays = s.last_ending == NONE_CLEAR or s.last_ending == ALL_PAIN
    s.stayed = 1 if stays and s.bid != NO_BID else 0  # articles 2.4, 2.5
    close_books(s)
    if shooter != NO_SEAT and s.moon == MOON_MATCH:
        share_leftover(s)
        s.winners = bit(shooter)
    elif not all_can_pay(s, 1) or s.deal == s.deals:  # articles 5.1, 5.2
        end_with_most_chips(s)


@rule
def settle_unplayed(s: State):
    """2.3: settle a deal that all seats passed. Such a deal counts like any other. An odd chip stays in the pot."""
    for seat in range(seats_of(s)):
        s.last_taken[seat] = 0
    s.last_pain = NO_SUIT
    s.last_ending = REDEALT
    close_books(s)
    if s.deal == s.deals:
        end_with_most_chips(s)
