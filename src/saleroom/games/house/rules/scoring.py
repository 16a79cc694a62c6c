"""The scoring of Auction House. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import NONE, seats_of, value_of
from saleroom.kernel.cards import rank_of
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import leaders
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import NO_CARD, low_ace

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State


@rule
def card_points(card):
    """7.2: return the points of a plain card: its number, or 1 for an ace."""
    return rank_of(low_ace(card)) + 1


@rule
def is_last_round(s: State):
    """1.4: return whether this is the last round, which has no trump."""
    return s.deal == s.rounds


@rule
def most_tricks(s: State):
    """7.1: return the seat with the most tricks, or `NO_SEAT` if several seats tie."""
    maximum, winner = -1, NO_SEAT
    for seat in range(seats_of(s)):
        if s.tricks_won[seat] > maximum:
            maximum, winner = value_of(s.tricks_won[seat]), seat
        elif s.tricks_won[seat] == maximum:
            winner = NO_SEAT
    return winner


@rule
def open_kitty(s: State):
    """4.3: reveal the kitty and return its points."""
    worth = 0
    for seat in range(seats_of(s)):
        worth += card_points(s.kitty[seat])
        s.last_kitty[seat] = s.kitty[seat]
        s.kitty[seat] = NO_CARD
    s.aside = NONE
    return worth


@rule
def settle(s: State):
    """7.1, 7.2, 7.3, 7.4, 7.5: score the kitty or carry it over. After the last round, the seat with the most points
    wins.
    """
    worth = s.carry + open_kitty(s)
    winner = most_tricks(s)
    for seat in range(seats_of(s)):
        s.last_tricks[seat] = s.tricks_won[seat]
        s.last_score[seat] = worth if seat == winner else 0
        s.scores[seat] += s.last_score[seat]
    s.carry = worth if winner == NO_SEAT and not is_last_round(s) else 0
    s.last_carry = s.carry
    if is_last_round(s):
        s.winners = leaders(s)
