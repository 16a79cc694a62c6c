"""Tests that the bounds declared for Mini Hearts equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds


@pytest.mark.parametrize(
    ("seats", "dealt", "ranks", "pain"),
    [(2, 1, 4, 2), (2, 3, 4, 4), (3, 3, 6, 6)],
    ids=["every card dealt is a pain card", "four pain cards", "three seats and six pain cards"],
)
def test_the_bidder_pays_two_and_takes_every_pain_card(seats, dealt, ranks, pain):  # 4.1, 4.2, 4.3
    game = load("mini-hearts")
    options = game.settle_options({"dealt": dealt, "ranks": ranks, "deals": 7}, seats)
    moves = seats + 1 + dealt * seats  # 2.1, 2.2, 1.2: each seat bids or passes, one names a suit, all play
    ahead = pain + 2
    lowest = -ahead * (seats - 1)  # the seat is `ahead` points behind each other seat
    assert game.bounds(options, seats) == Bounds(7, moves, 0, (lowest, ahead), (7 * lowest, 7 * ahead))
