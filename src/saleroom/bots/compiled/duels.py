"""Play many deals with different players in the seats, to compare nets during training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.bots.compiled import nets
from saleroom.bots.compiled.heuristics import choose as house
from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.loops import run_table, step

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

RANDOM, HOUSE, NET, PAST = range(4)
"""Kinds of players. `NET` plays by the first of two nets, and `PAST` by the second."""


@rule
def choose(s: MatchState, seat, player, net, past, rng):
    """Return a player's action in `seat`, using only what the seat sees."""
    if player == RANDOM:
        return choices.at_random(verbs.legal(s, seat), rng)
    if player == HOUSE:
        return house(s, seat, rng)
    return nets.choose(past if player == PAST else net, s, seat)


@entry
def play_deals(states, players, net, past, rng, until):
    """Play each match until it is over or the deal numbered `until` is settled.

    `players` gives the kind of player in each seat.
    """
    for i in range(len(states)):
        s: MatchState = states[i]
        run_table(s)
        while s.winners == NONE and s.deal <= until:
            seat = first(s.acting)
            step(s, seat, choose(s, seat, players[seat], net, past, rng))
