"""Episodes in which one seat learns; compiled code plays the other seats until the learner's next turn.

An opponent gets only the view of its own seat. The loop stops at the learner's turn, and at the turn of an opponent
outside compiled code.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np

from saleroom.bots.compiled import nets
from saleroom.bots.compiled.heuristics import choose as house
from saleroom.bots.compiled.playing import HOUSE, mask_view
from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.chance import roll_below
from saleroom.kernel.compile import entry, in_compiled_code, rule
from saleroom.kernel.episodes import (
    GOES_ON,
    OVER,
    History,
    act,
    clear_history,
    keep_hands,
    keep_history,
    keep_words,
    remember,
    remember_draws,
    remember_pieces,
    reward,
    secret_of,
    show_secrets,
    sow_and_reset,
    symbol_of,
    upturned,
    write_legal_mask,
)
from saleroom.kernel.flatten import bring_up_to_date
from saleroom.kernel.loops import run_table
from saleroom.kernel.unset import key_of

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

NET, LEARNER, OUTSIDE = 2, 3, 4
"""Kinds of players after `RANDOM` and `HOUSE`: the net, the learner, and external opponents, numbered from
`OUTSIDE`.
"""
ANY_SEAT = -1
LEAVE, PLAY, ACT = range(3)
"""Next steps in an episode.

`LEAVE` leaves the episode unchanged. `PLAY` plays until the learner or an external player is to move. `ACT` carries out
the chosen action and then does the same as `PLAY`.
"""

Seating = namedtuple(
    "Seating",
    (
        "learner",  # (episodes,) int64: the learner's seat
        "wanted",  # the learner's seat in every episode, or `ANY_SEAT` to draw a seat for each episode
        "pool",  # (seats - 1, members) int64: possible players for each of the other seats, in order
        "players",  # (episodes, seats) int64: the player of each seat
        "rng",  # (episodes,) uint64: the RNG of each episode
        "due",  # (episodes,) int64: `LEAVE`, `PLAY` or `ACT`
        "gained",  # (episodes,) float32: sum of the learner's rewards that were not reported yet
        "rewards",  # (episodes,) float32: the learner's reward in the last step
        "ended",  # (episodes,) bool: whether the last step ended an episode
        "final_seat",  # (episodes,) int64: the learner's seat in the last episode that ended
    ),
)


@rule
def reseat(seating, i):
    """Draw the learner's seat and the players of the other seats for the next episode."""
    learner, pool, players, dice = seating.learner, seating.pool, seating.players, seating.rng[i : i + 1]
    seats, members, place = players.shape[1], pool.shape[1], 0
    learner[i] = roll_below(dice, seats) if seating.wanted == ANY_SEAT else seating.wanted
    for seat in range(seats):
        if seat == learner[i]:
            players[i, seat] = LEARNER
            continue
        players[i, seat] = pool[place, roll_below(dice, members)] if members > 1 else pool[place, 0]
        place += 1


@entry
def reseat_all(states, seating, start, end):
    """Draw the players of all seats for the episodes from `start` up to, not including, `end`.

    The array `states` only identifies the game.
    """
    for i in range(start, end):
        reseat(seating, i)


def by_net(net, s: MatchState, seat, rng):
    """Return the net's action in `seat`; without a net, return the action of ``house``."""
    return house(s, seat, rng) if net is None else nets.choose(net, s, seat)


@in_compiled_code(by_net)
def _by_net(net, s: MatchState, seat, rng):
    from numba.core import types  # the function runs only while Numba compiles

    if isinstance(net, types.NoneType):
        return lambda net, s, seat, rng: house(s, seat, rng)
    return lambda net, s, seat, rng: nets.choose(net, s, seat)


@rule
def choose(s: MatchState, seat, player, net, rng):
    """Return an opponent's action in `seat`, from its view `s`."""
    if player == HOUSE:
        return house(s, seat, rng)
    if player == NET:
        return by_net(net, s, seat, rng)
    return choices.at_random(verbs.legal(s, seat), rng)


