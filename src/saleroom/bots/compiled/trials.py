"""Trials: carry out an option in an imagined world, then let the same player play all seats to the end of the deal.

That player is the game's net, or the bot ``house``, whose heuristics are much faster than a net. The net and ``house``
use only what the acting seat may know, so no seat profits from the known cards of an imagined world. The trials
therefore estimate what an option is worth to a player who cannot see these cards. All options are tried in the same
worlds with the same randomness, so that luck cancels in their differences.

Records are copied as rows of 64-bit words, which share the memory of the records.
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
"""Columns of a trial's outcome: the deal's score, the share of the match won and, from column `FACTS` on, facts."""

MOST_WORLDS = 8
"""Maximum number of candidate worlds (imagined deals) from which the world of one trial is drawn."""

FIRST_LOOK = 32
"""Number of imagined worlds after which repetitions are first counted.

If few of these worlds are equal, there are too many different worlds to list.
"""

SURE = 16
"""Mean number of times that each listed world must have been imagined before the list counts as complete.

The list then misses one world in ten million.
"""

VIEW, WORLD, TABLE, SPARE = range(4)
"""Indexes of a `Workspace`'s records: the seat's view, an imagined world, the state in a trial, and a buffer."""

_IMAGINING, _PLAYING = range(2)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_UNIT = 2.0**-53


class Search(NamedTuple):
    """Data of the search for one decision, shared by all threads: options, worlds and outcomes."""

    seat: int
    key: np.uint64
    """The seed of all randomness."""
    knowing: bool
    """Whether the view shows the whole state, so that no world is imagined."""
    listed: Any
    """(worlds, words) uint64: all worlds that fit the view; no rows if they are not listed."""
    turns: Any
    """(trials,) int64: the index in `listed` of each trial's world."""
    actions: Any
    """(actions,) int64: the ids of the options, ascending."""
    outcomes: Any
    """(actions, trials, columns) float32."""


class Workspace(NamedTuple):
    """Buffers for one thread."""

    records: Any
    """(4,) records of the game, at `VIEW`, `WORLD`, `TABLE` and `SPARE`."""
    words: Any
    """(4, words) uint64: the records as 64-bit words, in the same memory."""
    rng: Any
    """(1,) uint64."""
    shares: Any
    """(SEATS,) float64: a number for each seat of the largest table."""


def workspace(views: Any) -> Workspace:
    """Return buffers for trials from the view `views[0]`."""
    records = np.repeat(views, 4).view(type(views))
    return Workspace(records, records.view(np.uint64).reshape(4, -1), np.zeros(1, np.uint64), np.zeros(SEATS))


def load(game: str) -> tuple[Fact, ...]:
    """Load all that compiled trials of the game with the given full name need; return the facts that trials record.

    Call this function before the first trial, because the cached machine code lacks everything that is loaded later.
    """
    heuristics.load(game)
    net_features.load(game)
    return game_models.load(game)


@rule
def begin_chance(rng, key, number, purpose):
    """Seed the RNG for the imagined world `number`. The same `key`, `number` and `purpose` give the same randomness."""
    rng[0] = added(key, multiplied(np.uint64(2 * number + purpose + 1), _GOLDEN))
    rng[0] = roll(rng)


@rule
def unit(rng):
    """Return a random number from 0 up to, not including, 1."""
    return np.float64(roll(rng) >> np.uint64(11)) * _UNIT


@rule
def copy(to, i, source, j):
    """Copy record `j` of the array `source` to index `i` of the array `to`; both are arrays of words."""
    for word in range(to.shape[1]):
        to[i, word] = source[j, word]


@rule
def take(s: MatchState, seat, action, deal):
    """Carry out one action, and then the table's actions up to the next player's turn or the end of the deal."""
    verbs.act(s, seat, action)
    while s.acting == NONE and s.winners == NONE and s.deal == deal:
        verbs.chance(s)
        verbs.table(s)


@rule
def play_out(s: MatchState, seat, action, rng, net, learned):
    """Carry out an action, then play all seats to the end of the deal: by the net if `learned`, else by ``house``."""
    deal = value_of(s.deal)
    while True:
        take(s, seat, action, deal)
        if s.winners != NONE or s.deal != deal:
            return
        seat = first(s.acting)
        action = nets.choose(net, s, seat) if learned else house(s, seat, rng)


@rule
def share_of_win(s: MatchState, seat, shares, learned):
    """Return a seat's chance to win the match; several winners share the win. `shares` is a buffer for all seats."""
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
    """Imagine a world that fits the view.

    Of several imagined worlds, one is drawn with probability proportional to the likelihood of the other seats' bids,
    shown cards and discards (sampling importance resampling, Rubin 1987). No further world is imagined once the
    likelihoods sum to 1.
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
    """Return whether record `i` of the array `words` equals record `j` of the array `others`."""
    for word in range(words.shape[1]):
        if words[i, word] != others[j, word]:
            return False
    return True


@entry
def census(work, seat, key, listed, weights):
    """Write the worlds that fit the view into `listed`, and their likelihoods into `weights`.

    Return the number of worlds, or 0 if there are too many.

    `listed` has as many rows of words as `weights` has numbers; `key` seeds all randomness. Worlds that differ only in
    future chance count as one world, unless they differ in the order of a stock. Worlds are imagined one after another
    until no new world can be expected.
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
    """Write the world for trial `number` into the workspace."""
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
    """Try the options `alive` in the worlds with numbers from `start` up to, not including, `stop`.

    `alive` has the options as indexes into `search.actions`.

    If `learned`, `net` plays; otherwise ``house`` plays.
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
    """Write the actions that the search considers into `ids`; return their number."""
    return game_models.options(views[0], seat, ids)
