"""Tests that the bounds declared for Mini Pitch equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds


@pytest.mark.parametrize(
    ("seats", "ahead"),
    [(2, 2 + 2), (3, (2 + 2) + 2)],
    ids=["both points against a lost bid", "the same, and ahead of the third player"],
)
def test_one_makes_both_points_and_the_pitcher_loses_two(seats, ahead):  # 4.1, 4.2, 4.3, 4.4
    game = load("mini-pitch")
    options = game.settle_options({"dealt": 3, "ranks": 6, "deals": 7}, seats)
    moves = seats + 3 * seats  # 2.1, 1.2: each seat bids or passes once and plays three cards
    assert game.bounds(options, seats) == Bounds(7, moves, 0, (-ahead, ahead), (-7 * ahead, 7 * ahead))