@rule
def settle_up(seating, i, outcome, brought):
    """Add the learner's reward for an action to the reward of the current step.

    When the first episode in a step ends, the step's reward is final.

    Episodes that begin and end later in the same step, without a turn of the learner, do not count.
    """
    gained, ended = seating.gained, seating.ended
    gained[i] += brought
    if outcome != OVER:
        return
    if not ended[i]:
        seating.rewards[i], ended[i], seating.final_seat[i] = gained[i], True, seating.learner[i]
    gained[i] = 0


@rule
def renew(s: MatchState, raw, i, blank, rng, base, seating):
    """Begin the next episode, including its first deal."""
    sow_and_reset(s, raw, i, blank, rng)
    for seat in range(base.shape[1]):
        base[i, seat] = s.scores[seat]
    reseat(seating, i)


@rule
def hand_over(seating, i, seat):
    """Stop at the turn of the learner or of an external player.

    The learner gets the rewards since its last action, but no rewards of a later episode.
    """
    seating.due[i] = ACT
    if seat == seating.learner[i]:
        seating.due[i] = LEAVE
        if not seating.ended[i]:
            seating.rewards[i], seating.gained[i] = seating.gained[i], 0


@entry
def play_on(crowd, kind, seating, net, view, seen, actions, start, end):  # noqa: PLR0912, PLR0915 - unpacks arrays
    """Play the episodes `start` to `end` - 1 until the learner or an external player is to move.

    `net` is None if no player uses a net. `view` is an array of one record; `seen` holds the 64-bit words of that
    record.
    """
    states, raw, base, rows = crowd.states, crowd.raw, crowd.base, crowd.observations
    legal, masks, movers, written, last = crowd.legal, crowd.masks, crowd.movers, crowd.written, crowd.last
    blank, rng, rewards, in_case, drawn = crowd.blank, crowd.rng, crowd.rewards, crowd.cases, kind.drawn
    events, last_events = History(crowd.history, crowd.secrets), History(crowd.last_history, crowd.last_secrets)
    views, turned, covered = kind.masks, kind.turned, kind.covered
    public, stretches, own, (_, cases, keep, fill, turns) = kind.plan
    learner, players, dice, due, ended = seating.learner, seating.players, seating.rng, seating.due, seating.ended
    tells, old = crowd.history.shape[1] > 0, np.empty((1, raw.shape[1]), np.uint64)
    held = np.empty(kind.seats * drawn[1], np.uint64)
    draws = tells and len(held) > 0
    for i in range(start, end):
        if due[i] == LEAVE:
            continue
        s, seat, given = states[i], np.int64(movers[i]), due[i] == ACT
        keep_words(raw, i, old, 0)
        while True:
            player, action = players[i, seat], actions[i]
            if player >= LEARNER and not given:
                break
            if player < LEARNER:
                mask_view(raw, i, views, seat, seen)
                action = choose(view[0], seat, player, net, dice[i : i + 1])
            given, done = False, written[i]
            if tells:
                symbol, secret = symbol_of(s, action, kind.closed, covered), secret_of(s, action, kind.closed)
                done = remember(events, i, done, (seat, symbol, secret))
            outcome = act(s, seat, action, kind.whole)
            reward(s, outcome, kind.reward, base, rewards, i)
            shown = upturned(raw, i, views, turned) if tells and outcome != OVER else NONE
            if outcome == OVER and not ended[i]:
                keep_words(raw, i, last, i)
                keep_history(events, i, last_events)
            settle_up(seating, i, outcome, rewards[i, learner[i]])
            if outcome == OVER:
                done = clear_history(events, i, done)
                renew(s, raw, i, blank, rng, base, seating)
            if s.acting == NONE:
                if draws:
                    keep_hands(raw, i, drawn, held)
                run_table(s)
                if draws and outcome == GOES_ON:
                    done = remember_draws(raw, i, held, drawn, events, done, kind.symbols)
            if tells:
                pieces = upturned(raw, i, views, turned)
                if pieces != shown:
                    done = remember_pieces(pieces, events, i, done, kind.seats, kind.symbols)
            written[i], seat = done, first(s.acting)
        now, movers[i] = cases[key_of(s)], seat
        show_secrets(events, i, written[i], seat)
        hand_over(seating, i, seat)
        bring_up_to_date(raw, i, now, old, 0, in_case[i], public, stretches, own, keep, fill, turns, seat, rows)
        in_case[i] = now
        write_legal_mask(s, seat, legal, masks, i)
