"""Episodes: matches or single deals, played step by step and restarted when they end.

A *crowd* is a batch of episodes: arrays with one row per episode, updated in place. Different threads can step
different ranges of a crowd, because an episode depends only on its own row.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, bit, count, first, has, lowered, value_of, without
from saleroom.kernel.chance import fresh_chance
from saleroom.kernel.compile import allocating_rule, rule
from saleroom.kernel.fields import NO_SEAT, PUBLIC
from saleroom.kernel.flatten import bring_up_to_date, wipe
from saleroom.kernel.loops import run_table
from saleroom.kernel.unset import ALL_SET, key_of

if TYPE_CHECKING:
    from saleroom.kernel.states import ChanceState, MatchState

NOWHERE = -1
NO_ENTRY = -1  # value of actor and symbol in an empty row of the history
AT_ONCE = 32
"""Number of episodes that act before any of their rows is written.

The delay is useful, because a processor is slow to read a word of which a part has just been written.
"""
GOES_ON, SETTLED, OVER = range(3)
BY_SCORE, BY_WIN, BY_AHEAD = range(3)

BatchState = namedtuple(
    "BatchState",
    (
        "states",  # (episodes,) records
        "raw",  # (episodes, words) uint64: the same memory as words
        "blank",  # (words,) uint64: a match before its first deal
        "rng",  # (episodes,) uint64: generators for the seeds of later episodes
        "base",  # (episodes, seats) int32: the scores at the last reward
        "observations",  # (episodes, size) int32: the mover's observation, a row
        "legal",  # (episodes, 6) uint64: the mover's legal actions, as choices
        "masks",  # (episodes, actions) uint8: the mover's legal actions as flags; this module never reads them
        "movers",  # (episodes,) int32: the seat to move; NO_SEAT once an episode is over
        "rewards",  # (episodes, seats) float32: each seat's reward from the last step
        "ended",  # (episodes,) bool: whether the last step ended an episode
        "history",  # (episodes, rows, 2) int32: actor and action, the oldest first; NO_ENTRY in empty rows
        "written",  # (episodes,) int32: the number of rows of the history in use
        "cases",  # (episodes,) int64: the case (see `saleroom.kernel.unset`) of the observed state
        "last",  # (episodes, words) uint64: the final state of the last episode that ended
        "last_history",  # (episodes, rows, 2) int32: the history of that episode
    ),
)

Kind = namedtuple(
    "Kind",
    (
        "masks",  # (9, words) uint64: the bits visible to each seat and, last, to the public
        "plan",  # a `Plan`: the position of each number in a row
        "seats",
        "whole",  # whether an episode is a whole match; else it is a single deal
        "again",  # whether an episode restarts as soon as it ends
        "reward",  # BY_SCORE, BY_WIN or BY_AHEAD
        "closed",  # the phases in which choices stay hidden, as a set
        "covered",  # (actions,) int32: the number of pieces that the action lays face down, if its phase is closed
        "turned",  # (2,) int64: the public word with upturned pieces, and their byte in it (NOWHERE for a set)
        "symbols",  # the number of symbols for actions, visible or hidden
    ),
)


@rule
def act(s: MatchState, seat, action, whole):
    """Carry out a legal action; return `OVER` if it ended the episode, `SETTLED` if it ended only a deal, else
    `GOES_ON`.
    """
    deal = value_of(s.deal)
    verbs.act(s, seat, action)
    settled = s.deal != deal
    if s.winners != NONE or (settled and not whole):
        return OVER
    return SETTLED if settled else GOES_ON


@rule
def write_changes(s: MatchState, how, base, rewards, i):
    """Write the change of each seat's points or chips since the last settlement; with `BY_AHEAD`, less the mean of the
    other seats' changes.
    """
    seats, total = rewards.shape[1], 0
    for seat in range(seats):
        total += value_of(s.scores[seat]) - base[i, seat]
    for seat in range(seats):
        change = value_of(s.scores[seat]) - base[i, seat]
        rewards[i, seat] = (seats * change - total) / (seats - 1) if how == BY_AHEAD else change
        base[i, seat] = s.scores[seat]


@rule
def reward(s: MatchState, outcome, how, base, rewards, i):
    """Write each seat's reward for a step.

    `how` is `BY_SCORE` for its points or chips since the last settlement, `BY_AHEAD` for these less the mean of the
    other seats', or `BY_WIN` for its share of the win. Call this function before the next deal begins, because antes
    belong to the next deal.
    """
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    if outcome == OVER and how == BY_WIN:
        for seat in range(rewards.shape[1]):
            if has(s.winners, seat):
                rewards[i, seat] = 1 / count(s.winners)
    elif outcome != GOES_ON and how != BY_WIN:
        write_changes(s, how, base, rewards, i)


# The history


@rule
def remember(history, i, written, actor, symbol):
    """Add a row to the history, and drop the oldest row if the history is full; return the number of rows in use."""
    room = history.shape[1]
    if room == 0:
        return 0
    if written == room:
        for row in range(room - 1):
            history[i, row, 0], history[i, row, 1] = history[i, row + 1, 0], history[i, row + 1, 1]
        written -= 1
    history[i, written, 0], history[i, written, 1] = actor, symbol
    return written + 1


@rule
def symbol_of(s: MatchState, action, closed, covered):
    """Return an action's history symbol: its id or, in a closed phase, only the number of pieces laid face down."""
    return len(covered) + covered[action] if has(closed, s.phase) else value_of(action)


