"""The rules of Mini Flop Poker. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_flop.rules.record import BID, FLOP, MOST_BID
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, all_silent, least_bid, open_auction, speak
from saleroom.kernel.bits import NONE, bit, count, next_seat, seats_of, value_of, without
from saleroom.kernel.chance import fresh_chance
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.holdings import take_some
from saleroom.kernel.poker import strength
from saleroom.kernel.pots import all_can_pay, close_books, end_with_most_chips, odd_chips, open_books, pay, share
from saleroom.kernel.small_games import DEAL, shuffle_small_pack, small_pack
from saleroom.kernel.tricks import advance_turn

if TYPE_CHECKING:
    from saleroom.games.mini_flop.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: pass is 0, and a bid's id is the bid.
PASS = 0
ACTIONS = MOST_BID + 1


@rule
def chance(s: State):
    """1.1, 1.2: draw the first dealer and shuffle. The flop follows the hands in the deck."""
    if s.phase == DEAL:
        shuffle_small_pack(s, s.dealt * s.seats + 1)


@rule
def table(s: State):
    """1.2: deal or turn the flop, depending on the phase."""
    if s.phase == DEAL:
        deal(s)
    else:
        turn_flop(s)


@rule
def deal(s: State):
    """1.2, 1.3: collect the antes and deal a hand to each seat."""
    open_books(s)
    for seat in range(seats_of(s)):
        pay(s, seat, s.ante)
        hand = NONE
        for place in range(s.dealt * seat, s.dealt * (seat + 1)):
            hand |= bit(s.deck[place])
        s.hand[seat] = hand
    s.phase = FLOP


@rule
def turn_flop(s: State):
    """1.2, 2.1: turn the one card of the flop face up; eldest hand calls first."""
    s.flop = bit(s.deck[s.dealt * s.seats])
    s.phase = BID
    open_auction(s, next_seat(s.dealer, s.seats))


@rule
def legal(s: State, seat):
    """2.1: return the legal actions: pass, or bid one chip more."""
    bid = least_bid(s, 1)
    return choices.from_word(bit(PASS) | (bit(bid) if bid <= min(s.highest, s.scores[seat]) else NONE))


@rule
def act(s: State, seat, action):
    """2.2, 2.3, 2.4: pass or bid. When all other seats have passed, the last bidder pays for the flop."""
    speak(s, seat, NO_BID if action == PASS else action)
    if not all_silent(s, s.seats):
        advance_turn(s, seat)
        return
    if s.bid != NO_BID:
        pay(s, s.bidder, s.bid)
        s.hand[s.bidder] |= s.flop
    settle(s)
    go_on(s)


@rule
def best_hands(s: State):
    """3.1: return the seats with the best hands, as a seat set."""
    best, seats = -1, NONE
    for seat in range(seats_of(s)):
        worth = strength(s.hand[seat])
        if worth > best:
            best, seats = worth, bit(seat)
        elif worth == best:
            seats |= bit(seat)
    return seats


@rule
def settle(s: State):
    """3.1, 3.2, 4.1, 4.2: show the hands and pay out the pot; end the match if the rules say so."""
    best, pot = best_hands(s), value_of(s.carry)
    share(s, best, count(best), pot)
    odd_chips(s, best, pot % count(best), s.dealer)
    close_books(s)
    for seat in range(seats_of(s)):
        s.shown[seat] = s.hand[seat]
        s.hand[seat] = NONE
    s.flop = NONE
    if s.deal == s.deals or not all_can_pay(s, s.ante):
        end_with_most_chips(s)


@rule
def unseen_cards(s: State, seat):
    """Return the cards that `seat` has not seen in this deal."""
    return without(small_pack(s), s.hand[seat] | s.flop)


@rule
def imagine(s: State, seat, rng):
    """Deal random unseen cards to the other hands; the remaining unseen cards are out of play."""
    fresh_chance(s, rng)
    if s.phase == DEAL:
        return
    unseen = unseen_cards(s, seat)
    for other in range(seats_of(s)):
        if other != seat:
            s.hand[other] = take_some(unseen, s.dealt, rng)
            unseen = without(unseen, s.hand[other])


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
