"""Trials: do an option in an imagined world, and play the deal to its end with the same player in every seat.

That player is the game's net, or ``house``, whose heuristics are much faster. Both decide by what each seat may know,
so that no seat in a trial profits from the cards of an imagined world. The value of an option is therefore its value to
a player who will not know these cards either. All options are tried in the same worlds with the same randomness, so
that luck cancels in their differences.

Records are copied by their words: rows of 64-bit words over the same memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from saleroom.bots.compiled import game_models, heuristics, net_features, nets
from saleroom.bots.compiled.heuristics import choose as house
from saleroom.kernel import verbs
from saleroom.kernel.bits import NONE, added, first, has, multiplied, seats_of, value_of
from saleroom.kernel.chance import fresh_chance, roll
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.fields import SEATS
from saleroom.toolkit.player.facts import Fact

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

SCORE, WINS, FACTS = range(3)
"""The columns of a trial's outcome: the deal's score, the share of the match, and from the third on the facts."""

MOST_WORLDS = 8
"""Maximum number of imagined worlds from which one is drawn."""

FIRST_LOOK = 32
"""Number of worlds after which repetitions are counted; if few repeat, there are too many to list."""

SURE = 16
"""The list is complete once each world was imagined this often on average: one in ten million is still missing then."""

VIEW, WORLD, TABLE, SPARE = range(4)
"""The records of a `Workspace`: the seat's view, an imagined world, the table on which a trial is played, a buffer."""

_IMAGINING, _PLAYING = range(2)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_UNIT = 2.0**-53


class Search(NamedTuple):
    """The search for one decision: its options, their worlds and the outcomes. Threads share it."""

    seat: int
    key: np.uint64
    """The seed of all randomness."""
    knowing: bool
    """Whether the view is the whole state."""
    listed: Any
    """(worlds, words) uint64: all worlds that fit the view, if they are known; else no row."""
    turns: Any
    """(trials,) int64: the index in `listed` of the world of each trial."""
    actions: Any
    """(actions,) int64: the ids of the options, ascending."""
    outcomes: Any
    """(actions, trials, columns) float32."""


class Workspace(NamedTuple):
    """Buffers of one thread."""

    records: Any
    """(4,) records of the game, at `VIEW`, `WORLD`, `TABLE` and `SPARE`."""
    words: Any
    """(4, words) uint64: the same memory as words."""
    rng: Any
    """(1,) uint64."""
    shares: Any
    """(SEATS,) float64: a number for each seat of the largest table."""


def workspace(views: Any) -> Workspace:
    """Return buffers for trials from the view `views[0]`."""
    records = np.repeat(views, 4).view(type(views))
    return Workspace(records, records.view(np.uint64).reshape(4, -1), np.zeros(1, np.uint64), np.zeros(SEATS))


def load(game: str) -> tuple[Fact, ...]:
    """Load everything about a game (by its full name) that trials need in compiled code; return the facts that they
    note.

    Call it before the first trial: anything loaded later would be missing in the cached machine code.
    """
    heuristics.load(game)
    net_features.load(game)
    return game_models.load(game)


@rule
def begin_chance(rng, key, number, purpose):
    """Seed the RNG for world `number`: the same number gives the same randomness."""
    rng[0] = added(key, multiplied(np.uint64(2 * number + purpose + 1), _GOLDEN))
    rng[0] = roll(rng)


@rule
def unit(rng):
    """Return a number from 0 up to, not including, 1."""
    return np.float64(roll(rng) >> np.uint64(11)) * _UNIT


@rule
def copy(to, i, source, j):
    """Copy record `j` of one array of words to place `i` of another."""
    for word in range(to.shape[1]):
        to[i, word] = source[j, word]


@rule
def take(s: MatchState, seat, action, deal):
    """Do one action, then the table's turns, except for the next deal."""
    verbs.act(s, seat, action)
    while s.acting == NONE and s.winners == NONE and s.deal == deal:
        verbs.chance(s)
        verbs.table(s)


@rule
def play_out(s: MatchState, seat, action, rng, net, learned):
    """Do an action and play every seat to the end of the deal: by the net if `learned`."""
    deal = value_of(s.deal)
    while True:
        take(s, seat, action, deal)
        if s.winners != NONE or s.deal != deal:
            return
        seat = first(s.acting)
        action = nets.choose(net, s, seat) if learned else house(s, seat, rng)


