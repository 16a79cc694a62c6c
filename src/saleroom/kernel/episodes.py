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
NO_ENTRY = -1  # value of all numbers in an empty row of the history, and of a private symbol that is not shown
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
        "history",  # (episodes, rows, columns) int32: actor, symbol and, in 3 columns, the mover's private symbol
        "secrets",  # (episodes, rows) int32: each row's private symbol, which only its actor may see; or no rows
        "written",  # (episodes,) int32: the number of rows of the history in use
        "cases",  # (episodes,) int64: the case (see `saleroom.kernel.unset`) of the observed state
        "last",  # (episodes, words) uint64: the final state of the last episode that ended
        "last_history",  # (episodes, rows, columns) int32: the history of that episode, without private symbols
        "last_secrets",  # (episodes, rows) int32: its private symbols
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
        "drawn",  # (3,) int64: the first word of the hands, the words of a hand, the symbol of a drawn piece
    ),
)

History = namedtuple("History", ("rows", "secrets"))
"""The arrays `history` and `secrets` of a crowd."""


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
def remember(events, i, written, entry):
    """Add a row to the history, and drop the oldest row if the history is full; return the number of rows in use.

    `entry` is the actor, the symbol that all see, and the actor's private symbol or `NO_ENTRY`.
    """
    rows, secrets = events
    room = rows.shape[1]
    if room == 0:
        return 0
    if written == room:
        for row in range(room - 1):
            rows[i, row, 0], rows[i, row, 1] = rows[i, row + 1, 0], rows[i, row + 1, 1]
        for row in range(secrets.shape[1] - 1):
            secrets[i, row] = secrets[i, row + 1]
        written -= 1
    rows[i, written, 0], rows[i, written, 1] = entry[0], entry[1]
    if secrets.shape[1] > 0:
        secrets[i, written] = entry[2]
    return written + 1


@rule
def symbol_of(s: MatchState, action, closed, covered):
    """Return an action's history symbol: its id or, in a closed phase, only the number of pieces laid face down."""
    return len(covered) + covered[action] if has(closed, s.phase) else value_of(action)


@rule
def secret_of(s: MatchState, action, closed):
    """Return an action's private symbol: its id in a closed phase, else `NO_ENTRY`."""
    return value_of(action) if has(closed, s.phase) else NO_ENTRY


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
def remember_pieces(pieces, events, i, written, actor, symbols):
    """Add a row to the history for each piece in a set; return the number of rows in use."""
    while pieces != NONE:
        written = remember(events, i, written, (actor, symbols + first(pieces), NO_ENTRY))
        pieces = without(pieces, bit(first(pieces)))
    return written


@rule
def keep_hands(raw, i, drawn, held):
    """Copy the words of all hands of episode `i` to `held`, which is empty if the table gives no piece after the
    hands.
    """
    for k in range(len(held)):
        held[k] = raw[i, drawn[0] + k]


