"""Game model of Auction Draw, used by the search."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.draw.player.heuristics import fitting, own_pips, pips_of, unseen
from saleroom.games.draw.rules.record import BID
from saleroom.games.draw.rules.rules import legal
from saleroom.games.draw.rules.scoring import pips_in
from saleroom.kernel import choices
from saleroom.kernel.bits import NONE, count, seats_of, value_of
from saleroom.kernel.chance import roll_below
from saleroom.kernel.choices import Choices
from saleroom.kernel.compile import rule
from saleroom.kernel.tiles import tiles_in
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import race

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State

FACTS: tuple[Fact, ...] = (
    Fact("out", "share", "goes out first in {} % of worlds", good=1),
    Fact("wins", "share", "wins the pool or a part of it in {} % of worlds", good=1),
    Fact("blocked", "share", "the line is blocked in {} % of worlds"),
    Fact("pool", "mean", "the pool comes to {} chips"),
    Fact("pips", "mean", "is left with {} pips", good=-1),
)

OTHERWISE = 0.15  # likelihood that a seat bids with a hand with which the bot `house` would pass
# For each tile that the seat has played and each pip by which its hand is lighter than average, the hand's log
# likelihood grows by `LIGHTER` divided by the highest number of the domino set.
LIGHTER = 0.1
HEADROOM = 0.7  # maximum increase of the log likelihood; greater increases count the same
# amounts above the lowest bid that the search considers, in chips
RAISES = np.array([0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 50])

# Parameters for the chance to win a match, fitted to 36,000 matches among `house` bots (2, 3, 4, 6 and 8 seats, stakes
# of 1, 3 and 10, 10 to 200 chips, 2 to 30 deals). Predictions of 3, 14, 25, 45, 65 and 93 % came true in 3, 15, 26, 42,
# 60 and 96 % of the cases. `SWING` says how much one deal spreads the chips of the seats, in stakes; its entries are
# for two, three … eight seats.
SWING = np.array([1.38, 1.78, 1.98, 2.3, 2.59, 2.8, 2.99])
LASTS = 1.09  # number of deals that the poorest seat can last for each stake that it can spare
BEND = 1.6  # exponent that combines the two limits on the remaining deals into a soft minimum


@rule
def options(s: State, seat, ids):
    """Write every legal action except bids, and a range of bids that includes the lowest bid."""
    actions = legal(s, seat)
    size = choices.write(Choices(actions.a, actions.b, actions.c, actions.d, 0, 0), ids)
    for more in RAISES:
        if actions.low + more < actions.high:
            ids[size] = actions.low + more
            size += 1
    return size


@rule
def likelihood(s: State, seat):
    """Return the likelihood that a seat would have bid with its hand in `s`.

    The bot `house` bids only if it cannot play.
    """
    if s.phase != BID or s.said[seat] < 0 or fitting(s.tiles[seat], s.left, s.right) == 0:
        return 1.0
    return OTHERWISE


@rule
def shed(s: State, seat):
    """Return the increase of a hand's log likelihood for each pip by which the hand is lighter than average.

    Players play heavy tiles first.
    """
    return LIGHTER * max(s.hand - s.holds[seat], 0) / s.set


@rule
def plausible(s: State, seat):
    """Return the likelihood that the other seats would have made their bids and kept tiles as light as those in `s`."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    middling = pips_of(low, high) / max(count(low) + count(high), 1)
    chance, lightness = 1.0, -HEADROOM
    for opponent in range(seats_of(s)):
        if opponent != seat and s.holds[opponent] > 0:
            chance *= likelihood(s, opponent)
            lightness += shed(s, opponent) * (s.holds[opponent] * middling - own_pips(s, opponent))
    return chance * exp(min(lightness, 0.0))


@rule
def deals_to_come(s: State):
    """Return the estimated number of deals left in the match.

    The match can end early if the poorest seat cannot pay the stake.
    """
    poorest = value_of(s.scores[0])
    for seat in range(1, seats_of(s)):
        poorest = min(poorest, value_of(s.scores[seat]))
    broke = 1.0 + LASTS * max(poorest - s.stake, 0) / s.stake
    left = max(s.deals - s.deal + 1.0, 1.0)
    return (left**-BEND + broke**-BEND) ** (-1.0 / BEND)


@rule
def prospects(s: State, shares):
    """Write each seat's chance to win the match: the softmax of the seats' chips.

    The scale of the softmax grows with the square root of the number of deals to come, because deals are independent.
    """
    race(s, SWING[s.seats - 2] * s.stake * sqrt(deals_to_come(s)), shares)


@rule
def held_nothing(s: State, seat):
    """Return whether the seat had no tile left at the end of the round."""
    return s.shown[seat, 0] | s.shown[seat, 1] == NONE


@rule
def notes(s: State, seat, facts):
    """Write the facts about the round.

    They are whether the seat went out, whether it won, whether the line was blocked, the pool, and the seat's pips.
    """
    blocked, pool = 1, value_of(s.last_carry)
    for player in range(seats_of(s)):
        pool += s.won[player]
        if held_nothing(s, player):
            blocked = 0
    facts[0] = held_nothing(s, seat)
    facts[1] = s.won[seat] > 0
    facts[2] = blocked
    facts[3] = pool
    facts[4] = pips_in(s.shown[seat, 0], 0) + pips_in(s.shown[seat, 1], 64)


@rule
def reshuffle_stock(s: State, rng):
    """Shuffle the boneyard."""
    for place in range(s.drawn + 1, tiles_in(value_of(s.set))):
        drawn = s.drawn + roll_below(rng, place - s.drawn + 1)
        s.deck[place], s.deck[drawn] = s.deck[drawn], s.deck[place]