@rule
def share_of_win(s: MatchState, seat, shares, learned):
    """Return a seat's chance to win the match, a tie split; `shares` is a buffer for all seats."""
    if s.winners == NONE:
        if learned:
            game_models.prospects_with_net(s, shares)
        else:
            game_models.prospects(s, shares)
        return shares[seat]
    winners = 0
    for winner in range(seats_of(s)):
        winners += has(s.winners, winner)
    return has(s.winners, seat) / winners


@rule
def imagine(work, seat):
    """Make a world from the view.

    One of several worlds that fit the view is drawn with probability proportional to the likelihood of the others'
    bids, shown cards and discards (sampling importance resampling, Rubin 1987). It stops when the likelihoods sum to
    one.
    """
    s: MatchState = work.records[WORLD]
    total = 0.0
    for _ in range(MOST_WORLDS):
        copy(work.words, WORLD, work.words, VIEW)
        verbs.imagine(s, seat, work.rng)
        if game_models.lean(s, seat, work.rng):
            return
        likely = game_models.plausible(s, seat)
        total += likely
        if unit(work.rng) * total <= likely:
            copy(work.words, SPARE, work.words, WORLD)
        if total >= 1.0:
            break
    copy(work.words, WORLD, work.words, SPARE)


@rule
def reshuffle(s: MatchState, rng):
    """Reshuffle the undealt stock; hands stay."""
    fresh_chance(s, rng)
    game_models.reshuffle_stock(s, rng)


@rule
def is_same(words, i, others, j):
    """Return whether record `i` of one array of words equals record `j` of another."""
    for word in range(words.shape[1]):
        if words[i, word] != others[j, word]:
            return False
    return True


@entry
def census(work, seat, key, listed, weights):
    """List the worlds that fit the view, with their likelihoods; return their number, 0 if there are too many.

    `listed` has as many rows of words as `weights` has numbers; `key` seeds all randomness. Worlds that differ only in
    future chance count as one, except for the order of a stock. Worlds are imagined one after the other until no new
    one can be expected.
    """
    s: MatchState = work.records[WORLD]
    count, drawn = 0, 0
    while drawn < SURE * max(count, 1):
        begin_chance(work.rng, key, drawn, _IMAGINING)
        copy(work.words, WORLD, work.words, VIEW)
        verbs.imagine(s, seat, work.rng)
        if game_models.lean(s, seat, work.rng):
            return 0
        begin_chance(work.rng, key, 0, _PLAYING)
        reshuffle(s, work.rng)
        index = 0
        while index < count and not is_same(work.words, WORLD, listed, index):
            index += 1
        if index == len(listed):
            return 0
        if index == count:
            copy(listed, count, work.words, WORLD)
            weights[count] = game_models.plausible(s, seat)
            count += 1
        drawn += 1
        if drawn == FIRST_LOOK and count > 0.9 * FIRST_LOOK:
            return 0
    return count


@rule
def prepare_world(search, work, number):
    """Write the world of trial `number`."""
    begin_chance(work.rng, search.key, number, _IMAGINING)
    if not search.knowing and len(search.listed) == 0:
        imagine(work, search.seat)
        return
    if search.knowing:
        copy(work.words, WORLD, work.words, VIEW)
    else:
        copy(work.words, WORLD, search.listed, search.turns[number])
    reshuffle(work.records[WORLD], work.rng)


@entry
def run_trials(search, work, alive, start, stop, net, learned):
    """Try the options `alive`, indices into `search.actions`, in the worlds `start` up to `stop`.

    `net` plays if `learned`, else ``house``.
    """
    table: MatchState = work.records[TABLE]
    for number in range(start, stop):
        prepare_world(search, work, number)
        for option in alive:
            copy(work.words, TABLE, work.words, WORLD)
            begin_chance(work.rng, search.key, number, _PLAYING)
            play_out(table, search.seat, search.actions[option], work.rng, net, learned)
            outcome = search.outcomes[option, number]
            outcome[SCORE] = table.last_score[search.seat]
            outcome[WINS] = share_of_win(table, search.seat, work.shares, learned)
            game_models.notes(table, search.seat, outcome[FACTS:])


@entry
def list_options(views, seat, ids):
    """Write the actions worth weighing into `ids`; return their number."""
    return game_models.options(views[0], seat, ids)
