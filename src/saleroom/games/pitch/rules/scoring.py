"""The scoring of Auction Pitch. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.pitch.rules.record import DEALT, NOBODY
from saleroom.kernel.bits import NONE, bit, first, has, last, seats_of, value_of
from saleroom.kernel.cards import JACK, card_points
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import leaders
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import in_trump, seat_with_card

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State


@rule
def high_scorer(s: State, trumps):
    """5.1: return the seat that was dealt the highest trump.

    All dealt cards have been played, so that seat is the one that played the highest trump.
    """
    return seat_with_card(s.played, seats_of(s), last(trumps))


@rule
def low_scorer(s: State, trumps):
    """5.2: return the seat that scores Low.

    That seat was dealt or took the lowest trump, depending on the option `low`.
    """
    if s.low == DEALT:
        return seat_with_card(s.played, seats_of(s), first(trumps))
    return seat_with_card(s.taken, seats_of(s), first(trumps))


@rule
def jack_scorer(s: State, trumps):
    """5.3: return the seat that took the jack of trump, or `NO_SEAT` if the jack was not dealt."""
    jack = 13 * np.int64(s.trump) + JACK
    return seat_with_card(s.taken, seats_of(s), jack) if has(trumps, jack) else NO_SEAT


@rule
def cards_scorer(s: State):
    """5.4, 5.5: return the seat with the most card points.

    If only the pitcher and one other seat tie, the option `cards_tie` decides.
    """
    maximum, winner, tied = -1, NO_SEAT, 0
    for seat in range(seats_of(s)):
        points = card_points(s.taken[seat])
        if points > maximum:
            maximum, winner, tied = points, seat, 1
        elif points == maximum:
            tied += 1
    if tied == 1:
        return winner
    pitcher_ties = card_points(s.taken[s.bidder]) == maximum
    if s.cards_tie == NOBODY or tied > 2 or not pitcher_ties:
        return NO_SEAT
    for seat in range(seats_of(s)):
        if seat != s.bidder and card_points(s.taken[seat]) == maximum:
            winner = seat
    return winner


@rule
def winner_among(s: State, there, high, low, jack):
    """7.2: return the winner among the seats at the target.

    The winner is the first of the pitcher and the scorers of High, Low, Jack and Cards that is at the target.
    """
    if has(there, s.bidder):
        return value_of(s.bidder)
    if high != NO_SEAT and has(there, high):
        return high
    if low != NO_SEAT and has(there, low):
        return low
    if jack != NO_SEAT and has(there, jack):
        return jack
    return first(there)


@rule
def points_made(s: State, seat):
    """5.1, 5.2, 5.3, 5.4: return how many points a seat has scored in the settled deal."""
    points = 0  # starts from 0 because, in interpreted code, the sum of two true NumPy comparisons is True, not 2
    for scorer in (s.last_high, s.last_low, s.last_jack, s.last_cards):
        points += seat == scorer
    return points


@rule
def revokers(s: State):
    """4.5: return the seats that revoked in a deal of which all cards have been played."""
    seats = NONE
    for seat in range(seats_of(s)):
        if s.played[seat] & s.renounced[seat] != NONE:
            seats |= bit(seat)
    return seats


@rule
def unless_revoked(scorer, revoked):
    """6.3: return the seat that scores a point: `scorer`, or `NO_SEAT` if that seat revoked."""
    return NO_SEAT if scorer == NO_SEAT or has(revoked, scorer) else scorer


@rule
def score_of_deal(s: State, seat, revoked):
    """6.1, 6.2, 6.3, 6.4: return the change of a seat's score; `revoked` are the seats that revoked."""
    if has(revoked, seat):
        return -max(np.int64(s.bid), 0)
    made = points_made(s, seat)
    return -np.int64(s.bid) if seat == s.bidder and made < s.bid and revoked == NONE else made


@rule
def settle(s: State):
    """6.1, 6.2, 6.3, 6.4, 7.1, 7.2, 7.3: score the deal; end the match if a seat has won."""
    trumps, revoked = in_trump(s), revokers(s)
    high, low = unless_revoked(high_scorer(s, trumps), revoked), unless_revoked(low_scorer(s, trumps), revoked)
    jack, cards = unless_revoked(jack_scorer(s, trumps), revoked), unless_revoked(cards_scorer(s), revoked)
    s.last_high, s.last_low, s.last_jack, s.last_cards = high, low, jack, cards
    s.last_pitcher, s.last_bid = s.bidder, s.bid
    for seat in range(seats_of(s)):
        score = score_of_deal(s, seat, revoked)
        s.last_score[seat] = score
        s.scores[seat] += score
    there = NONE
    for seat in range(seats_of(s)):
        if s.scores[seat] >= s.target:
            there |= bit(seat)
    if there != NONE:
        s.winners = bit(winner_among(s, there, high, low, jack))
    elif s.deal == s.deals:
        s.winners = leaders(s)
