"""Knowledge of Auction House: which choices are worth weighing, and the value of a score and a carry."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from saleroom.games.house.player.beliefs import plausible
from saleroom.games.house.player.heuristics import (
    SUITS,
    play,
    unseen_cards,
    worst_of,
)
from saleroom.games.house.rules.record import BID, PLAY
from saleroom.games.house.rules.rules import PASS, legal
from saleroom.games.house.rules.worlds import shuffle_courts
from saleroom.kernel import choices
from saleroom.kernel.bits import NONE, bit, first, has, seats_of, without
from saleroom.kernel.cards import SUIT_WORDS, suit_of, suit_set
from saleroom.kernel.compile import allocating_rule, rule
from saleroom.kernel.tricks import low_ace
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

__all__ = ["FACTS", "notes", "options", "plausible", "prospects", "prospects_with_net", "reshuffle_stock"]

FACTS: tuple[Fact, ...] = (
    Fact("kitty", "share", "wins the kitty in {} % of worlds", good=1),
    Fact("tricks", "mean", "takes {} tricks", good=1),
    Fact("tied", "share", "the most tricks are shared in {} % of worlds"),
    *(
        Fact(suit, "share", f"trump is {suit} in {{}} % of worlds", guess=f"trump is likely {suit} ({{}} %)")
        for suit in SUIT_WORDS
    ),
)

# What is worth weighing

OFFERED = 4
"""Number of cards, the worst of the hand, whose offers are weighed."""


@rule
def key_place(key):
    """Return the card of a key: the inverse of `low_ace`."""
    return key - 1 if key % 13 != 0 else key + 12


@rule
def as_good(card, second, between):
    """Return whether two cards of a suit are equivalent: none of the cards `between` ranks between them."""
    low, high = min(low_ace(card), low_ace(second)), max(low_ace(card), low_ace(second))
    clear = True
    for key in range(low + 1, high):
        clear = clear and not has(between, key_place(key))
    return clear


@rule
def leads_to_the_same(s: State, seat, card, others):
    """Return whether a card is equivalent to one of `others`: no card out or on the table is between them."""
    between = unseen_cards(s, seat) | s.trick
    alike = others & suit_set(suit_of(card))
    while alike != NONE:
        if as_good(card, first(alike), between):
            return True
        alike = without(alike, bit(first(alike)))
    return False


@rule
def plays(s: State, seat, ids):
    """Write one of each group of equivalent cards: the house's choice, if it is among them."""
    cards = legal(s, seat).a
    chosen = bit(play(s, seat))
    while cards != NONE:
        if not leads_to_the_same(s, seat, first(cards), chosen):
            chosen |= bit(first(cards))
        cards = without(cards, bit(first(cards)))
    return choices.write(choices.only(chosen), ids)


@rule
def offers(s: State, seat, ids):
    """Write a pass, and offers of the worst cards with any suit."""
    hand = s.hand[seat] | NONE
    wanted = NONE
    rest = hand
    for _ in range(OFFERED):
        card = worst_of(s, rest, hand)
        wanted |= bit(card)
        rest = without(rest, bit(card))
    return choices.write(choices.words(bit(PASS), wanted, wanted, wanted), ids)


@rule
def options(s: State, seat, ids):
    """Write all legal actions except offers of good cards and plays equivalent to another."""
    if s.phase == PLAY:
        return plays(s, seat, ids)
    if s.phase == BID:
        return offers(s, seat, ids)
    return all_options(s, seat, ids)


# The match


class MatchFit(NamedTuple):
    """Fitted numbers: what rounds bring, and how soon a lead decides."""

    kitty: float
    """Points in a kitty."""
    last_kitty: float
    """The same without trump, when only high cards win tricks and are kept for that."""
    tied: float
    """Share of rounds without a winner."""
    last_tied: float
    """The same for the last round."""
    spread: float
    """Addition to the square of the spread for each round to come."""
    least: float
    """Square of the spread with no round to come: kitties differ."""


