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

# Action ids are, in this order: the subsets of the sorted hand to discard, the subsets of the sorted flop to keep (the
# empty subset is never legal), and the calls in an auction. A subset is a bit set of positions.
DISCARDS = 0
KEEPS = DISCARDS + 2**HAND
PASS = KEEPS + 2**FLOP_CARDS
RAISE = PASS + 1
TAKE_IT = PASS + 2
REFUSE = PASS + 3
ACTIONS = PASS + 4

PRICES = (0, 1, 3, 6, 10, 15)


def _subsets(base: int, places: int, smallest: int, largest: int) -> int:
    """Return the ids of all subsets of `places` positions that have `smallest` to `largest` members.

    The result is a bit set of ids; the ids of the subsets begin at `base`.
    """
    return sum(1 << base + subset for subset in range(2**places) if smallest <= subset.bit_count() <= largest)


_AFFORDED = [max(size for size in range(HAND + 1) if PRICES[size] <= chips) for chips in range(PRICES[-1] + 1)]
DISCARDS_FOR = np.array([_subsets(DISCARDS, HAND, 0, most) for most in _AFFORDED], np.uint64)
"""2.2: for each number of chips, the discards that a seat can pay for. The last entry also applies to more chips."""
KEEPS_FOR = np.array([_subsets(KEEPS, FLOP_CARDS, 1, most) for most in range(FLOP_CARDS + 1)], np.uint64)
"""5.1: for each number of missing cards, the legal keeps. The last entry is for three or more missing cards."""


# The table's actions


@rule
def stock_is_short(s: State):
    """3.3: return whether the stock has too few cards for a whole flop."""
    return s.stock < FLOP_CARDS


@rule
def chance(s: State):
    """1.2, 1.3, 3.3: draw the first dealer and shuffle the pack; if the stock is short, add the shuffled discards."""
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
    """Deal or turn a flop, depending on the phase."""
    if s.phase == DEAL:
        deal(s)
    else:
        turn_flop(s)


@rule
def deal(s: State):
    """1.1, 1.3, 1.4, 2.1: collect the antes and deal five cards to each player. First Voice is first to discard."""
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
    """Return the cards in the deck from index `start` up to, not including, `end`."""
    cards = NONE
    for place in range(start, end):
        cards |= bit(s.deck[place])
    return cards


@rule
def reshuffle(s: State):
    """3.3: record that the discards have been added behind the last cards of the stock."""
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
    """3.2, 3.3: turn three cards. The remaining cards of the old stock come first."""
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
    """Return the cards of the sorted set `cards` at the positions `places`, which is a bit set."""
    members = NONE
    while places != NONE:
        members |= bit(nth(cards, first(places)))
        places &= places - ONE
    return members


@rule
def discard(s: State, seat, places):
    """2.1, 2.2, 2.3: pay for the discards and lay them face down. The dealer discards last."""
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
    """3.1, 6.1: let the table turn a flop if any seat is short of cards; otherwise settle the deal."""
    if s.short == NONE:
        settle(s)
        go_on(s)
    else:
        s.phase = FLOP
        s.acting = NONE


# The auction of the flop


@rule
def next_short(s: State, seat):
    """Return the first seat to the left of `seat` that is short of cards; the last candidate is `seat` itself."""
    beyond = without(s.short, below(seat + 1))
    return first(beyond) if beyond != NONE else first(s.short)


@rule
def first_short(s: State):
    """4.1: return First Voice if that seat is short of cards, else the first such seat to its left."""
    beyond = without(s.short, below(s.voice))
    return first(beyond) if beyond != NONE else first(s.short)


@rule
def open_bidding(s: State):
    """4.1, 4.6: open the auction among the seats that are short of cards.

    A single such seat takes the flop for nothing.
    """
    seat = first_short(s)
    open_auction(s, seat)
    s.phase = BID if count(s.short) > 1 else KEEP


@rule
def bid(s: State, seat, action):
    """4.2, 4.3, 4.4, 4.5: bid one chip more, or pass.

    The auction ends when all other seats that are short of cards have passed.
    """
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
    """4.7, 4.8, 4.9: take the flop for nothing, or pay to refuse it.

    A refusal raises the fee by one chip for the next seat that is short of cards.
    """
    if action == TAKE_IT:
        s.phase = KEEP
        return
    pay(s, seat, s.fee)
    s.fee += 1
    s.acting = bit(next_short(s, seat))


@rule
def keep(s: State, seat, places):
    """5.1, 5.2, 5.3, 4.10: keep some cards of the flop and discard the others; First Voice can move to the next
    seat.
    """
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
    """Return the legal actions of a seat that is to act."""
    if s.phase == BID:
        can_raise = s.scores[seat] >= least_bid(s, 1)
        return choices.from_word(bit(PASS) | (bit(RAISE) if can_raise else NONE))
    if s.phase == KEEP:
        return choices.from_word(KEEPS_FOR[min(HAND - s.cards[seat], FLOP_CARDS)])
    if s.phase == DISCARD:
        return choices.from_word(DISCARDS_FOR[min(s.scores[seat], PRICES[-1])])
    can_refuse = s.scores[seat] >= s.fee
    return choices.from_word(bit(TAKE_IT) | (bit(REFUSE) if can_refuse else NONE))


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
