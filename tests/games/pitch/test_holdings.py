"""Tests of what play reveals about hands in Auction Pitch, and of the trump suit that the board shows."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from tests.games.pitch.test_articles import VOIDS, pitch
from tests.tables import bids, play

GAME = load("auction-pitch")
SUIT = (1 << 13) - 1


def suits(match, watcher, owner):
    """Return the suits that the hand of `owner` can still contain, as far as `watcher` knows."""
    known = next(holding for holding in GAME.holdings(match.view(watcher), watcher) if holding.owner == owner)
    return "".join(letter for number, letter in enumerate("CDHS") if known.may >> 13 * number & SUIT)


def test_who_neither_follows_nor_trumps_is_void_and_who_leads_shows_nothing():
    match = bids(pitch(hands=VOIDS), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC", "2 play 2S")
    assert (suits(match, 0, 1), suits(match, 0, 2), suits(match, 0, 3)) == ("CDHS", "DHS", "CDHS")
    play(match, "3 play 9C", "0 play AC", "0 play 2H", "1 play JC", "2 play 9D")
    assert (suits(match, 3, 0), suits(match, 3, 1), suits(match, 3, 2)) == ("CDHS", "CDHS", "DS")


@pytest.mark.parametrize(("card", "suit"), [("2C", "C"), ("2D", "D"), ("2H", "H"), ("2S", "S"), ("AS", "S")])
def test_the_board_shows_the_suit_that_was_pitched(card, suit):
    rest = [rank + letter for letter in "CDHS" for rank in "A2345678"]
    rest.remove(card)
    hands = [[rest.pop() for _ in range(6)] for _ in range(3)]
    hands.insert(1, [card, *(rest.pop() for _ in range(5))])
    dealt = [f"table deal {seat} {' '.join(hand)}" for seat, hand in enumerate(hands)]
    match = play(bids(pitch(hands=dealt), "pass", "pass", "pass", "pass"), f"1 play {card}")
    assert public_board(Position(match), seen_deals(match, "public"))["trump"] == suit


def test_the_table_deals_only_in_the_deal_phase():
    states = GAME.blank(1, GAME.settle_options({}, 4), 4)
    assert len(GAME.turns(states[0])) == 4
    assert GAME.turns(pitch(hands=VOIDS).state) == []