OF_HOUSE = MatchFit(16.5, 9.7, 0.23, 0.20, 76.0, 4.0)
"""Fitted to 20,000 matches of 13 rounds among house players, and tested on 20,000 others.

Of the chances from 0.3 to 0.4 a share of 0.342 came true (mean 0.346); of those from 0.9 to 0.97, 0.944 (0.935). In
every other tenth the difference is also within 0.02.
"""
WITH_NET = MatchFit(22.7, 21.4, 0.14, 0.32, 132.0, 4.5)
"""The same if the net plays, which puts better cards into kitties: 30.7 points with four nets, 20.7 without.

Fitted to 8,000 matches in which the net had one to four seats and the house the others. Mean log loss of a round's
chances in another 8,000, compared with the numbers of the house:

    nets    4        3        2        1
    loss    -0.061   -0.033   -0.013   +0.003

The shares of ties are also fitted, and compensate for kitties that differ: the true share of tied rounds is 0.18 to
0.21.
"""


@rule
def add_race(scores, left, fit, weight, shares):
    """Add `weight` times the chances of a race over `left` more rounds."""
    spread = sqrt(fit.least + fit.spread * left)
    best = max(scores[0], scores[1], scores[2], scores[3])
    total = 0.0
    for seat in range(4):
        total += exp((scores[seat] - best) / spread)
    for seat in range(4):
        shares[seat] += weight * exp((scores[seat] - best) / spread) / total


@rule
def add_round(scores, carry, left, fit, weight, shares):
    """Add the chances before the first of `left` rounds: any seat may win its kitty, or none."""
    if left == 0:
        add_race(scores, 0, fit, weight, shares)
        return
    prize = carry + (fit.kitty if left > 1 else fit.last_kitty)
    tied = fit.tied if left > 1 else fit.last_tied
    add_race(scores, left - 1, fit, weight * tied, shares)
    for winner in range(4):
        scores[winner] += prize
        add_race(scores, left - 1, fit, weight * (1.0 - tied) / 4, shares)
        scores[winner] -= prize


@allocating_rule
def look_ahead(s: State, fit, shares):
    """Look ahead two rounds, outcome by outcome; beyond them use the soft maximum of the scores."""
    scores = np.zeros(4)
    for seat in range(4):
        scores[seat] = s.scores[seat]
        shares[seat] = 0.0
    left = s.rounds - s.deal + 1
    prize = s.carry + (fit.kitty if left > 1 else fit.last_kitty)
    tied = fit.tied if left > 1 else fit.last_tied
    add_round(scores, prize, left - 1, fit, tied, shares)
    for winner in range(4):
        scores[winner] += prize
        add_round(scores, 0.0, left - 1, fit, (1.0 - tied) / 4, shares)
        scores[winner] -= prize


@rule
def prospects(s: State, shares):
    """Write the chances to win among players of the house."""
    look_ahead(s, OF_HOUSE, shares)


@rule
def prospects_with_net(s: State, shares):
    """Write the chances to win if the net plays."""
    look_ahead(s, WITH_NET, shares)


@rule
def notes(s: State, seat, facts):
    """Write the seat's result in the deal, and the trump."""
    facts[0] = s.last_score[seat] > 0
    facts[1] = s.last_tricks[seat]
    won = False
    for player in range(seats_of(s)):
        won = won or s.last_score[player] > 0
    facts[2] = not won
    for suit in range(SUITS):
        facts[3 + suit] = s.trump == suit


@rule
def reshuffle_stock(s: State, rng):
    """Shuffle the court cards that have not been turned."""
    shuffle_courts(s, rng)


# The search's advantage


def skill(price: int, seats: int, won: bool, learned: bool) -> float:
    """Return the points that a search with an offer gains beyond the mean of its trials.

    Measured in 520 offers of one `hard` among the house: the house's trades suit the offering seat less than the net's.
    """
    return -1.1 if learned else 0.0
