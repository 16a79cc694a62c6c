"""Generic loops over states: one action, a whole batch, or play to the end.

The loops call only verbs (`saleroom.kernel.verbs`), so they work for all games.

Arrays of states are 1-D record arrays of one game; `rng` is an array of one `uint64` (see `chance.roll`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first, has
from saleroom.kernel.compile import entry, rule, single, watched

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState


@rule
def run_table(s: MatchState):
    """Let the table act until a seat may act or the match is over."""
    while s.acting == NONE and s.winners == NONE:
        verbs.chance(s)
        verbs.table(s)


@rule
def step(s: MatchState, seat, action):
    """Carry out a legal action, and let the table act until a seat may act."""
    verbs.act(s, seat, action)
    if s.acting == NONE:
        run_table(s)


@rule
def legal_now(s: MatchState, seat):
    """Return the `Choices` of a seat, which are empty unless it may act now."""
    return verbs.legal(s, seat) if has(s.acting, seat) else choices.from_word(NONE)


@rule
def play_on(s: MatchState, rng, decisions):
    """Play random actions until the match is over or `decisions` actions are played; return the number of actions."""
    run_table(s)
    made = 0
    while s.winners == NONE and made < decisions:
        seat = first(s.acting)
        step(s, seat, choices.at_random(verbs.legal(s, seat), rng))
        made += 1
    return made


# Single steps of a watched match: separate functions for chance, the table and a seat's action.


@watched
def arrange(states, i):
    """Let chance choose the pieces that the table of match `i` turns over next."""
    verbs.chance(states[i])


@watched
def turn_over(states, i):
    """Let the table of match `i` act once."""
    verbs.table(states[i])


@watched
def act(states, i, seat, action):
    """Carry out a legal action in match `i`; the table does not act."""
    verbs.act(states[i], seat, action)


@watched
def legal_fields(states, i, seat):
    """Return a seat's `Choices` in match `i` as a plain tuple.

    Numba creates named tuples by calling Python and does not check for errors there; Ctrl-C at that moment caused a
    segmentation fault.
    """
    found = legal_now(states[i], seat)
    return found.a, found.b, found.c, found.d, found.low, found.high


@watched
def imagine(states, i, seat, rng):
    """Complete view `i`, the view of `seat`, to a random whole state that is consistent with it."""
    verbs.imagine(states[i], seat, rng)


def legal(states, i, seat):
    """Return the `Choices` of a seat in match `i`."""
    return choices.Choices(*legal_fields(states, i, seat))


def permits(states, i, seat, action):
    """Return whether an action id is legal for a seat in match `i`."""
    return choices.contains(legal(states, i, seat), action)


@entry
def imagine_all(views, seats, rng):
    """Complete each view `i`, seen by `seats[i]`, to a random whole state consistent with it. Skip views of seat -1."""
    for i in range(len(views)):
        if seats[i] >= 0:
            verbs.imagine(views[i], seats[i], rng)


# Fast play without a record.


@entry
def open_tables(states):
    """Let the table act in each match of the batch until a seat may act."""
    for i in range(len(states)):
        run_table(states[i])


@single
def step_one(states, i, action, ids):
    """Carry out a legal action in match `i`, and let the table act. If several seats may act, the lowest-numbered of
    them acts.

    Write into `ids` the ids of the legal actions of the seat that acts next. Return the number of ids, or 0 if the
    match is over.
    """
    s: MatchState = states[i]
    step(s, first(s.acting), action)
    if s.winners != NONE:
        return 0
    found = verbs.legal(s, first(s.acting))
    return choices.write(found, ids)


@single
def choices_one(states, i, ids):
    """Write into `ids` the ids of the legal actions in match `i`; return the number of ids.

    If several seats may act, the ids are those of the lowest-numbered of these seats.
    """
    s: MatchState = states[i]
    return choices.write(verbs.legal(s, first(s.acting)), ids) if s.winners == NONE else 0


@entry
def movers(states, seats):
    """Write into `seats` the seat to move in each match, or -1 if the match is over.

    If several seats may act in a match, the seat to move is the lowest-numbered of them.
    """
    for i in range(len(states)):
        seats[i] = first(states[i].acting) if states[i].winners == NONE else -1


@entry
def step_all(states, seats, actions):
    """Carry out `actions[i]` by `seats[i]` in each match `i` that is not over, and let the tables act.

    If an action is illegal, change nothing and return the index of the first such match; else return -1.
    """
    for i in range(len(states)):
        if states[i].winners == NONE and not choices.contains(legal_now(states[i], seats[i]), actions[i]):
            return i
    for i in range(len(states)):
        if states[i].winners == NONE:
            step(states[i], seats[i], actions[i])
    return -1


@entry
def legal_all(states, seats, mask):
    """Write the legal actions of `seats[i]` in each match `i` into the boolean array `mask` (matches × action ids)."""
    mask[:, :] = False
    for i in range(len(states)):
        if states[i].winners != NONE:
            continue
        found = legal_now(states[i], seats[i])
        for index in range(choices.size(found)):
            mask[i, choices.pick(found, index)] = True


@entry
def playout(states, i, rng, decisions):
    """Play match `i` at random until it is over or `decisions` actions are played; return the number of actions."""
    return play_on(states[i], rng, decisions)


@entry
def playouts(states, rng, decisions):
    """Play every match of a batch at random, for at most `decisions` actions each; return the number of actions."""
    made = 0
    for i in range(len(states)):
        made += play_on(states[i], rng, decisions)
    return made
