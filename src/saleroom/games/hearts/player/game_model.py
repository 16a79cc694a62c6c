"""Game model of Auction Hearts: evidence from bids and the named suit, the value of chips, and facts about a deal."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.hearts.player.heuristics import PAIN_CARDS, SUITS, pain_danger, side_danger
from saleroom.games.hearts.player.heuristics import choose as house
from saleroom.games.hearts.rules.record import BID, HAND, MOON, NAME, ONE_CLEAR, PLAY, TWO_CLEAR
from saleroom.games.hearts.rules.rules import BIDS, NAMES, PASS, legal_cards
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, NOTHING, least_bid
from saleroom.kernel.bits import NONE, next_seat, seats_of, value_of, without
from saleroom.kernel.cards import in_suit
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import all_played
from saleroom.toolkit.player.equal_cards import one_of_each
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import race

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State

FACTS: tuple[Fact, ...] = (
    Fact("clear", "share", "stays clear in {} % of worlds", good=1),
    Fact("pot", "share", "takes the pot or a half of it in {} % of worlds", good=1),
    Fact("pain", "mean", "takes {} pain cards on average", good=-1),
    Fact("names", "share", "names the pain suit in {} % of worlds"),
    Fact("moon", "share", "shoots the moon in {} %", good=1),
)

FLOOR = 0.15
"""Minimum likelihood of a call that the bot `house` would never make."""
WIDTH = 1.0
"""Width, in chips, of the logistic curve around the bid limit of the bot `house`."""
STRAY = 1.5
"""Decrease in the likelihood of naming a suit, for each unit of danger above the danger of the safest suit.

The likelihood never falls below `FLOOR`.
"""
RAISES = (0, 1, 2, 3, 4, 6, 8, 11, 15, 20)
"""Amounts above the lowest legal bid that the search considers."""


@rule
def reshuffle_stock(s: State, rng):
    """Do nothing, since every card is dealt."""


# The actions that the search considers


@rule
def bids_worth_weighing(s: State, seat, choice, ids):
    """Write a pass, a range of bids and `choice`, the bid of the bot `house`; return the number of options.

    For the last seat to bid, the range has only the lowest bid.
    """
    ids[0] = PASS
    end = 1
    least, chips = least_bid(s, 1), s.scores[seat]
    for up in RAISES:
        amount = least + up
        if amount > chips or (up > 0 and s.spoken == s.seats - 1):
            break
        if choice > ids[end - 1] and choice < BIDS + amount:
            ids[end] = choice
            end += 1
        ids[end] = BIDS + amount
        end += 1
    if choice > ids[end - 1]:
        ids[end] = choice
        end += 1
    return end


@rule
def options(s: State, seat, ids):
    """Write the options: all suits to name, a range of bids, or one card from each group of cards that take the same
    tricks.
    """
    if s.phase == NAME:
        for suit in range(SUITS):
            ids[suit] = NAMES + suit
        return SUITS
    choice = house(s, seat, ids.view(np.uint64))  # `house` draws nothing at random, so any buffer can be its RNG
    if s.phase == BID:
        return bids_worth_weighing(s, seat, choice, ids)
    cards = one_of_each(legal_cards(s, seat), without(all_played(s), s.trick), NONE, choice)
    return choices.write(choices.from_word(cards), ids)


# Evidence from the bids and the named suit


@rule
def limit_of(s: State, seat, danger):
    """Return the bid limit of the bot `house` without rounding; see `worth_of_naming`.

    The limit is computed from the pot before the bid.
    """
    extra = max(0.0, 0.34 - 0.32 * danger)
    worth = (extra * (PAIN_CARDS + s.last_carry) + max(0.0, 4.0 - 1.6 * danger)) / (1.0 - extra)
    return min(worth, s.before[seat] / 2.0)


@rule
def would_say(s: State, seat, standing, turn, limit):
    """Return the likelihood of a seat's call.

    `turn` seats called before that seat, and `standing` was the highest bid.
    """
    least = max(standing, 0) + 1
    speaks = 1.0 / (1.0 + exp((least - limit) / WIDTH))
    if s.said[seat] == NO_BID:
        return 1.0 - speaks
    still_to_speak = s.seats - 1 - turn
    if still_to_speak == 0 or limit < least:
        return speaks
    usual = least + (limit - least) * still_to_speak / (2.0 * s.seats)
    return speaks * max(0.3, 1.0 - 0.35 * max(0.0, abs(s.said[seat] - usual) - 0.5))


@rule
def fits(s: State, seat, standing, turn):
    """Return the likelihood of a seat's call, and of the suit that it named, given the hand dealt to the seat."""
    hand = s.hand[seat] | s.played[seat]
    sides, best, named = 0.0, 1e9, 0.0
    for suit in range(SUITS):
        ranks = in_suit(hand, suit)
        side = side_danger(ranks)
        sides += side
        extra = pain_danger(ranks) - side
        best = min(best, extra)
        if suit == s.pain:
            named = extra
    likely = 1.0
    if not s.stayed:
        limit = limit_of(s, seat, max(0.0, sides + best))
        likely = FLOOR + (1.0 - FLOOR) * would_say(s, seat, standing, turn, limit)
    if s.phase == PLAY and seat == s.bidder and s.bid != NO_BID:
        likely *= max(FLOOR, 1.0 - STRAY * (named - best))
    return likely


