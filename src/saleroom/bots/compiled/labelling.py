"""Self-play for training nets.

At some decisions, every option is tried, and the deal is played to its end after each option. Each option is tried in a
copy of the actual state with the same randomness, so that luck cancels in the differences. From the deciding seat's
point of view, the actual state is a random sample of the states that fit its view. After an option, the same players
continue, and each sees only the view of its own seat. The result of an option is therefore an unbiased sample of the
value of the option among these players. This is rollout policy iteration; all options of a decision are tried, as in
external sampling (Brown et al., "Deep counterfactual regret minimization", 2019).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from saleroom.bots.compiled import net_features, nets
from saleroom.bots.compiled.heuristics import choose as house
from saleroom.bots.compiled.trials import copy, take, unit
from saleroom.kernel.bits import NONE, first, value_of
from saleroom.kernel.chance import roll_below
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.loops import run_table, step

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

HOUSE, NET, RIVAL = range(3)
"""Kinds of players; `RIVAL` is another net, whose decisions are not labelled."""


class Labels(NamedTuple):
    """Results of the options of each labelled decision, one row per decision. Rows are padded with -1."""

    features: Any
    """(rows, maximum active) int16: for each decision, the ids of the active features."""
    parts: Any
    """(rows, options, maximum parts) int16: for each option, the ids of the parts that describe it."""
    scores: Any
    """(rows, options) int32: the seat's score in the deal after each option."""
    options: Any
    """(rows,) int16: number of options tried, at least two."""
    matches: Any
    """(rows,) int16: for each decision, the index of its match."""


class Habits(NamedTuple):
    """Parameters of self-play."""

    learner: int
    """The kind of player whose decisions are labelled: `HOUSE` or `NET`."""
    share: float
    """Share of decisions that are labelled, from 0 to 1."""
    stray: float
    """Probability of a random action instead of the player's own action, from 0 to 1."""
    until: int
    """Number of the last deal to play in a match."""


@rule
def choose(s: MatchState, seat, player, net, rival, rng):
    """Return a player's action in `seat`."""
    if player == HOUSE:
        return house(s, seat, rng)
    return nets.choose(net if player == NET else rival, s, seat)


@rule
def play_out(s: MatchState, seat, action, players, net, rival, rng):
    """Carry out an action, then play the deal to its end; `players` has the kind of player in each seat."""
    deal = value_of(s.deal)
    while True:
        take(s, seat, action, deal)
        if s.winners != NONE or s.deal != deal:
            return
        seat = first(s.acting)
        action = choose(s, seat, players[seat], net, rival, rng)


@rule
def bring_forward(options, count, wanted, limit, rng):
    """Shorten the list `options` to at most `limit` random options that include `wanted`; return the new length.

    The remaining options come first in the array. The list has `count` options before.
    """
    if count <= limit:
        return count
    for index in range(count):
        if options[index] == wanted:
            options[0], options[index] = options[index], options[0]
    for index in range(1, limit):
        drawn = index + roll_below(rng, count - index)
        options[index], options[drawn] = options[drawn], options[index]
    return limit


@rule
def describe(s: MatchState, seat, count, net, labels, row):
    """Write the net's input for a decision to `row` of the labels.

    The decision's options are the first `count` of `net.options`.
    """
    active = net_features.features(s, seat, net.ids, net.notes)
    for index in range(active):
        labels.features[row, index] = net.ids[index]
    for option in range(count):
        for index in range(net_features.parts(s, seat, net.options[option], net.part_ids, net.notes)):
            labels.parts[row, option, index] = net.part_ids[index]
    labels.options[row] = count


@rule
def label(i, words, seat, chosen, place, place_words, players, net, rival, actions, rng, labels, row):
    """Try the options of a decision in state `i`.

    The arrays `place` and `actions` are buffers: `place` for a copy of the state, and `actions` for the ids of the
    options.
    """
    s = place[0]
    copy(place_words, 0, words, i)
    count = net_features.options(s, seat, net.options)
    count = bring_forward(net.options, count, chosen, len(actions), rng)
    describe(s, seat, count, net, labels, row)
    for option in range(count):  # `play_out` overwrites `net.options`
        actions[option] = net.options[option]
    saved_rng = rng[0]
    for option in range(count):
        copy(place_words, 0, words, i)
        rng[0] = saved_rng
        play_out(s, seat, actions[option], players, net, rival, rng)
        labels.scores[row, option] = s.last_score[seat]


@entry
def play_and_label(states, words, players, net, rival, habits, place, place_words, actions, rng, labels):
    """Play matches and return the number of labelled decisions.

    Row `i` of `players` has the kind of player in each seat of match `i`.

    `place` is a buffer of one record, and `actions` is a buffer for the options of one decision. `words` holds the
    64-bit words of `states`, and `place_words` holds those of `place`. Play ends when `labels` is full.
    """
    row = 0
    for i in range(len(states)):
        s: MatchState = states[i]
        run_table(s)
        while s.winners == NONE and s.deal <= habits.until:
            seat = first(s.acting)
            count = net_features.options(s, seat, net.options)
            if unit(rng) < habits.stray:
                chosen = net.options[roll_below(rng, count)]
            else:
                chosen = choose(s, seat, players[i, seat], net, rival, rng)
            if count > 1 and players[i, seat] == habits.learner and unit(rng) < habits.share:
                if row == len(labels.options):
                    return row
                label(i, words, seat, chosen, place, place_words, players[i], net, rival, actions, rng, labels, row)
                labels.matches[row] = i
                row += 1
            step(s, seat, chosen)
    return row
