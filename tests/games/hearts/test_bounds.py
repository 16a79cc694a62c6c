"""Tests that the bounds declared for Auction Hearts equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.games.hearts.rules.words import highest_bid
from saleroom.kernel.game import Bounds

ACTIONS = 4 + 1 + 4 * 13
"""Number of actions in a deal: one bid and thirteen cards from each seat, and one suit named (2.1, 2.2, 1.3)."""


@pytest.mark.parametrize(("chips", "deals"), [(50, 200), (10, 1)])
def test_nobody_loses_more_chips_than_they_have_or_wins_more_than_the_others_have(chips, deals):
    game = load("auction-hearts")
    change = (-chips, 3 * chips)
    options = game.settle_options({"chips": chips, "deals": deals}, 4)
    assert game.bounds(options, 4) == Bounds(deals, ACTIONS, 0, change, change)


def test_no_bid_is_higher_than_all_chips_but_one_for_each_other_seat():
    assert highest_bid(50, 4) == 4 * 50 - 3  # once a seat has no chips, the match is over: 5.1