@rule
def plausible(s: State, seat):
    """Return the likelihood of the bids and the named suit, given the hands in `s`.

    Players are assumed to decide like the bot `house`, but less strictly. If the last pot was not won, no seat has bid
    with these hands, but the last bidder has named a suit.

    In the first three tricks of 30 deals among `house` bots, the true hands were on average e^1.39 times as likely as
    imagined hands. No gain for the search has been measured yet: 0.00 ± 0.16 chips per decision. The comparison has 600
    decisions of 1500 simulations, with and without these likelihoods. After each decision, `house` bots finished the
    deal with the true hands.
    """
    if s.stayed:
        return fits(s, s.bidder, 0, 0) if s.phase == PLAY and s.bidder != seat else 1.0
    likely = 1.0
    standing = NO_BID
    player = value_of(s.dealer)
    for turn in range(seats_of(s)):
        player = next_seat(player, s.seats)
        if s.said[player] == NOTHING:
            break
        if player != seat:
            likely *= fits(s, player, standing, turn)
        standing = max(standing, value_of(s.said[player]))
    return likely


# The value of chips


@rule
def prospects(s: State, shares):
    """Write each seat's chance to win the match: the softmax of the seats' chips.

    The scale of the softmax grows with the chips of the poorest seat, because the match ends when that seat has none.

    The expected number of deals until then grows with the square of the poorest seat's chips, but is limited by the
    deals left. The scale grows with the square root of this number. If a pot was not won, more chips change seats in
    the next deal, in which the last bidder names the suit again. Far from the end, every player keeps a small chance,
    because of moons and long series of luck.

    The parameters are maximum-likelihood fits to 20 000 positions from matches among `house` bots. The matches had 20,
    50 and 150 chips, or 50 chips and five deals.
    """
    poorest = value_of(s.scores[0])
    for seat in range(1, seats_of(s)):
        poorest = min(poorest, value_of(s.scores[seat]))
    to_come = min(1.0 * poorest, 6.4 * sqrt(s.deals - s.deal + 1.0))
    mine = 0.31 * s.carry
    spread = 5.65 + 0.68 * to_come + 0.333 * s.carry
    race(s, spread, shares)
    if s.stayed:
        factor = exp(mine / spread)
        whole = 1.0 + shares[s.bidder] * (factor - 1.0)
        shares[s.bidder] *= factor
        for seat in range(seats_of(s)):
            shares[seat] /= whole
    even = min(0.5, 0.0018 * to_come)
    for seat in range(seats_of(s)):
        shares[seat] = (1.0 - even) * shares[seat] + even / s.seats


# The end of a deal


@rule
def notes(s: State, seat, facts):
    """Write the facts about the deal.

    They are the number of pain cards that the seat took, and whether it stayed clear, won from the pot, named the suit
    or shot the moon.
    """
    facts[0] = 1.0 if s.last_taken[seat] == 0 and s.last_pain >= 0 else 0.0
    facts[1] = 1.0 if facts[0] > 0.0 and (s.last_ending == ONE_CLEAR or s.last_ending == TWO_CLEAR) else 0.0
    facts[2] = s.last_taken[seat]
    facts[3] = 1.0 if s.bidder == seat and s.bid != NO_BID else 0.0
    facts[4] = 1.0 if s.last_ending == MOON and s.tricks_won[seat] == HAND else 0.0


# Difference between the score of a search and the mean score of its trials


def skill(price: int, seats: int, won: bool, learned: bool) -> float:
    """Return how many more chips a search wins after its bid than its trials predict on average.

    The search plays better than the players in its trials. The values were measured from the bids of one `hard` bot
    among `house` bots: 1,300 bids with the net, 650 bids without it. The difference does not depend on the price.
    """
    return 0.9 if learned else 1.35
