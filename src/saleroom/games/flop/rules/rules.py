"""The rules of Auction Flop Poker. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.flop.rules.record import BID, DEAL, DISCARD, FLOP, FLOP_CARDS, HAND, KEEP, ROTATES, TAKE
from saleroom.games.flop.rules.scoring import settle
from saleroom.games.flop.rules.worlds import imagine, note_flop, note_keep
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, all_silent, least_bid, open_auction, speak
from saleroom.kernel.bits import NONE, ONE, below, bit, count, first, next_seat, nth, seats_of, value_of, without, word
from saleroom.kernel.cards import PACK
from saleroom.kernel.chance import MATCH, draw, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.pots import open_books, pay

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: a set of positions in the sorted hand to discard, a set of positions in the sorted flop to keep (0, which
# would keep nothing, is never legal), then the calls of an auction.
DISCARDS = 0
KEEPS = DISCARDS + 2**HAND
PASS = KEEPS + 2**FLOP_CARDS
RAISE = PASS + 1
TAKE_IT = PASS + 2
REFUSE = PASS + 3
ACTIONS = PASS + 4

PRICES = (0, 1, 3, 6, 10, 15)


def _subsets(base: int, places: int, smallest: int, largest: int) -> int:
    """Return the ids, from `base`, of the sets of `least` to `most` of `places` places."""
    return sum(1 << base + subset for subset in range(2**places) if smallest <= subset.bit_count() <= largest)


_AFFORDED = [max(size for size in range(HAND + 1) if PRICES[size] <= chips) for chips in range(PRICES[-1] + 1)]
DISCARDS_FOR = np.array([_subsets(DISCARDS, HAND, 0, most) for most in _AFFORDED], np.uint64)
"""2.2: the discards that a seat can pay, by its chips; the last entry is for more chips."""
KEEPS_FOR = np.array([_subsets(KEEPS, FLOP_CARDS, 1, most) for most in range(FLOP_CARDS + 1)], np.uint64)
"""5.1: the legal keeps, by the number of cards that a seat misses; the last entry is for three or more."""


# The table's actions


@rule
def stock_is_short(s: State):
    """3.3: whether the stock cannot make a whole flop."""
    return s.stock < FLOP_CARDS


@rule
def chance(s: State):
    """1.2, 1.3, 3.3: draw the first dealer and shuffle; later shuffle the discards behind what is left of the stock."""
    if s.phase == DEAL:
        if s.deal == 1:
            s.dealer = draw(s, s.seats, MATCH, 0)
        for card in range(PACK):
            s.deck[card] = card
        shuffle(s, s.deck, PACK, PACK, s.deal, 0)
    elif stock_is_short(s):
        discards, size = s.pile, count(s.pile)
        behind = s.deck[s.top + s.stock :]
        for place in range(size):
            behind[place] = first(discards)
            discards &= discards - ONE
        shuffle(s, behind, size, size, s.deal, s.reshuffles + 1)


@rule
def table(s: State):
    """Deal, or turn a flop."""
    if s.phase == DEAL:
        deal(s)
    else:
        turn_flop(s)


@rule
def deal(s: State):
    """1.1, 1.3, 1.4, 2.1: every player pays the ante and gets five cards; First Voice discards first."""
    open_books(s)
    for seat in range(seats_of(s)):
        pay(s, seat, s.ante)
        hand = NONE
        for place in range(HAND * seat, HAND * (seat + 1)):
            hand |= bit(s.deck[place])
        s.hand[seat] = hand
        s.cards[seat] = HAND
    s.top = HAND * s.seats
    s.stock = PACK - s.top
    s.voice = next_seat(s.dealer, s.seats)
    s.phase = DISCARD
    s.acting = bit(s.voice)


@rule
def cards_at(s: State, start, end):
    """Return the cards in some places of the deck."""
    cards = NONE
    for place in range(start, end):
        cards |= bit(s.deck[place])
    return cards


@rule
def reshuffle(s: State):
    """3.3: the discards have become the new stock, behind the last cards of the old stock."""
    s.stock += count(s.pile)
    s.pile = NONE
    s.turned = NONE
    s.reshuffles += 1


@rule
def bring_to_front(s: State):
    """Move a short stock to the front of the deck, so that the discards fit behind it."""
    for place in range(s.stock):
        s.deck[place] = s.deck[s.top + place]
    s.top = 0


@rule
def turn_flop(s: State):
    """3.2, 3.3: three cards; those of the old stock come first."""
    old = min(value_of(s.stock), FLOP_CARDS) if s.reshuffles == 0 else 0
    if stock_is_short(s):
        reshuffle(s)
    s.flop = cards_at(s, s.top, s.top + FLOP_CARDS)
    s.top += FLOP_CARDS
    s.stock -= FLOP_CARDS
    note_flop(s, s.flop, old)
    if stock_is_short(s):
        bring_to_front(s)
    open_bidding(s)


# Discarding


@rule
def chosen(cards, places):
    """Return the members of `cards` at these places, counted from the lowest."""
    members = NONE
    while places != NONE:
        members |= bit(nth(cards, first(places)))
        places &= places - ONE
    return members


@rule
def discard(s: State, seat, places):
    """2.1, 2.2, 2.3: pay for the discards and lay them face down; the dealer is the last to speak."""
    cards = chosen(s.hand[seat], word(places))
    size = count(cards)
    pay(s, seat, size * (size + 1) // 2)
    s.hand[seat] = without(s.hand[seat], cards)
    s.thrown[seat] = cards
    s.pile |= cards
    s.discarded[seat] = size
    s.cards[seat] = HAND - size
    if size > 0:
        s.short |= bit(seat)
    if seat == s.dealer:
        next_flop(s)
    else:
        s.acting = bit(next_seat(seat, s.seats))


@rule
def next_flop(s: State):
    """3.1, 6.1: the table turns a flop while anyone is short; then hands are shown."""
    if s.short == NONE:
        settle(s)
        go_on(s)
    else:
        s.phase = FLOP
        s.acting = NONE


# The auction of the flop


@rule
def next_short(s: State, seat):
    """Return the first short seat to the left of `seat`; itself last."""
    beyond = without(s.short, below(seat + 1))
    return first(beyond) if beyond != NONE else first(s.short)


@rule
def first_short(s: State):
    """4.1: First Voice, or the first short seat to its left."""
    beyond = without(s.short, below(s.voice))
    return first(beyond) if beyond != NONE else first(s.short)


@rule
def open_bidding(s: State):
    """4.1, 4.6: the short seats bid; a sole one takes the flop free."""
    seat = first_short(s)
    open_auction(s, seat)
    s.phase = BID if count(s.short) > 1 else KEEP


@rule
def bid(s: State, seat, action):
    """4.2, 4.3, 4.4, 4.5: bid one more or pass, until all others who are short have passed."""
    speak(s, seat, NO_BID if action == PASS else least_bid(s, 1))
    if not all_silent(s, count(s.short)):
        s.acting = bit(next_short(s, seat))
    elif s.bid == NO_BID:
        s.phase = TAKE
        s.fee = 1
        s.acting = bit(first_short(s))
    else:
        pay(s, s.bidder, s.bid)
        s.phase = KEEP
        s.acting = bit(s.bidder)


@rule
def take_or_refuse(s: State, seat, action):
    """4.7, 4.8, 4.9: take the flop free, or pay to leave it to the next short seat, whose fee is one higher."""
    if action == TAKE_IT:
        s.phase = KEEP
        return
    pay(s, seat, s.fee)
    s.fee += 1
    s.acting = bit(next_short(s, seat))


@rule
def keep(s: State, seat, places):
    """5.1, 5.2, 5.3, 4.10: add some of the flop to the hand and discard the rest; First Voice may move."""
    cards = chosen(s.flop, word(places))
    size = count(cards)
    note_keep(s, seat, size)
    s.hand[seat] |= cards
    s.pile |= without(s.flop, cards)
    s.flop = NONE
    s.cards[seat] += size
    if s.cards[seat] == HAND:
        s.short = without(s.short, bit(seat))
    if s.first_voice == ROTATES:
        s.voice = next_seat(s.voice, s.seats)
    next_flop(s)


@rule
def legal(s: State, seat):
    """Return the choices of a seat that may act."""
    if s.phase == BID:
        can_raise = s.scores[seat] >= least_bid(s, 1)
        return choices.only(bit(PASS) | (bit(RAISE) if can_raise else NONE))
    if s.phase == KEEP:
        return choices.only(KEEPS_FOR[min(HAND - s.cards[seat], FLOP_CARDS)])
    if s.phase == DISCARD:
        return choices.only(DISCARDS_FOR[min(s.scores[seat], PRICES[-1])])
    can_refuse = s.scores[seat] >= s.fee
    return choices.only(bit(TAKE_IT) | (bit(REFUSE) if can_refuse else NONE))


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == BID:
        bid(s, seat, action)
    elif s.phase == KEEP:
        keep(s, seat, action - KEEPS)
    elif s.phase == DISCARD:
        discard(s, seat, action - DISCARDS)
    else:
        take_or_refuse(s, seat, action)


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
