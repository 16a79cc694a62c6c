"""Tests that the bounds declared for Auction House equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds

ACTIONS = 4 + 3 + 1 + 4 + 4 * 9
"""Actions in a round: four bids or passes, three cards laid, one trade, four cards put aside, nine tricks (2.1, 3.1,
3.3, 4.1, 6.1).
"""


@pytest.mark.parametrize("rounds", [13, 1])
def test_a_kitty_of_four_tens_goes_to_one_seat_in_every_round(rounds):
    game = load("auction-house")
    options = game.settle_options({"rounds": rounds}, 4)
    assert game.bounds(options, 4) == Bounds(rounds, ACTIONS, 1, (0, 40), (0, 40 * rounds))
