"""Tests that the bounds declared for Auction Draw equal those that follow from its rules."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import Bounds

GAME = load("auction-draw")


@pytest.mark.parametrize(("seats", "hand", "tiles", "most"), [(4, 6, 28, 6), (2, 7, 28, 6), (5, 6, 55, 9)])
def test_every_tile_is_played_or_bought_once_and_passes_lie_between(seats, hand, tiles, most):
    options = GAME.settle_options({"set": most, "hand": hand, "chips": 30, "deals": 8}, seats)
    bought = tiles - hand * seats - 2  # 3.3: no player can buy one of the last two tiles
    ends_a_count = tiles + bought  # 5.3: if all seats pass in succession, the round ends
    passes_after_buying = bought  # 3.4
    moves = tiles + bought + passes_after_buying + seats * (ends_a_count + 1) + 2 * seats  # 4.2: two turns each
    change = (-30, 30 * (seats - 1))
    drawn = tiles - hand * seats  # bought, or taken by the winner of the auction
    assert GAME.bounds(options, seats) == Bounds(8, moves, 0, change, change, drawn)


@pytest.mark.parametrize(("chips", "stake", "most"), [(30, 3, 4 * 27 - 2), (1, 1, -1), (2, 1, 4 - 2)])
def test_no_bid_is_higher_than_what_stakes_and_purchases_leave(chips, stake, most):
    """Check the highest possible bid of four players with six tiles each.

    The hands leave 4 of the 28 tiles. Two of these 4 tiles are sold before the auction begins.
    """
    given = {"hand": 6, "chips": chips, "stake": stake}
    auction, left = (
        GAME.action_bound(GAME.settle_options({**given, "last_two": fate}, 4), 4) for fate in ("auction", "left")
    )
    assert auction - left == 1 + most
