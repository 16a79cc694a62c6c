"""Tests of how a study measures the winner's lowest chance to win: the positions from which play is continued, and the
result.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games import NAMES, load
from saleroom.kernel.game import set_seeds
from saleroom.lab.study import drama
from saleroom.lab.study.command import study
from saleroom.lab.study.differences import named
from saleroom.lab.study.drama import End, _chances, _Ends, _lowest
from saleroom.lab.study.plan import Study
from saleroom.lab.study.playing import play, step
from saleroom.lab.study.running import play_block
from saleroom.match.seeds import batch_seeds
from tests.games import short

MATCHES = 4


def ends(name: str, options: dict, seats: int):
    """Play matches of a game. Return the matches' seeds, their statistics, and the states at the ends of deals."""
    found, seeds = _Ends(), batch_seeds(7, MATCHES)
    notes = play(load(name), options, ["house"] * seats, seeds, found.on_step)
    return seeds, notes, found.found


@pytest.mark.integration
@pytest.mark.parametrize("name", NAMES)
def test_a_deal_ends_as_it_did_and_the_next_has_other_cards(name):
    game, seats = load(name), short.seats(name)
    _, notes, found = ends(name, game.settle_options(short.whole(name), seats), seats)
    assert len(found) == sum(notes.deals) - MATCHES
    for end in found[:10]:
        same, other = end.state.copy(), end.state.copy()
        set_seeds(other, [b"other cards" + bytes(21)])
        for states in (same, other):
            step(game, states, np.array([end.mover]), np.array([end.action]))
        assert same[0].deal == other[0].deal == end.state[0].deal + 1
        assert same["scores"].tolist() == other["scores"].tolist()
        assert same.tobytes() != other.tobytes()


def test_continuations_are_won_by_who_is_nearly_there():
    game = load("pitch")
    options = game.settle_options({"target": 50, "deals": 400}, 4)
    seeds, _, (first, *_) = ends("pitch", options, 4)
    first.state["scores"][0, :4] = [0, 49, 0, 0]
    chances = _chances(game, options, ["house"] * 4, seeds, [first])
    assert chances.shape == (1, 2, 4) and chances.sum(2) == pytest.approx(1)
    assert chances[0, :, 1].min() > 0.9
    first.state["scores"] = 0
    open_still = _chances(game, options, ["trained"] * 4, seeds, [first])  # the players use no randomness
    assert 0 < open_still.max() < 1


def test_one_half_says_when_and_the_other_how_low():
    won = np.array([[1.0, 0], [0, 1.0], [1.0, 0]])
    # the winner's chances at the ends of three deals (rows), from either half of the continuations (columns)
    chances = np.array([[0.2, 0.4], [0.3, 0.1], [0.6, 0.9]])
    told = np.stack([chances, 1 - chances], 2)
    of_two = [End(match, None, 0, 0) for match in (0, 0, 2)]
    assert _lowest(won, of_two, told) == pytest.approx([(0.4 + 0.3) / 2, 0.5, 0.5])


def test_one_match_in_sixteen_is_looked_at_however_they_are_split():
    plan = Study("pitch", bytes(32), 40, {"low": ["taken"]}, {"target": 4}, drama=True)
    table = plan.tables[1]
    whole = play_block(plan, table, range(40))
    parts = np.concatenate([play_block(plan, table, numbers) for numbers in (range(20), range(20, 40))])
    assert whole.tobytes() == parts.tobytes()
    told = named(table, whole)["lowest"]
    assert np.flatnonzero(~np.isnan(told)).tolist() == [0, drama.EVERY, 2 * drama.EVERY]
    plain = play_block(Study("pitch", bytes(32), 40, {"low": ["taken"]}, {"target": 4}), table, range(40))
    assert np.isnan(named(table, plain)["lowest"]).all()


def test_drama_is_a_measure_where_it_was_asked_for():
    row, _ = study("pitch", {"low": ["taken"]}, matches=64, seed=1, drama=True).summary["tables"]
    assert 0 < row["values"]["drama"]["mean"] < 0.5
    row, _ = study("pitch", {"low": ["taken"]}, matches=64, seed=1).summary["tables"]
    assert "drama" not in row["values"]
    with pytest.raises(ValueError, match="players that search"):
        study("pitch", {"low": ["taken"]}, players="search:4", drama=True)
