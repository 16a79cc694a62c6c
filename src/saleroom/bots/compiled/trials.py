"""Trials: do an option in an imagined world, and play the deal to its end with the same player in every seat.

That player is the game's net, or ``house``, whose heuristics are much faster. Both decide by what each seat may know,
so that no seat in a trial profits from the cards of an imagined world. The value of an option is therefore its value to
a player who will not know these cards either. All options are tried in the same worlds with the same randomness, so
that luck cancels in their differences.

Arrays of records are passed with their words: rows of 64-bit words, by which records are copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.bots.compiled import game_models, heuristics, net_features, nets
from saleroom.bots.compiled.heuristics import choose as house
from saleroom.kernel import verbs
from saleroom.kernel.bits import NONE, added, first, has, multiplied, seats_of, value_of
from saleroom.kernel.chance import fresh_chance, roll
from saleroom.kernel.compile import entry, rule
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

_IMAGINING, _PLAYING = range(2)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_UNIT = 2.0**-53


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
    for at in range(to.shape[1]):
        to[i, at] = source[j, at]


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
    for other in range(seats_of(s)):
        winners += has(s.winners, other)
    return has(s.winners, seat) / winners


@rule
def imagine(s: MatchState, words, seat, rng):
    """Make a world from the view in row 0 of `words` in row 1, whose record is `s`; row 3 is a buffer.

    One of several worlds that fit the view is drawn with probability proportional to the likelihood of the others'
    bids, shown cards and discards (sampling importance resampling, Rubin 1987). It stops when the likelihoods sum to
    one.
    """
    total = 0.0
    for _ in range(MOST_WORLDS):
        copy(words, 1, words, 0)
        verbs.imagine(s, seat, rng)
        if game_models.lean(s, seat, rng):
            return
        likely = game_models.plausible(s, seat)
        total += likely
        if unit(rng) * total <= likely:
            copy(words, 3, words, 1)
        if total >= 1.0:
            break
    copy(words, 1, words, 3)


@rule
def reshuffle(s: MatchState, rng):
    """Reshuffle the undealt stock; hands stay."""
    fresh_chance(s, rng)
    game_models.reshuffle_stock(s, rng)


@rule
def is_same(one, i, other, j):
    """Return whether two records are equal, both as words."""
    for at in range(one.shape[1]):
        if one[i, at] != other[j, at]:
            return False
    return True


@entry
def census(places, words, seat, key, listed, weights, rng):
    """List the worlds that fit the view in row 0, with their likelihoods; return their number, 0 if there are too many.

    `listed` has as many rows of words as `weights` has numbers. Worlds that differ only in future chance count as one,
    except for the order of a stock. Worlds are imagined one after the other until no new one can be expected.
    """
    s, found, drawn = places[1], 0, 0
    while drawn < SURE * max(found, 1):
        begin_chance(rng, key, drawn, _IMAGINING)
        copy(words, 1, words, 0)
        verbs.imagine(s, seat, rng)
        if game_models.lean(s, seat, rng):
            return 0
        begin_chance(rng, key, 0, _PLAYING)
        reshuffle(s, rng)
        which = 0
        while which < found and not is_same(words, 1, listed, which):
            which += 1
        if which == len(listed):
            return 0
        if which == found:
            copy(listed, found, words, 1)
            weights[found] = game_models.plausible(s, seat)
            found += 1
        drawn += 1
        if drawn == FIRST_LOOK and found > 0.9 * FIRST_LOOK:
            return 0
    return found


@entry
def run(
    places, words, seat, knowing, listed, turns, actions, alive, key, start, stop, outcomes, rng, shares, net, learned
):
    """Try the actions `alive`, indices into the ids `actions`, in the worlds `start` up to `stop`.

    `places` are four records (the view, a world, a table to play on, a buffer) and `words` the same as words;
    `outcomes` has the shape (actions, worlds, columns). `knowing`: the view is the whole state. `listed` has all
    worlds, if they are known, and `turns` has the index of each world in it. `rng`, one word, and `shares`, a number
    for each seat of the largest table, are buffers. `net` plays if `learned`, else ``house``.
    """
    for number in range(start, stop):
        begin_chance(rng, key, number, _IMAGINING)
        if knowing:
            copy(words, 1, words, 0)
            reshuffle(places[1], rng)
        elif len(listed) > 0:
            copy(words, 1, listed, turns[number])
            reshuffle(places[1], rng)
        else:
            imagine(places[1], words, seat, rng)
        for which in alive:
            copy(words, 2, words, 1)
            begin_chance(rng, key, number, _PLAYING)
            play_out(places[2], seat, actions[which], rng, net, learned)
            outcome = outcomes[which, number]
            outcome[SCORE] = places[2].last_score[seat]
            outcome[WINS] = share_of_win(places[2], seat, shares, learned)
            game_models.notes(places[2], seat, outcome[FACTS:])


@entry
def options(views, seat, ids):
    """Write the actions worth weighing into `ids`; return their number."""
    return game_models.options(views[0], seat, ids)
