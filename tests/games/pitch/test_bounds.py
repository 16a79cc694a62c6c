"""Tests that the bounds declared for Auction Pitch equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds

ACTIONS = 4 + 4 * 6
"""Number of actions in a deal: one bid and six cards from each seat (2.1, 1.2)."""


@pytest.mark.parametrize(
    ("target", "deals", "most"),
    [(7, 200, 6 + 4), (50, 2, 2 * 4)],
    ids=["a point short of the target and all four", "all four in every deal"],
)
def test_a_deal_moves_four_points_and_the_target_ends_the_match(target, deals, most):
    game = load("auction-pitch")
    options = game.settle_options({"target": target, "deals": deals}, 4)
    assert game.bounds(options, 4) == Bounds(deals, ACTIONS, 0, (-4, 4), (-4 * deals, most))
