"""The rules of Auction Blind. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.blind.rules.record import BID, MOST_BID

from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, laps_done, least_bid, open_auction, speak
from saleroom.kernel.bits import below, bit, count, first, next_seat, nth, seats_of, without
from saleroom.kernel.cards import PACK, rank_of
from saleroom.kernel.chance import MATCH, draw, fresh_chance, roll_below, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on, leaders

if TYPE_CHECKING:
    from saleroom.games.blind.rules.state import State

PASS = 0  # any other action n is a bid of n
ACTIONS = MOST_BID + 1


@rule
def chance(s: State):
    """Draw the first dealer (1.1), then shuffle (1.2)."""
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    for card in range(PACK):
        s.deck[card] = card
    shuffle(s, s.deck, PACK, s.seats, s.deal, 0)


@rule
def table(s: State):
    """Deal a card to each seat (1.2). The seat left of the dealer bids or passes first (2.1)."""
    for seat in range(seats_of(s)):
        s.hand[seat] = bit(s.deck[seat])
    s.phase = BID
    open_auction(s, next_seat(s.dealer, s.seats))


@rule
def legal(s: State, seat):
    """Return the legal actions: a pass, or a bid above the standing bid (2.1)."""
    return choices.from_word(bit(PASS) | without(below(ACTIONS), below(least_bid(s, 1))))


@rule
def act(s: State, seat, action):
    """Carry out a bid or a pass. Each seat bids or passes once (2.1)."""
    speak(s, seat, NO_BID if action == PASS else action)
    s.acting = bit(next_seat(seat, s.seats))
    if laps_done(s, 1):
        settle(s)
        go_on(s)


@rule
def settle(s: State):
    """Give the high bidder the value of all cards minus the bid (2.2). The match ends after its last deal (3.1)."""
    worth = 0
    for seat in range(seats_of(s)):
        worth += rank_of(first(s.hand[seat])) + 2
        s.last_score[seat] = 0
    if s.bid != NO_BID:
        s.last_score[s.bidder] = worth - s.bid
        s.scores[s.bidder] += worth - s.bid
    if s.deal == s.deals:
        s.winners = leaders(s)


@rule
def imagine(s: State, seat, rng):
    """Deal random unseen cards to the other hands."""
    fresh_chance(s, rng)
    rest = without(below(PACK), s.hand[seat])
    for other in range(seats_of(s)):
        if other != seat and s.phase == BID:
            s.hand[other] = bit(nth(rest, roll_below(rng, count(rest))))
            rest = without(rest, s.hand[other])


RULES = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
