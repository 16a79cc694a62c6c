"""Tests of the search bot at the end of a deal, when it can list all worlds that fit a view.

The list must contain all worlds, and each world must get its share of trials.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

import saleroom
from saleroom.bots.compiled import trials
from saleroom.bots.search.endings import Worlds, possible, unlisted
from saleroom.bots.search.playouts import Playouts
from saleroom.bots.search.thinking import Trials
from saleroom.kernel.compile import MODE
from saleroom.kernel.game import Holding
from saleroom.match.match import Match
from tests.bots.nets import a_net
from tests.contract.chance import times

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")
both_of_cards = pytest.mark.parametrize("name", ["auction-hearts", "auction-house"])
KEY = 5


def fillings(holdings: list[Holding], unseen: frozenset[int]) -> int:
    """Return the number of ways to distribute the pieces `unseen` among `holdings`, counted by enumeration."""
    if not holdings:
        return 1
    first, *others = holdings
    chosen = combinations([piece for piece in unseen if first.may >> piece & 1], first.size)
    return sum(fillings(others, unseen - set(pieces)) for pieces in chosen)


def endings(name: str, matches: int) -> Iterator[tuple[Match, int, Worlds]]:
    """Yield positions of first deals in which a seat has a choice and all worlds can be listed. Each item is the match,
    the seat and the worlds.
    """
    trials.load(name)
    for seed in range(matches):
        match = saleroom.game(name).match(seed=seed)
        house = saleroom.player("house", match.game)
        while not match.over and match.view(0).deal == 1:
            seat = match.to_act[0]
            worlds = possible(match.game, match.views(seat), seat, KEY)
            if len(match.legal_ids(seat)) > 1 and len(worlds.weights):
                yield match, seat, worlds
            match.act(seat, house.choose(match.views(seat), seat))


@both_of_cards
def test_every_world_is_listed_once(name):
    seen = 0
    for match, seat, worlds in endings(name, times(12)):
        holdings = match.game.holdings(match.view(seat), seat)
        pieces = frozenset(piece for piece in range(64) if any(holding.may >> piece & 1 for holding in holdings))
        assert len(worlds.words) == len({row.tobytes() for row in worlds.words}) == fillings(holdings, pieces)
        records = worlds.words.view(match._states.dtype)[:, 0].view(np.recarray)
        assert all(match.game.record.view(records[[at]], seat) == match.views(seat) for at in range(len(records)))
        seen += len(worlds.words) > 1
    assert seen > times(2)


@both_of_cards
def test_what_the_seat_cannot_see_changes_nothing(name):
    for match, seat, worlds in endings(name, times(2)):
        other = np.empty(1, match._states.dtype).view(np.recarray)
        other[0] = match.imagine(seat, 1)
        again = possible(match.game, match.game.record.view(other, seat), seat, KEY)
        assert (again.words == worlds.words).all() and (again.weights == worlds.weights).all()


def test_a_mean_over_all_worlds_is_exact():
    """Check, in Hearts, that a second pass over all worlds gives the same means, because only the deal is random."""
    for match, seat, worlds in endings("auction-hearts", times(4)):
        alike = Worlds(worlds.words, np.ones(len(worlds.words)))
        found = Trials(match.views(seat), seat, KEY, playouts=Playouts(a_net("hearts"), 1.0), worlds=alike)
        every = np.arange(len(found.actions))
        found.extend(every, len(worlds.words))
        once = found.means(trials.SCORE)
        found.extend(every, len(worlds.words))
        assert (found.means(trials.SCORE) == once).all()


def test_before_the_end_worlds_are_drawn():
    match = saleroom.game("hearts").match(seed=1)
    trials.load(match.game.name)
    seat = match.to_act[0]
    assert not len(possible(match.game, match.views(seat), seat, KEY).words)


def test_a_hand_that_may_have_come_about_in_several_ways_is_not_listed():
    """Check that worlds of Draw are not listed if a hand has tiles from several purchases.

    In that case, the record of a world would not say which tile came from which purchase.
    """
    for match, seat, _ in endings("auction-draw", times(6)):
        holdings = match.game.holdings(match.view(seat), seat)
        assert len({holding.owner for holding in holdings}) == len(holdings)


@pytest.mark.parametrize("weights", [[1, 1, 1, 1], [1, 0, 3], [0.2, 0.5, 0.3], [7]])
def test_each_world_has_as_many_trials_as_it_is_likely(weights):
    worlds = Worlds(np.empty((len(weights), 1), np.uint64), np.array(weights, float))
    shares = worlds.weights / worlds.weights.sum()
    turns = worlds.turns(200)
    for count in range(1, 201):
        assert (np.abs(np.bincount(turns[:count], minlength=len(weights)) - count * shares) <= 1).all()
        assert (worlds.turns(count) == turns[:count]).all()


def test_no_list_no_turns():
    match = saleroom.game("hearts").match(seed=1)
    assert len(unlisted(match.views(0)).turns(10)) == 0
