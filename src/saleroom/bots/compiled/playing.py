"""Compiled loops of play by bots. Each bot gets only the view of its own seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.bots.compiled.heuristics import choose as house
from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.compile import entry, rule, watched
from saleroom.kernel.loops import run_table, step

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

RANDOM, HOUSE = range(2)


@rule
def choose(s: MatchState, seat, player, rng):
    """Return the action of a player of kind `player`, from the view `s` of `seat`."""
    if player == HOUSE:
        return house(s, seat, rng)
    return choices.at_random(verbs.legal(s, seat), rng)


@watched
def choose_one(views, i, seat, player, rng):
    """Return the action of a player of kind `player` in `seat`, whose view is `views[i]`."""
    return choose(views[i], seat, player, rng)


@rule
def mask_view(raw, i, masks, seat, seen):
    """Write what `seat` may know about state `i` into the only row of `seen`. All arrays have rows of 64-bit words."""
    for word in range(raw.shape[1]):
        seen[0, word] = raw[i, word] & masks[seat, word]


@entry
def play_deals(states, raw, masks, view, seen, players, rng, until):
    """Play every match of a batch until it is over or the deal numbered `until` is settled.

    `raw`, `masks` and `seen` are arrays of 64-bit words. They hold the words of `states`, of the record's masks and of
    `view`, respectively. `view` is an array of one record. `players` has the kind of player in each seat.
    """
    for i in range(len(states)):
        s: MatchState = states[i]
        run_table(s)
        while s.winners == NONE and s.deal <= until:
            seat = first(s.acting)
            mask_view(raw, i, masks, seat, seen)
            step(s, seat, choose(view[0], seat, players[seat], rng))


@entry
def choose_all(states, raw, masks, view, seen, movers, player, rng, start, end, actions):
    """Choose an action for the mover in each episode from `start` up to, not including, `end`.

    The choice uses only the mover's view. `rng` has an RNG for each episode.

    `raw`, `masks` and `seen` are arrays of 64-bit words. They hold the words of `states`, of the record's masks and of
    `view`, respectively. `view` is an array of one record, which receives the views.
    """
    for i in range(start, end):
        seat = np.int64(movers[i])
        mask_view(raw, i, masks, seat, seen)
        actions[i] = choose(view[0], seat, player, rng[i : i + 1])