@rule
def remember_draws(raw, i, held, drawn, events, written, symbols):
    """Add a row to the history for each piece that a seat holds now and did not hold in `held`; return the number of
    rows in use. The receiver is the actor, and the piece is its private symbol.
    """
    for k in range(len(held)):
        pieces = without(raw[i, drawn[0] + k], held[k])
        while pieces != NONE:
            piece = symbols + 64 * (k % drawn[1]) + first(pieces)
            written = remember(events, i, written, (k // drawn[1], drawn[2], piece))
            pieces = without(pieces, bit(first(pieces)))
    return written


@rule
def show_secrets(events, i, written, seat):
    """Show a seat its own private symbols in the history, and no others."""
    rows, secrets = events
    if secrets.shape[1] > 0:
        for row in range(written):
            rows[i, row, 2] = secrets[i, row] if rows[i, row, 0] == seat else NO_ENTRY


@rule
def clear_history(events, i, written):
    """Set the rows in use to empty; return the number of rows in use, 0."""
    rows, secrets = events
    for row in range(written):
        for column in range(rows.shape[2]):
            rows[i, row, column] = NO_ENTRY
    for row in range(min(written, secrets.shape[1])):
        secrets[i, row] = NO_ENTRY
    return 0


@rule
def keep_history(events, i, last):
    """Copy the history of episode `i`, which has just ended, to `last`."""
    for row in range(events.rows.shape[1]):
        last.rows[i, row, 0], last.rows[i, row, 1] = events.rows[i, row, 0], events.rows[i, row, 1]
    for row in range(events.secrets.shape[1]):
        last.secrets[i, row] = events.secrets[i, row]


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
    states, raw, base, written = crowd.states, crowd.raw, crowd.base, crowd.written
    events = History(crowd.history, crowd.secrets)
    for i in range(start, end):
        s: MatchState = states[i]
        for seat in range(kind.seats):
            base[i, seat] = s.scores[seat]
        clear_history(events, i, written[i])
        run_table(s)
        pieces = upturned(raw, i, kind.masks, kind.turned)
        written[i] = remember_pieces(pieces, events, i, 0, kind.seats, kind.symbols)
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
    events, written = History(crowd.history, crowd.secrets), crowd.written
    for i in range(start, end):
        s: MatchState = states[i]
        seat = first(s.acting)
        movers[i] = seat
        show_secrets(events, i, written[i], seat)
        wipe(rows, i)
        now = cases[key_of(s)]
        in_case[i] = now
        bring_up_to_date(raw, i, now, nothing, 0, ALL_SET, public, stretches, own, keep, fill, turns, seat, rows)
        write_legal_mask(s, seat, legal, masks, i)


@allocating_rule
def step_all(crowd, kind, start, end, actions):  # noqa: PLR0912, PLR0915 - it unpacks all arrays first
    """Carry out one legal action in each episode from `start` up to `end`; restart the episodes that end."""
    states, raw, base, rows = crowd.states, crowd.raw, crowd.base, crowd.observations
    legal, masks, movers, written, last = crowd.legal, crowd.masks, crowd.movers, crowd.written, crowd.last
    blank, rng, rewards, ended, in_case = crowd.blank, crowd.rng, crowd.rewards, crowd.ended, crowd.cases
    events, last_events = History(crowd.history, crowd.secrets), History(crowd.last_history, crowd.last_secrets)
    views, turned, covered, drawn = kind.masks, kind.turned, kind.covered, kind.drawn
    public, stretches, own, (_, cases, keep, fill, turns) = kind.plan
    tells, held = crowd.history.shape[1] > 0, np.empty(kind.seats * drawn[1], np.uint64)
    draws = tells and len(held) > 0
    old, after = np.empty((AT_ONCE, raw.shape[1]), np.uint64), np.empty(AT_ONCE, np.int64)
    for begin in range(start, end, AT_ONCE):
        several = range(begin, min(begin + AT_ONCE, end))
        for i in several:
            s, mover, action = states[i], np.int64(movers[i]), actions[i]
            keep_words(raw, i, old, i - begin)
            done = 0
            if tells:
                symbol, secret = symbol_of(s, action, kind.closed, covered), secret_of(s, action, kind.closed)
                done = remember(events, i, written[i], (mover, symbol, secret))
            outcome = act(s, mover, action, kind.whole)
            reward(s, outcome, kind.reward, base, rewards, i)
            ended[i] = outcome == OVER
            shown = upturned(raw, i, views, turned) if tells and outcome != OVER else NONE
            if outcome == OVER and not kind.again:
                written[i], movers[i] = done, NO_SEAT
                continue
            if outcome == OVER:
                keep_words(raw, i, last, i)
                keep_history(events, i, last_events)
                done = clear_history(events, i, done)
                sow_and_reset(s, raw, i, blank, rng)
                for seat in range(kind.seats):
                    base[i, seat] = s.scores[seat]
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
                show_secrets(events, i, done, first(s.acting))
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
