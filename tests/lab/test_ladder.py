"""Tests of the ladder of small games: its counts, and that its page has every game."""

from __future__ import annotations

import numpy as np
import pytest

from docs.figures import ladder
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.solving.trees import grow_against_all


@pytest.mark.skipif(not COMPILED, reason="whole trees")
def test_positions_weighted_by_consistent_hands_count_the_information_sets():
    spec, sets = load("mini-pitch"), 0.0
    for lone in range(2):
        solved = grow_against_all(spec.name, 2, lone, dealt=1)
        own = np.flatnonzero(solved.tree.player == 0)
        sets += 2 * sum(1 / ladder.consistent(spec, solved.state_at(int(node)), lone) for node in own)
    assert sets == pytest.approx(832)  # `grow` counts 832


def test_hands_are_filled_only_with_suits_that_they_can_contain():
    both = (True, True)
    assert ladder.ways((2, 2), (both, both), 2, 3) == 30  # 5 choose 2, then 3 choose 2
    assert ladder.ways((2, 2), ((False, True), both), 2, 3) == 9
    assert ladder.ways((1,), ((False, False),), 1, 1) == 0


def test_every_game_of_the_ladder_has_bounds_in_order():
    rows = ladder.rows()
    known = {rung.name for rung in ladder.RUNGS}
    assert {row["game"] for row in rows} == known
    for row in rows:
        for name in ("information_sets", "gain", "to_eldest"):
            assert row[name][0] <= row[name][1]
