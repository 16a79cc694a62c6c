"""Game model of Auction Pitch: evidence from bids and the pitch, chances to win the match, and facts about a deal."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.pitch.player.heuristics import CLEARLY, SUITS, chances_of
from saleroom.games.pitch.player.heuristics import choose as house
from saleroom.games.pitch.rules.record import BID, DEALT, HIGHEST_BID, PITCH, PLAY
from saleroom.games.pitch.rules.rules import following_cards
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
"""Minimum likelihood of a call that the bot `house` would never make."""
SLOPE = 10.0
"""Slope of the logistic curve that maps a hand's chance to make a bid to the likelihood that a player makes that bid.

The curve is centred on the chance at which the bot `house` starts to bid.
"""
STRAY = 2.5
"""Decrease in the likelihood of pitching a suit, for each expected point below those of the best suit.

The likelihood never falls below `FLOOR`.
"""

COUNTING = TENS | JACKS | QUEENS | KINGS | ACES
"""Cards that score; no other card of their suit is equivalent to them."""


@rule
def options(s: State, seat, ids):
    """Write the ids of all legal bids, or of one card from each group of cards that take the same tricks.

    Each card that can score is a group of its own. A revoke is no option.
    """
    if s.phase == BID:
        return all_options(s, seat, ids)
    choice = house(s, seat, ids.view(np.uint64))  # `house` draws nothing at random, so any buffer can be its RNG
    alone = COUNTING
    if s.low != DEALT:
        alone = alone | (below(PACK) if s.phase == PITCH else suit_set(s.trump))
    cards = one_of_each(following_cards(s, seat), without(all_played(s), s.trick), alone, choice)
    return choices.write(choices.from_word(cards), ids)


@rule
def reshuffle_stock(s: State, rng):
    """Do nothing. There is no stock: cards that were not dealt are never used."""


# Evidence from the bids and the pitch


@rule
def at_least(chances):
    """Return the chances to make at least one, two, three and four points, if the four points are independent."""
    none, one, two, three, four = 1.0, 0.0, 0.0, 0.0, 0.0
    for chance in chances:
        four += chance * three
        three += chance * (two - three)
        two += chance * (one - two)
        one += chance * (none - one)
        none -= chance * none
    return one + two + three + four, two + three + four, three + four, four


@rule
def would_bid(chance):
    """Return the likelihood that a player makes a bid whose chance of success is `chance`."""
    return 1.0 / (1.0 + exp(-SLOPE * (chance - CLEARLY)))


@rule
def would_say(s: State, seat, standing, chances):
    """Return the likelihood of the call that a seat made; `standing` was the highest bid before the call.

    `chances` are the seat's chances to make at least one, two, three and four points.
    """
    call = value_of(s.said[seat])
    least = HIGHEST_BID if seat == s.dealer and standing == HIGHEST_BID else max(standing, 0) + 1
    if call == NO_BID:
        return 1.0 - would_bid(chances[least - 1]) if least <= HIGHEST_BID else 1.0
    likely = would_bid(chances[call - 1])
    if seat != s.dealer and call < HIGHEST_BID:
        likely *= 1.0 - would_bid(chances[call])
    return likely


@rule
def fits(s: State, seat, standing):
    """Return the likelihood of a seat's call, and of the suit that it pitched, given the hand dealt to the seat."""
    hand = s.hand[seat] | s.played[seat]
    pitched, best_promise = 0.0, -1.0
    best_chances = (0.0, 0.0, 0.0, 0.0)
    for suit in range(SUITS):
        if in_suit(hand, suit) != NONE:
            chances = chances_of(s, hand, suit)
            promise = chances[0] + chances[1] + chances[2] + chances[3]
            if suit == s.trump:
                pitched = promise
            if promise > best_promise:
                best_promise, best_chances = promise, at_least(chances)
    likely = FLOOR + (1.0 - FLOOR) * would_say(s, seat, standing, best_chances)
    if s.phase == PLAY and seat == s.bidder:
        likely *= max(FLOOR, 1.0 - STRAY * (best_promise - pitched))
    return likely


@rule
def plausible(s: State, seat):
    """Return the likelihood of the bids and the pitch, given the hands in `s`.

    Players are assumed to decide like the bot `house`, but less strictly.

    In the first half of trick play in 150 deals among four `house` bots, the true hands were on average e^0.86 times as
    likely as imagined hands. A search with 2000 simulations gained nothing from these likelihoods in games with `house`
    bots: -0.009 ± 0.021 points per deal (400 deals, all four seats, paired).
    """
    likely = 1.0
    standing = NO_BID
    player = value_of(s.dealer)
    for _ in range(seats_of(s)):
        player = next_seat(player, s.seats)
        if s.said[player] == NOTHING:
            break
        if player != seat:
            likely *= fits(s, player, standing)
        standing = max(standing, value_of(s.said[player]))
    return likely


# The chances to win the match, given the scores


@rule
def prospects(s: State, shares):
    """Write each seat's chance to win the match: the softmax of the scores.

    The scale of the softmax grows with the square root of the number of deals to come.

    This number is estimated from the points that the leader needs and from the deals left. The parameters are
    maximum-likelihood fits to 31 000 positions from matches among `house` bots: four to seven seats, targets 2 to 40,
    and at most six deals left. Two additions did not improve the fit: the dealer's seat, and separate parameters for
    each number of points needed.
    """
    need = s.target - s.scores[0]
    for seat in range(1, seats_of(s)):
        need = min(need, s.target - s.scores[seat])
    to_come = min(1.0 * need, 0.64 * (s.deals - s.deal + 1))
    race(s, 0.44 + 0.93 * sqrt(to_come), shares)


# The end of a deal


@rule
def notes(s: State, seat, facts):
    """Write the facts: which points the seat scored, whether it pitched, and whether it made its bid."""
    pitched = s.last_pitcher == seat
    facts[0] = 1.0 if pitched and s.last_bid != NO_BID and s.last_score[seat] >= s.last_bid else 0.0
    facts[1] = 1.0 if pitched else 0.0
    facts[2] = 1.0 if s.last_high == seat else 0.0
    facts[3] = 1.0 if s.last_low == seat else 0.0
    facts[4] = 1.0 if s.last_jack == seat else 0.0
    facts[5] = 1.0 if s.last_cards == seat else 0.0


# Difference between the score of a search and the mean score of its trials


def skill(price: int, seats: int, won: bool, learned: bool) -> float:
    """Return how many more points a search scores after its bid than its trials predict on average.

    The search plays better than the players in its trials. The values were measured from the bids of one `hard` bot
    among `house` bots, at four, six and seven seats: 6,400 bids with the net, 4,400 bids without it.
    """
    more = seats - 4
    if not learned:
        return 0.09 if price == 1 else 0.13 + (0.06 if price == 2 else 0.2) * more
    if price > 2:
        return 0.8 if won else 0.9
    if won:
        return 0.18 + 0.02 * more if price == 1 else 0.26 + 0.1 * more
    return 0.08 + 0.05 * more if price == 1 else 0.38 + 0.13 * more
