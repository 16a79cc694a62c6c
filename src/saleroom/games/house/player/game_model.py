"""Game model of Auction House: actions worth weighing, and chances to win, given scores and carried points."""

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

# The actions worth weighing

OFFERED = 4
"""Number of cards whose offers are weighed; these are the worst cards of the hand."""


@rule
def key_place(key):
    """Return the card of a key, as the inverse of `low_ace`."""
    return key - 1 if key % 13 != 0 else key + 12


@rule
def as_good(card, second, between):
    """Return whether two cards of a suit are equivalent, which means that no card in `between` ranks between them."""
    low, high = min(low_ace(card), low_ace(second)), max(low_ace(card), low_ace(second))
    clear = True
    for key in range(low + 1, high):
        clear = clear and not has(between, key_place(key))
    return clear


@rule
def leads_to_the_same(s: State, seat, card, others):
    """Return whether a card is equivalent to one of `others`: no unseen card or card in the trick is between them."""
    between = unseen_cards(s, seat) | s.trick
    alike = others & suit_set(suit_of(card))
    while alike != NONE:
        if as_good(card, first(alike), between):
            return True
        alike = without(alike, bit(first(alike)))
    return False


@rule
def plays(s: State, seat, ids):
    """Write one card of each group of equivalent cards. In its group, the choice of the bot `house` is taken."""
    cards = legal(s, seat).a
    chosen = bit(play(s, seat))
    while cards != NONE:
        if not leads_to_the_same(s, seat, first(cards), chosen):
            chosen |= bit(first(cards))
        cards = without(cards, bit(first(cards)))
    return choices.write(choices.from_word(chosen), ids)


@rule
def offers(s: State, seat, ids):
    """Write a pass, and offers of the worst cards with every suit."""
    hand = s.hand[seat] | NONE
    wanted = NONE
    rest = hand
    for _ in range(OFFERED):
        card = worst_of(s, rest, hand)
        wanted |= bit(card)
        rest = without(rest, bit(card))
    return choices.write(choices.from_words(bit(PASS), wanted, wanted, wanted), ids)


@rule
def options(s: State, seat, ids):
    """Write all legal actions, except offers of good cards and cards equivalent to another card."""
    if s.phase == PLAY:
        return plays(s, seat, ids)
    if s.phase == BID:
        return offers(s, seat, ids)
    return all_options(s, seat, ids)


# The chances to win the match


class MatchFit(NamedTuple):
    """Fitted parameters: the points that rounds bring, and how soon a lead decides the match."""

    kitty: float
    """Points in a kitty."""
    last_kitty: float
    """Points in the kitty of the last round. It has no trump, so high cards are kept to win tricks."""
    tied: float
    """Share of rounds without a winner."""
    last_tied: float
    """Chance that the last round has no winner."""
    spread: float
    """Increase of the squared spread for each round to come."""
    least: float
    """Squared spread with no round to come, since kitties differ."""


OF_HOUSE = MatchFit(16.5, 9.7, 0.23, 0.20, 76.0, 4.0)
"""Fit to 20,000 matches of 13 rounds among `house` bots, tested on another 20,000 matches.

Predicted chances from 0.3 to 0.4 (mean 0.346) came true in a share of 0.342; chances from 0.9 to 0.97 (mean 0.935), in
0.944. In every other tenth the difference is also within 0.02.
"""
WITH_NET = MatchFit(22.7, 21.4, 0.14, 0.32, 132.0, 4.5)
"""Fit for matches with the net, which puts better cards into kitties: 30.7 points with four nets, 20.7 without.

Fitted to 8,000 matches in which the net had one to four seats and the bot `house` the other seats. Mean log loss of a
round's chances in another 8,000 matches, compared with `OF_HOUSE`:

    nets    4        3        2        1
    loss    -0.061   -0.033   -0.013   +0.003

The chances of ties are also fitted, and compensate for different kitties. The true share of tied rounds is 0.18 to
0.21.
"""


@rule
def add_race(scores, left, fit, weight, shares):
    """Add to `shares` `weight` times each seat's chance to win a race over `left` more rounds."""
    spread = sqrt(fit.least + fit.spread * left)
    best = max(scores[0], scores[1], scores[2], scores[3])
    total = 0.0
    for seat in range(4):
        total += exp((scores[seat] - best) / spread)
    for seat in range(4):
        shares[seat] += weight * exp((scores[seat] - best) / spread) / total


@rule
def add_round(scores, carry, left, fit, weight, shares):
    """Add to `shares` the chances before the first of `left` rounds, averaged over who wins its kitty, if any."""
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
    """Write the chances to win, averaged over the outcomes of two rounds; later rounds use the softmax of scores."""
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
    """Write the chances to win the match if `house` bots play."""
    look_ahead(s, OF_HOUSE, shares)


@rule
def prospects_with_net(s: State, shares):
    """Write the chances to win the match if the net plays."""
    look_ahead(s, WITH_NET, shares)


@rule
def notes(s: State, seat, facts):
    """Write the seat's result in the round, whether it was tied, and the trump suit."""
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
    """Return the points that a search that makes an offer gains beyond the mean of its trials.

    Measured from 520 offers of one `hard` bot among `house` bots: the trades of `house` bots suit the offering seat
    less than trades of the net.
    """
    return -1.1 if learned else 0.0