@rule
def upturned(raw, i, masks, turned):
    """Return the pieces that the table has turned up in this deal for all players to see."""
    if turned[0] == NOWHERE:
        return NONE
    word = raw[i, turned[0]] & masks[PUBLIC, turned[0]]
    if turned[1] == NOWHERE:
        return word
    piece = lowered(word, 8 * turned[1]) & np.uint64(0xFF)
    return bit(piece) if piece < 64 else NONE


@rule
def remember_pieces(pieces, history, i, written, actor, symbols):
    """Add a row to the history for each piece in a set; return the number of rows in use."""
    while pieces != NONE:
        written = remember(history, i, written, actor, symbols + first(pieces))
        pieces = without(pieces, bit(first(pieces)))
    return written


@rule
def clear_history(history, i, written):
    """Set the rows in use to empty; return the number of rows in use, 0."""
    for row in range(written):
        history[i, row, 0], history[i, row, 1] = NO_ENTRY, NO_ENTRY
    return 0


@rule
def keep_history(history, i, last_history):
    """Copy the history of episode `i`, which has just ended, to `last_history`."""
    for row in range(history.shape[1]):
        last_history[i, row, 0], last_history[i, row, 1] = history[i, row, 0], history[i, row, 1]


# The mover's observation


@rule
def write_legal_mask(s: MatchState, seat, legal, masks, i):
    """Write a seat's legal actions, as choices and as flags."""
    found = verbs.legal(s, seat)
    choices.store_choices(found, legal, i)
    choices.mark(found, masks, i)


@rule
def keep_words(raw, i, kept, k):
    """Copy the words of episode `i` into row `k` of `kept`."""
    for word in range(raw.shape[1]):
        kept[k, word] = raw[i, word]


@rule
def sow_and_reset(s: ChanceState, raw, i, blank, rng):
    """Reset episode `i` to a match before its first deal, with the next seed from the generator `rng[i]`."""
    for word in range(raw.shape[1]):
        raw[i, word] = blank[word]
    fresh_chance(s, rng[i : i + 1])


# Functions on a crowd. Each function unpacks the crowd once, because Numba counts references to all the crowd's arrays
# at each call that takes it.


@rule
def begin_all(crowd, kind, start, end):
    """Deal in the episodes from `start` up to `end`, and write their observations; their seeds must be set."""
    states, raw, base, history, written = crowd.states, crowd.raw, crowd.base, crowd.history, crowd.written
    for i in range(start, end):
        s: MatchState = states[i]
        for seat in range(kind.seats):
            base[i, seat] = s.scores[seat]
        clear_history(history, i, written[i])
        run_table(s)
        pieces = upturned(raw, i, kind.masks, kind.turned)
        written[i] = remember_pieces(pieces, history, i, 0, kind.seats, kind.symbols)
    show_all(crowd, kind, start, end)


