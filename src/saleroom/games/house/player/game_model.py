"""Game model of Auction House: the actions that the search considers, and the chances to win the match."""

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

# The actions that the search considers

OFFERED = 4
"""Number of cards that the search considers to offer; these are the worst cards of the hand."""


@rule
def key_place(key):
    """Return the card whose number in the order of `low_ace` is `key`."""
    return key - 1 if key % 13 != 0 else key + 12


@rule
def as_good(card, second, between):
    """Return whether two cards of a suit are equivalent: no card in `between` ranks between them."""
    low, high = min(low_ace(card), low_ace(second)), max(low_ace(card), low_ace(second))
    clear = True
    for key in range(low + 1, high):
        clear = clear and not has(between, key_place(key))
    return clear


@rule
def leads_to_the_same(s: State, seat, card, others):
    """Return whether a card is equivalent to one of `others`.

    Equivalent cards have no unseen card and no card of the trick between them.
    """
    between = unseen_cards(s, seat) | s.trick
    alike = others & suit_set(suit_of(card))
    while alike != NONE:
        if as_good(card, first(alike), between):
            return True
        alike = without(alike, bit(first(alike)))
    return False


@rule
def plays(s: State, seat, ids):
    """Write the id of one card of each group of equivalent cards.

    The card that the bot `house` would play represents its group.
    """
    cards = legal(s, seat).a
    chosen = bit(play(s, seat))
    while cards != NONE:
        if not leads_to_the_same(s, seat, first(cards), chosen):
            chosen |= bit(first(cards))
        cards = without(cards, bit(first(cards)))
    return choices.write(choices.from_word(chosen), ids)


@rule
def offers(s: State, seat, ids):
    """Write the ids of a pass, and of offers of each of the worst cards with each suit that can be called."""
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
    """Write the ids of all legal actions, except offers of good cards and cards that are equivalent to another card."""
    if s.phase == PLAY:
        return plays(s, seat, ids)
    if s.phase == BID:
        return offers(s, seat, ids)
    return all_options(s, seat, ids)


# The chances to win the match


class MatchFit(NamedTuple):
    """Fitted parameters: the points of the rounds, and how soon a lead decides the match."""

    kitty: float
    """Mean points in a kitty."""
    last_kitty: float
    """Mean points in the kitty of the last round. The last round has no trump, so high cards are kept to win tricks."""
    tied: float
    """Share of rounds in which no seat wins the kitty."""
    last_tied: float
    """Chance that no seat wins the kitty of the last round."""
    spread: float
    """Increase of the squared scale of the softmax for each further round."""
    least: float
    """Squared scale of the softmax if no round follows; it is not 0, because kitties differ."""


OF_HOUSE = MatchFit(16.5, 9.7, 0.23, 0.20, 76.0, 4.0)
"""Fit to 20,000 matches of 13 rounds among `house` bots, tested on another 20,000 matches.

Predictions from 0.3 to 0.4 (mean 0.346) came true in 0.342 of the cases, and predictions from 0.9 to 0.97 (mean 0.935)
in 0.944 of the cases. In every other tenth of the range, the difference is also at most 0.02.
"""
WITH_NET = MatchFit(22.7, 21.4, 0.14, 0.32, 132.0, 4.5)
"""Parameters for matches with the net, which puts better cards into kitties.

The mean kitty has 30.7 points with the net in all four seats, and 20.7 points with `house` in all seats. The parameters
are fitted to 8,000 matches in which the net had one to four seats and the bot `house` had the others. The table shows
the mean log loss of the predicted chances in another 8,000 matches, minus the loss with the parameters `OF_HOUSE`:

    nets    4        3        2        1
    loss    -0.061   -0.033   -0.013   +0.003

The chances of ties are fitted too, and compensate for differences between kitties. The true share of tied rounds is
0.18 to 0.21.
"""


@rule
def add_race(scores, left, fit, weight, shares):
    """Add to `shares` each seat's chance to win the match after `left` more rounds, multiplied by `weight`."""
    spread = sqrt(fit.least + fit.spread * left)
    best = max(scores[0], scores[1], scores[2], scores[3])
    total = 0.0
    for seat in range(4):
        total += exp((scores[seat] - best) / spread)
    for seat in range(4):
        shares[seat] += weight * exp((scores[seat] - best) / spread) / total


@rule
def add_round(scores, carry, left, fit, weight, shares):
    """Add to `shares` each seat's chance to win the match, multiplied by `weight`; `left` rounds are still to play.

    The chance is averaged over the possible winners of the next kitty.
    """
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
    """Write each seat's chance to win the match, averaged over the possible results of the next two rounds.

    Later rounds are estimated by the softmax of the scores.
    """
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
    """Write each seat's chance to win the match if `house` bots play."""
    look_ahead(s, OF_HOUSE, shares)


@rule
def prospects_with_net(s: State, shares):
    """Write each seat's chance to win the match if the net plays."""
    look_ahead(s, WITH_NET, shares)


@rule
def notes(s: State, seat, facts):
    """Write the facts: the seat's result in the round, whether the round was tied, and the trump suit."""
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


# Difference between the score of a search and the mean score of its trials


def skill(price: int, seats: int, won: bool, learned: bool) -> float:
    """Return how many more points a search that makes an offer scores than its trials predict on average.

    The values were measured from 520 offers of one `hard` bot among `house` bots. The seat that makes the offer gains
    less from trades with `house` bots than from trades with the net.
    """
    return -1.1 if learned else 0.0
