"""Tests of the ladder of small games: its counts, and that its page has every game."""

from __future__ import annotations

import pytest

from docs.figures import ladder
from saleroom.kernel.compile import COMPILED
from saleroom.lab.solving.trees import grow_against_all


@pytest.mark.skipif(not COMPILED, reason="whole trees")
def test_random_positions_estimate_the_number_of_information_sets():
    rung = ladder.Rung("mini-pitch", 2, {"dealt": 1})
    trees = [grow_against_all(rung.game, rung.seats, lone, **rung.options) for lone in range(rung.seats)]
    low, high = ladder.information_sets(trees, rung)
    assert low < 832 < high < 1.3 * low  # `grow` counts 832
    passing = ladder.without_bids(trees[1])
    assert passing[trees[1].tree.slot[trees[1].tree.levels[1] : trees[1].tree.levels[2]]].reshape(-1, 3)[0].max() == 1


def test_hands_are_filled_only_with_suits_that_they_can_contain():
    both = (True, True)
    assert ladder.ways((2, 2), (both, both), 2, 3) == 30  # 5 choose 2, then 3 choose 2
    assert ladder.ways((2, 2), ((False, True), both), 2, 3) == 9
    assert ladder.ways((1,), ((False, False),), 1, 1) == 0


def test_every_game_of_the_ladder_has_bounds_in_order():
    rows = ladder.rows()
    known = {rung.name for rung in ladder.RUNGS}
    assert rows and {row["game"] for row in rows} <= known
    for row in rows:
        for name in ("information_sets", "gain", "to_eldest"):
            assert row[name][0] <= row[name][1]
