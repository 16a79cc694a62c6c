"""The rules of Goofspiel. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.goofspiel.rules.record import BID, DEAL, MOST_CARDS, NO_CARD, PRIZE

from saleroom.kernel import choices
from saleroom.kernel.bits import NONE, below, bit, count, has, nth, seats_of, without
from saleroom.kernel.chance import MATCH, draw, fresh_chance, roll_below, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on, leaders
from saleroom.kernel.fields import NO_SEAT

if TYPE_CHECKING:
    from saleroom.games.goofspiel.rules.state import State


@rule
def chance(s: State):
    """Draw the first dealer (1.1), and shuffle the prizes of the deal (1.3)."""
    if s.phase != DEAL:
        return
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    for prize in range(s.cards):
        s.deck[prize] = prize
    shuffle(s, s.deck, s.cards, s.cards, s.deal, 0)


@rule
def table(s: State):
    """Turn up a prize (1.3), and let every player bid (2.1)."""
    if s.phase == DEAL:
        hand_out(s)
    place = 0
    while s.on_sale[place] != NO_CARD:
        place += 1
    s.prize = s.deck[count(s.turned)]
    s.on_sale[place] = s.prize
    s.turned |= bit(s.prize)
    s.phase = BID
    s.acting = below(seats_of(s))


@rule
def hand_out(s: State):
    """Give each seat the same cards (1.2)."""
    s.turned = NONE
    for place in range(MOST_CARDS):
        s.on_sale[place] = NO_CARD
    for seat in range(seats_of(s)):
        s.hand[seat] = below(s.cards)
        s.spent[seat] = NONE
        s.opened[seat] = NO_CARD
        s.laid[seat] = NO_CARD
        s.won[seat] = 0


@rule
def legal(s: State, seat):
    """Return the legal actions: any card of the hand (2.1). Action n lays the card with the number n + 1."""
    return choices.from_word(s.hand[seat])


@rule
def act(s: State, seat, action):
    """Lay a card. When all seats have laid a card, the cards are opened (2.1)."""
    s.laid[seat] = action
    s.hand[seat] = without(s.hand[seat], bit(action))
    s.acting = without(s.acting, bit(seat))
    if s.acting == NONE:
        sell(s)
        open_cards(s)
        if s.turned == below(s.cards):
            settle(s)
            go_on(s)
        else:
            s.phase = PRIZE


@rule
def high_bidder(s: State):
    """Return the only seat that laid the highest card, or none if several seats laid it (2.2, 2.3)."""
    best, bidder = NO_CARD, NO_SEAT
    for seat in range(seats_of(s)):
        if s.laid[seat] > best:
            best, bidder = s.laid[seat], seat
        elif s.laid[seat] == best:
            bidder = NO_SEAT
    return bidder


@rule
def sell(s: State):
    """Give the prizes on sale to the high bidder, if there is one (2.2)."""
    bidder = high_bidder(s)
    if bidder == NO_SEAT:
        return
    for place in range(MOST_CARDS):
        if s.on_sale[place] != NO_CARD:
            s.won[bidder] += s.on_sale[place] + 1
            s.on_sale[place] = NO_CARD


@rule
def open_cards(s: State):
    """Open the cards laid, which are then out of play (2.4)."""
    s.prize = NO_CARD
    for seat in range(seats_of(s)):
        s.opened[seat] = s.laid[seat]
        s.spent[seat] |= bit(s.laid[seat])
        s.laid[seat] = NO_CARD


@rule
def settle(s: State):
    """Score the prizes that each seat has won (2.5). After the last deal, the match is over (3.1)."""
    for seat in range(seats_of(s)):
        s.last_score[seat] = s.won[seat]
        s.scores[seat] += s.won[seat]
    if s.deal == s.deals:
        s.winners = leaders(s)


@rule
def imagine(s: State, seat, rng):
    """Draw an order of the prizes to come, and for each sealed card any card that its seat has not laid openly."""
    fresh_chance(s, rng)
    imagine_prizes(s, rng)
    for other in range(seats_of(s)):
        if other != seat and s.phase != DEAL:
            s.hand[other] = without(below(s.cards), s.spent[other])
            s.laid[other] = NO_CARD
            if s.phase == BID and not has(s.acting, other):
                s.laid[other] = nth(s.hand[other], roll_below(rng, count(s.hand[other])))
                s.hand[other] = without(s.hand[other], bit(s.laid[other]))


@rule
def imagine_prizes(s: State, rng):
    """Put the prizes already turned up first in the deck, in any order. The remaining prizes follow in random order."""
    place = 0
    for prize in range(s.cards):
        if has(s.turned, prize):
            s.deck[place] = prize
            place += 1
    rest = without(below(s.cards), s.turned)
    while rest != NONE:
        s.deck[place] = nth(rest, roll_below(rng, count(rest)))
        rest = without(rest, bit(s.deck[place]))
        place += 1


RULES = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
