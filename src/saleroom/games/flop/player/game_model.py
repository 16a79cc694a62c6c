"""Game model of Auction Flop Poker, used by the search."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.flop.player.beliefs import lean, likelihood
from saleroom.kernel.bits import seats_of, value_of
from saleroom.kernel.chance import roll_below
from saleroom.kernel.compile import rule
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import all_options, race

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State

FACTS: tuple[Fact, ...] = (
    Fact("best", "share", "has the best hand in {} % of worlds", good=1),
    Fact("prize", "share", "wins a prize in {} % of worlds", good=1),
    Fact("won", "mean", "wins {} chips of the pot", good=1),
    Fact("pot", "mean", "the pot comes to {} chips"),
)

__all__ = ["FACTS", "lean", "notes", "options", "plausible", "prospects", "reshuffle_stock"]

options = all_options

# Parameters for the chance to win a match, fitted to 33,000 matches among `house` bots (2, 3, 4, 6 and 8 seats, antes
# of 2, 5 and 10, 30 to 100 chips, 4 to 100 deals). Predictions of 3, 14, 24, 45, 75 and 93 % came true in 3, 14, 25,
# 44, 74 and 93 % of the cases. `SWING` says how much one deal spreads the chips of the seats, in antes; its entries are
# for two, three … eight seats.
SWING = np.array([0.66, 1.27, 2.0, 2.3, 2.58, 2.72, 2.84])
ANTE = 0.96  # added to the ante, to account for discards and bids
# Coefficients of the estimated number of deals until the poorest seat cannot pay the ante. The first is for the seat's
# spare chips, measured in the typical spread of chips in one deal; the second is for the square of this measure.
LASTS, LASTS_LONG = 3.2, 0.21


@rule
def plausible(s: State, seat):
    """Return the likelihood of the other seats' discards, kept cards and bids, assuming that they decide like the bot
    `house`.
    """
    chance = 1.0
    for opponent in range(seats_of(s)):
        if opponent != seat:
            chance *= likelihood(s, opponent)
    return chance


@rule
def deals_to_come(s: State, swing):
    """Return the estimated number of deals left in the match.

    The match can end early if the poorest seat cannot pay the ante.
    """
    poorest = value_of(s.scores[0])
    for seat in range(1, seats_of(s)):
        poorest = min(poorest, value_of(s.scores[seat]))
    room = max(poorest - s.ante, 0) / swing
    broke = 1.0 + LASTS * room + LASTS_LONG * room * room
    left = max(s.deals - s.deal + 1, 1)
    return left * broke / (left + broke)


@rule
def prospects(s: State, shares):
    """Write each seat's chance to win the match: the softmax of the seats' chips.

    The scale of the softmax grows with the square root of the number of deals to come, because deals are independent.
    """
    swing = SWING[s.seats - 2] * (s.ante + ANTE)
    race(s, swing * sqrt(deals_to_come(s, swing)), shares)


@rule
def notes(s: State, seat, facts):
    """Write the facts about the deal.

    They are whether the seat's hand was the best, whether it won a prize, the prize, and the size of the pot.
    """
    pot = 0
    for player in range(seats_of(s)):
        pot += s.prize[player]
    facts[0] = s.place[seat] == 1
    facts[1] = s.prize[seat] > 0
    facts[2] = s.prize[seat]
    facts[3] = pot


@rule
def reshuffle_stock(s: State, rng):
    """Shuffle the stock."""
    for done in range(s.stock):
        place, drawn = s.top + done, s.top + roll_below(rng, done + 1)
        s.deck[place], s.deck[drawn] = s.deck[drawn], s.deck[place]
