"""Tests of playouts in which a net chooses the moves. Results are the same on any number of cores, depend only on the
seat's view, and differ from those of ``house``.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.bots.compiled import trials
from saleroom.bots.search import thinking
from saleroom.bots.search.playouts import Playouts
from saleroom.bots.search.thinking import Trials
from saleroom.kernel.compile import MODE
from tests.bots.nets import a_net, few_tables_of_nets, moments
from tests.contract.chance import times

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")

WORLDS = 4


def tried(name: str, views, seat: int, threads: int = 1, scale: float = 1.0):
    """Return the outcomes of every option in `WORLDS` imagined deals.

    A net chooses the moves of the trials, or ``house`` if `scale` is 0.
    """
    trials.load(name)
    found = Trials(views, seat, 5, threads, playouts=Playouts(a_net(name), scale))
    found.extend(np.arange(len(found.actions)), WORLDS)
    return found.outcomes[:, :WORLDS]


@pytest.mark.integration
@few_tables_of_nets
def test_they_are_the_same_on_any_number_of_threads(name, seats):
    for match, seat, _ in moments(name, seats, times(1), "playouts, threads"):
        alone, many = (tried(match.game.name, match.views(seat), seat, threads) for threads in (1, 3))
        assert (alone == many).all()


@few_tables_of_nets
def test_what_the_seat_cannot_see_changes_nothing(name, seats):
    for match, seat, rng in moments(name, seats, times(1), "playouts, blind"):
        other = np.empty(1, match._states.dtype).view(np.recarray)
        other[0] = match.imagine(seat, rng.randrange(1 << 32))
        view = match.game.record.view
        one, two = (tried(match.game.name, view(states, seat), seat) for states in (match._states, other))
        assert (one == two).all()


@pytest.mark.integration
@few_tables_of_nets
def test_the_net_plays_on_and_without_one_the_house(name, seats):
    changed = 0
    for match, seat, _ in moments(name, seats, times(2), "playouts, by whom"):
        game, views = match.game.name, match.views(seat)
        trials.load(game)
        house = Trials(views, seat, 5)
        house.extend(np.arange(len(house.actions)), WORLDS)
        assert (tried(game, views, seat, scale=0.0) == house.outcomes[:, :WORLDS]).all()
        changed += int((tried(game, views, seat) != house.outcomes[:, :WORLDS]).any())
    assert changed > 0


@few_tables_of_nets
def test_what_the_net_thinks_counts_as_worlds(name, seats, monkeypatch):
    """Check that the net's values shift the mean results of the options.

    Here, net and trials have equal weights, so the means must move half-way to the net's values.
    """
    monkeypatch.setattr(thinking, "OPINION", WORLDS)
    for match, seat, _ in moments(name, seats, times(1), "playouts, opinion"):
        trials.load(match.game.name)
        playouts = Playouts(a_net(name), 2.0)
        found = Trials(match.views(seat), seat, 5, playouts=playouts)
        found.extend(np.arange(len(found.actions)), WORLDS)
        opinion = playouts.opinion(match.views(seat), seat, found.actions)
        known = ~np.isnan(opinion)
        means, judged = found.means(trials.SCORE), found.judged(trials.SCORE)
        assert (judged[~known] == means[~known]).all()
        apart = (opinion - means)[known]
        assert judged[known] == pytest.approx(means[known] + (apart - apart.mean()) / 2)


@few_tables_of_nets
def test_without_a_net_what_was_tried_counts_alone(name, seats):
    for match, seat, _ in moments(name, seats, times(1), "playouts, no opinion"):
        trials.load(match.game.name)
        found = Trials(match.views(seat), seat, 5)
        found.extend(np.arange(len(found.actions)), WORLDS)
        for column in (trials.SCORE, trials.WINS):
            assert (found.judged(column) == found.means(column)).all()