@allocating_rule
def show_all(crowd, kind, start, end):
    """Write from scratch the movers' rows and legal actions in the episodes from `start` up to `end`. All these
    episodes must be in progress.
    """
    states, raw, rows = crowd.states, crowd.raw, crowd.observations
    legal, masks, movers = crowd.legal, crowd.masks, crowd.movers
    public, stretches, own, unset = kind.plan.shown, kind.plan.stretches, kind.plan.own, kind.plan.unset
    cases, keep, fill, turns = unset.cases, unset.keep, unset.fill, unset.turns
    nothing, in_case = np.zeros((1, raw.shape[1]), np.uint64), crowd.cases
    for i in range(start, end):
        s: MatchState = states[i]
        seat = first(s.acting)
        movers[i] = seat
        wipe(rows, i)
        now = cases[key_of(s)]
        in_case[i] = now
        bring_up_to_date(raw, i, now, nothing, 0, ALL_SET, public, stretches, own, keep, fill, turns, seat, rows)
        write_legal_mask(s, seat, legal, masks, i)


@allocating_rule
def step_all(crowd, kind, start, end, actions):
    """Carry out one legal action in each episode from `start` up to `end`; restart the episodes that end."""
    states, raw, base, rows = crowd.states, crowd.raw, crowd.base, crowd.observations
    legal, masks, movers, history, written = crowd.legal, crowd.masks, crowd.movers, crowd.history, crowd.written
    blank, rng, rewards, ended, in_case = crowd.blank, crowd.rng, crowd.rewards, crowd.ended, crowd.cases
    last, last_history, views, turned, covered = crowd.last, crowd.last_history, kind.masks, kind.turned, kind.covered
    public, stretches, own, (_, cases, keep, fill, turns) = kind.plan
    tells, old, after = history.shape[1] > 0, np.empty((AT_ONCE, raw.shape[1]), np.uint64), np.empty(AT_ONCE, np.int64)
    for begin in range(start, end, AT_ONCE):
        several = range(begin, min(begin + AT_ONCE, end))
        for i in several:
            s, mover, action = states[i], np.int64(movers[i]), actions[i]
            keep_words(raw, i, old, i - begin)
            done = 0
            if tells:
                done = remember(history, i, written[i], mover, symbol_of(s, action, kind.closed, covered))
            outcome = act(s, mover, action, kind.whole)
            reward(s, outcome, kind.reward, base, rewards, i)
            ended[i] = outcome == OVER
            shown = upturned(raw, i, views, turned) if tells and outcome != OVER else NONE
            if outcome == OVER and not kind.again:
                written[i], movers[i] = done, NO_SEAT
                continue
            if outcome == OVER:
                keep_words(raw, i, last, i)
                keep_history(history, i, last_history)
                done = clear_history(history, i, done)
                sow_and_reset(s, raw, i, blank, rng)
                for seat in range(kind.seats):
                    base[i, seat] = s.scores[seat]
            if s.acting == NONE:
                run_table(s)
            if tells:
                pieces = upturned(raw, i, views, turned)
                if pieces != shown:
                    done = remember_pieces(pieces, history, i, done, kind.seats, kind.symbols)
            written[i], movers[i] = done, first(s.acting)
            after[i - begin] = cases[key_of(s)]
        for i in several:
            seat = np.int64(movers[i])
            if seat != NO_SEAT:
                k, now, then = i - begin, after[i - begin], in_case[i]
                in_case[i] = now
                bring_up_to_date(raw, i, now, old, k, then, public, stretches, own, keep, fill, turns, seat, rows)
                write_legal_mask(states[i], seat, legal, masks, i)


@rule
def choose_all(crowd, start, end, rng, actions):
    """Choose a random legal action for the mover in each episode from `start` up to `end`; `rng` has one generator per
    episode.
    """
    legal = crowd.legal
    for i in range(start, end):
        actions[i] = choices.at_random(choices.kept(legal, i), rng[i : i + 1])


@rule
def first_illegal(crowd, start, end, actions):
    """Return the first episode from `start` up to `end` whose action is illegal, or -1 if there is none."""
    legal = crowd.legal
    for i in range(start, end):
        if not choices.contains(choices.kept(legal, i), actions[i]):
            return i
    return -1
