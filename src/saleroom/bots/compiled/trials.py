"""Trials: an option carried out in an imagined world, and the deal played to its end by the same player in every seat.

That player is the game's net, or the house by its rules of thumb, which take far less time. Both decide by what each
seat may know, so that nobody in a trial profits from the cards of an imagined world:
what an option is worth is what it is worth to a player who will not know them either. All options are tried in the
same worlds with the same chance, so that luck cancels in their differences.

Arrays of records come with their words: rows of 64-bit words, by which records are copied.
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
"""How many worlds are imagined at most for one that is played in."""

FIRST_LOOK = 32
"""After so many worlds it is seen whether they repeat; where few do, there are too many to list."""

SURE = 16
"""Worlds are listed once each has been imagined so often on the average: one in ten million is still missing then."""

_IMAGINING, _PLAYING = range(2)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_UNIT = 2.0**-53


def load(game: str) -> tuple[Fact, ...]:
    """Make all that trials ask of a game (by its full name) known to compiled code; the facts that they note.

    To be called before a trial is made: what is not known then would be missing in the code that is kept.
    """
    heuristics.load(game)
    net_features.load(game)
    return game_models.load(game)


@rule
def begin_chance(rng, key, number, purpose):
    """Begin the chance of world `number` anew: the same numbers, the same chance."""
    rng[0] = added(key, multiplied(np.uint64(2 * number + purpose + 1), _GOLDEN))
    rng[0] = roll(rng)


@rule
def unit(rng):
    """A number from 0 up to, not including, 1."""
    return np.float64(roll(rng) >> np.uint64(11)) * _UNIT


@rule
def copy(to, i, source, j):
    """Copy record `j` of one array of words to place `i` of another."""
    for at in range(to.shape[1]):
        to[i, at] = source[j, at]


@rule
def take(s: MatchState, seat, action, deal):
    """One action, and what the table does after it, but for the next deal."""
    verbs.act(s, seat, action)
    while s.acting == NONE and s.winners == NONE and s.deal == deal:
        verbs.chance(s)
        verbs.table(s)


@rule
def play_out(s: MatchState, seat, action, rng, net, learned):
    """Carry out an action and play every seat from there to the end of the deal: `learned` by the net."""
    deal = value_of(s.deal)
    while True:
        take(s, seat, action, deal)
        if s.winners != NONE or s.deal != deal:
            return
        seat = first(s.acting)
        action = nets.choose(net, s, seat) if learned else house(s, seat, rng)


@rule
def share_of_win(s: MatchState, seat, shares, learned):
    """The chance of a seat to win the match, a tie split; `shares` is room for all seats."""
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
    """Make a world of the view in place 0 of `words` in place 1, whose record is `s`; place 3 is room for another.

    Of several that fit the view one is drawn in proportion to how likely the others would have bid, shown and thrown
    away what they did in it (sampling importance resampling, Rubin 1987). When the likelihoods add up to one there are
    enough to choose from.
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
    """Leave what the players hold, and let chance begin anew with what nobody has touched yet."""
    fresh_chance(s, rng)
    game_models.reshuffle_stock(s, rng)


@rule
def is_same(one, i, other, j):
    """Whether two records are alike, both as words."""
    for at in range(one.shape[1]):
        if one[i, at] != other[j, at]:
            return False
    return True


@entry
def census(places, words, seat, key, listed, weights, rng):
    """List the worlds that fit the view in place 0, with how likely each is; how many, 0 where they are too many.

    `listed` has room for as many rows of words as `weights` for numbers. Worlds that differ in chance to come alone
    are the same one, but for the order of a stock. They are found by imagining one after the other until no new one
    can be expected.
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

    `places` are four records, the view, a world, a table to play on and room to spare, and `words` the same as words;
    `outcomes` has the shape (actions, worlds, columns). `knowing`: the view is the whole state. `listed` are all worlds
    that there are, if they are known, and `turns` says which of them each world is. `rng`, one word, and
    `shares`, a number for each of the most seats, are room to work in. `net` plays on if `learned`, else the house.
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
    """Write the actions worth weighing into `ids`; how many there are."""
    return game_models.options(views[0], seat, ids)
