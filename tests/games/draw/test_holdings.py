"""Tests of Auction Draw's board during the auction, and of the worlds that are imagined for a seat."""

from __future__ import annotations

from saleroom.kernel.tiles import as_bits
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from tests.games.draw.test_articles import FOUR, SALE, draw, finish

BIDDING = ("2 bid 0", "3 bid 4", "0 pass", "1 pass", "2 pass", "3 pass", "0 pass", "1 pass")
NO_AUCTION = {"bid": None, "bidder": None, "said": [None] * 4, "calls": 0, "to_speak": [], "open": False}


def auction(match):
    return public_board(Position(match), seen_deals(match, "public"))["auction"]


def test_an_auction_is_shown_from_its_first_turn_to_the_end_of_the_round():
    assert auction(draw(*SALE[:-1])) == NO_AUCTION  # the seat whose purchase left two tiles has not ended its turn
    assert auction(draw(*SALE[:-1], last_two="left")) == NO_AUCTION
    assert auction(draw(*SALE))["to_speak"] == [2, 3, 0, 1]
    assert auction(draw(*SALE, *BIDDING[:4]))["calls"] == 4  # the pass of seat 1 before the auction is no call
    sold = draw(*SALE, *BIDDING)
    said = {"bid": 4, "bidder": 3, "said": ["pass"] * 4, "calls": 8, "to_speak": [], "open": False}
    assert auction(sold) == said
    assert auction(finish(sold)) == NO_AUCTION
    unsold = draw(*SALE, *(f"{seat} pass" for seat in (2, 3, 0, 1, 2, 3, 0, 1)))
    assert auction(unsold) == NO_AUCTION | {"said": ["pass"] * 4, "calls": 8}


def test_a_world_has_every_tile_once_and_chance_of_its_own():
    match = draw(*FOUR, "0 play 6-6", "1 buy", "table draw 0-0", "1 pass", "2 play 6-0 L")
    for number in range(4):
        world = match.imagine(2, number)
        hands = [as_bits(world.tiles[seat]) for seat in range(4)]
        assert hands[2] == as_bits(match.state.tiles[2])
        assert [hand.bit_count() for hand in hands] == [5, 7, 5, 6]
        boneyard = {int(tile) for tile in world.deck[int(world.drawn) : 28]}
        assert len(boneyard) == 28 - int(match.state.drawn)
        together = sum(hands) + sum(1 << tile for tile in boneyard) + as_bits(match.state.laid)
        assert together == (1 << 28) - 1
        assert bytes(world.seed) != bytes(match.state.seed)
