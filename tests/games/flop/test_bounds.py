"""Tests that the bounds declared for Auction Flop Poker equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds


@pytest.mark.parametrize(("seats", "chips"), [(2, 10), (4, 100), (8, 1000)])
def test_a_flop_fills_a_place_and_each_bid_or_refusal_costs_a_chip_more(seats, chips):
    game = load("auction-flop-poker")
    options = game.settle_options({"chips": chips, "deals": 9}, seats)
    flops, total = 5 * seats, seats * chips
    bids_and_passes = (total + 1) * seats  # 4.4: before each bid, every other seat can pass
    refusals_and_who_takes = total + 1  # 4.8
    moves = seats + flops * (bids_and_passes + refusals_and_who_takes + 1)  # 2.1, 5.1: discarding and keeping
    change = (-chips, (seats - 1) * chips)
    assert game.bounds(options, seats) == Bounds(9, moves, 3 * flops, change, change)
