"""Public knowledge about the hidden cards in Auction House, and imagined worlds that fit this knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.house.rules.record import COURTS, DEAL, HAND, LAY, PLAIN
from saleroom.kernel.bits import NONE, bit, count, first, has, nth, seats_of, without
from saleroom.kernel.chance import fresh_chance, roll_below
from saleroom.kernel.compile import allocating_rule, rule
from saleroom.kernel.holdings import allot
from saleroom.kernel.tricks import NO_CARD, all_played, cards_left

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State


@rule
def hand_size(s: State, seat):
    """Return how many cards a seat holds, computed from public fields."""
    return cards_left(s, seat, HAND) - (1 if has(s.aside, seat) else 0)


@rule
def unseen_cards(s: State, seat):
    """Return the plain cards that `seat` has not seen."""
    seen = all_played(s) | s.hand[seat]
    if has(s.aside, seat):
        seen |= bit(s.kitty[seat])
    return without(PLAIN, seen)


@rule
def kitty_may(s: State, seat):
    """Return the cards that a seat can have put aside.

    Cards that other seats are known to have from the auction are excluded. A card that the seat got in the auction, has
    not played and no longer holds was certainly put aside.
    """
    stuck = without(s.known[seat], s.may[seat] | s.played[seat])
    if stuck != NONE:
        return stuck
    others = NONE
    for other in range(seats_of(s)):
        if other != seat:
            others |= s.known[other]
    return without(PLAIN, others)


@rule
def imagine(s: State, seat, rng):
    """Complete the view of `seat` to a full state, with random hidden cards."""
    fresh_chance(s, rng)
    imagine_courts(s, rng)
    if s.phase != DEAL:
        imagine_cards(s, seat, rng)


@rule
def imagine_courts(s: State, rng):
    """Set the court cards: first the cards turned so far, then the other court cards in random order."""
    place = 0
    gone = s.turned
    while gone != NONE:
        s.courts[place] = first(gone)
        gone = without(gone, bit(first(gone)))
        place += 1
    shuffle_courts(s, rng)


@rule
def shuffle_courts(s: State, rng):
    """Shuffle the court cards that have not been turned."""
    place = count(s.turned)
    rest = without(COURTS, s.turned)
    while rest != NONE:
        card = nth(rest, roll_below(rng, count(rest)))
        s.courts[place] = card
        rest = without(rest, bit(card))
        place += 1


@allocating_rule
def imagine_cards(s: State, seat, rng):
    """Give every unseen card to the hand or kitty of another seat.

    A card that is laid but still sealed also stays in its seat's hand.
    """
    seats = seats_of(s)
    rest = np.zeros(2, np.uint64)
    may = np.zeros((2 * seats, 2), np.uint64)
    out = np.zeros((2 * seats, 2), np.uint64)
    need = np.zeros(2 * seats, np.int64)
    rest[0] = unseen_cards(s, seat)
    for other in range(seats):
        if other != seat:
            may[other, 0] = s.may[other]
            need[other] = hand_size(s, other)
            if has(s.aside, other):
                may[seats + other, 0] = kitty_may(s, other)
                need[seats + other] = 1
    allot(rest, may, need, out, 2 * seats, rng)
    for other in range(seats):
        if other != seat:
            s.hand[other] = out[other, 0]
            s.kitty[other] = first(out[seats + other, 0]) if has(s.aside, other) else NO_CARD
            s.laid[other] = imagined_lay(s, other, rng)


@rule
def imagined_lay(s: State, seat, rng):
    """Return a random card of the seat's hand if the card that it has laid is still sealed; otherwise return
    `NO_CARD`.
    """
    if s.phase != LAY or has(s.acting, seat) or seat == s.starter:
        return NO_CARD
    return nth(s.hand[seat], roll_below(rng, count(s.hand[seat])))
