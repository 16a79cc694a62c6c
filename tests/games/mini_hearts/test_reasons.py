"""Tests of the texts with which Mini Hearts refuses actions."""

from __future__ import annotations

from tests.games.mini_hearts.test_articles import hearts
from tests.tables import bids, deal, play, why


def test_of_bids():
    match = bids(hearts(), "bid 1")
    assert why(match, 0, "bid 1") == "a bid must be at least 2"
    assert why(match, 0, "play KC") == why(match, 0, "name C") == "the bidding is not over"
    assert why(bids(hearts(), "bid 2"), 0, "bid 1") == "the standing bid is 2"


def test_of_naming():
    match = bids(hearts(), "bid 2", "pass")
    assert why(match, 1, "pass") == why(match, 1, "bid 2") == "the bidding is over"
    assert why(match, 1, "play AC") == "name the pain suit first"
    play(match, "1 name D")
    assert why(match, 1, "name C") == "the pain suit is named"
    assert why(match, 1, "bid 2") == "the bidding is over"


def test_of_cards():
    match = bids(hearts(hands=deal("KC QD", "AC JC")), "pass", "pass")
    assert why(match, 1, "play KC") == "you do not hold KC"
    play(match, "1 play AC")
    assert why(match, 0, "play QD") == "clubs were led: follow suit"
