"""Tests that the bounds declared for Mini Flop Poker equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds


@pytest.mark.parametrize(
    ("seats", "chips", "deal", "match"),
    [
        (2, 1000, (-(2 + 4), 2 + 4), (-60, 60)),
        (3, 1000, (-(2 + 4), 2 * 2 + 4), (-60, 80)),
        (3, 10, (-(2 + 4), 2 * 2 + 4), (-10, 2 * 10)),
    ],
    ids=["two seats", "three seats", "the loser has fewer chips"],
)
def test_a_seat_loses_an_ante_and_a_bid_or_wins_those_of_others(seats, chips, deal, match):  # 1.3, 2.4, 3.2
    game = load("mini-flop-poker")
    options = game.settle_options({"ante": 2, "highest": 4, "chips": chips, "deals": 10}, seats)
    passes = (seats - 1) + 3 * (seats - 2) + (seats - 1)  # 2.3: passes before, between and after the four bids
    assert game.bounds(options, seats) == Bounds(10, 4 + passes, 1, deal, match)
