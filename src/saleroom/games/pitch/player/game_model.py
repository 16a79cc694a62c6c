"""Auction Pitch: what the bids and the pitch tell of the hands, what a score is worth, and how a deal ended."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.pitch.player.heuristics import CLEARLY, SUITS, chances_of
from saleroom.games.pitch.player.heuristics import choose as house
from saleroom.games.pitch.rules.record import BID, DEALT, HIGHEST_BID, PITCH, PLAY
from saleroom.games.pitch.rules.rules import legal_cards
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, NOTHING
from saleroom.kernel.bits import NONE, below, next_seat, seats_of, value_of, without
from saleroom.kernel.cards import ACES, JACKS, KINGS, PACK, QUEENS, TENS, in_suit, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import all_played
from saleroom.toolkit.player.equal_cards import one_of_each
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import all_options, race

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

FACTS: tuple[Fact, ...] = (
    Fact("made", "share", "makes the bid in {} % of worlds", good=1),
    Fact("pitched", "share", "pitches in {} % of worlds"),
    Fact("high", "share", "scores high in {} %", good=1),
    Fact("low", "share", "scores low in {} %", good=1),
    Fact("jack", "share", "scores jack in {} %", good=1),
    Fact("cards", "share", "scores cards in {} %", good=1),
)

FLOOR = 0.15
"""How likely a real player is taken to say what the house never would."""
SLOPE = 10.0
"""How fast a bid becomes likely with the chance to make it, at the chance the house wants."""
STRAY = 2.5
"""How fast a pitch becomes unlikely by the points it promises less than the best suit; never below `FLOOR`."""

COUNTING = TENS | JACKS | QUEENS | KINGS | ACES
"""Cards that are like no other of their suit."""


@rule
def options(s: State, seat, ids):
    """All that may be said; of cards that take the same tricks and count nothing, one."""
    if s.phase == BID:
        return all_options(s, seat, ids)
    choice = house(s, seat, ids.view(np.uint64))
    alone = COUNTING
    if s.low != DEALT:
        alone = alone | (below(PACK) if s.phase == PITCH else suit_set(s.trump))
    cards = one_of_each(legal_cards(s, seat), without(all_played(s), s.trick), alone, choice)
    return choices.write(choices.only(cards), ids)


@rule
def reshuffle_stock(s: State, rng):
    """Nothing comes from a stock: what was not dealt stays out."""


# What the bids and the pitch tell


@rule
def at_least(chances):
    """The chances to make at least one, two, three and four of four points, as if each came by itself."""
    none, one, two, three, four = 1.0, 0.0, 0.0, 0.0, 0.0
    for chance in chances:
        four += chance * three
        three += chance * (two - three)
        two += chance * (one - two)
        one += chance * (none - one)
        none -= chance * none
    return one + two + three + four, two + three + four, three + four, four


@rule
def would_bid(kept):
    """How likely a hand bids what it makes with the chance `kept`."""
    return 1.0 / (1.0 + exp(-SLOPE * (kept - CLEARLY)))


@rule
def would_say(s: State, seat, standing, kept):
    """How likely a seat says what it did when `standing` stood, if it makes one to four with the chances `kept`."""
    said = value_of(s.said[seat])
    least = HIGHEST_BID if seat == s.dealer and standing == HIGHEST_BID else max(standing, 0) + 1
    if said == NO_BID:
        return 1.0 - would_bid(kept[least - 1]) if least <= HIGHEST_BID else 1.0
    likely = would_bid(kept[said - 1])
    if seat != s.dealer and said < HIGHEST_BID:
        likely *= 1.0 - would_bid(kept[said])
    return likely


@rule
def fits(s: State, seat, standing):
    """How well what a seat said, and the suit it pitched, fit the hand that it was dealt."""
    hand = s.hand[seat] | s.played[seat]
    pitched, most = 0.0, -1.0
    kept = (0.0, 0.0, 0.0, 0.0)
    for suit in range(SUITS):
        if in_suit(hand, suit) != NONE:
            chances = chances_of(s, hand, suit)
            promise = chances[0] + chances[1] + chances[2] + chances[3]
            if suit == s.trump:
                pitched = promise
            if promise > most:
                most, kept = promise, at_least(chances)
    likely = FLOOR + (1.0 - FLOOR) * would_say(s, seat, standing, kept)
    if s.phase == PLAY and seat == s.bidder:
        likely *= max(FLOOR, 1.0 - STRAY * (most - pitched))
    return likely


@rule
def plausible(s: State, seat):
    """How well the bids and the pitch fit the hands, by the house's reckoning, softened.

    In 150 deals of four house players the true hands were e^0.86 times as likely as imagined ones, on average, in the
    first half of the play. One search of 2000 simulations among the house made no more by it than without: -0.009 ±
    0.021 points a deal (400 deals, all four seats, paired).
    """
    likely = 1.0
    standing = NO_BID
    other = value_of(s.dealer)
    for _ in range(seats_of(s)):
        other = next_seat(other, s.seats)
        if s.said[other] == NOTHING:
            break
        if other != seat:
            likely *= fits(s, other, standing)
        standing = max(standing, value_of(s.said[other]))
    return likely


# What a score is worth


@rule
def prospects(s: State, shares):
    """The soft maximum of the scores; its spread grows with the root of the deals to come, as a random walk's.

    The leader's need says how many those are, or the deals that are left. The two numbers are the most likely ones for
    31 000 positions of the house among itself: four to seven seats, targets 2 to 40, and six deals left or fewer.
    Neither the dealer's place nor a curve of one's own for each need told more.
    """
    need = s.target - s.scores[0]
    for seat in range(1, seats_of(s)):
        need = min(need, s.target - s.scores[seat])
    to_come = min(1.0 * need, 0.64 * (s.deals - s.deal + 1))
    race(s, 0.44 + 0.93 * sqrt(to_come), shares)


# How a deal ended


@rule
def notes(s: State, seat, facts):
    """What the seat made; a bid is made by the pitcher alone."""
    pitched = s.last_pitcher == seat
    facts[0] = 1.0 if pitched and s.last_score[seat] >= 0 and s.last_bid != NO_BID else 0.0
    facts[1] = 1.0 if pitched else 0.0
    facts[2] = 1.0 if s.last_high == seat else 0.0
    facts[3] = 1.0 if s.last_low == seat else 0.0
    facts[4] = 1.0 if s.last_jack == seat else 0.0
    facts[5] = 1.0 if s.last_cards == seat else 0.0


# What the search makes of it


def skill(price: int, seats: int, won: bool, learned: bool) -> float:
    """The points that a search which bids makes beyond the mean of its trials: it plays better than its opponents.

    Counted in bids of one `hard` among the house, at four, six and seven seats: 6,400 with the net, 4,400 without.
    """
    more = seats - 4
    if not learned:
        return 0.09 if price == 1 else 0.13 + (0.06 if price == 2 else 0.2) * more
    if price > 2:
        return 0.8 if won else 0.9
    if won:
        return 0.18 + 0.02 * more if price == 1 else 0.26 + 0.1 * more
    return 0.08 + 0.05 * more if price == 1 else 0.38 + 0.13 * more
