"""Tests of the texts with which Mini Flop Poker refuses actions."""

from __future__ import annotations

from tests.games.mini_flop.test_articles import poker
from tests.tables import bids, why

AGAIN = ("table deal 0 KC QC", "table deal 1 AC JD", "table flop KD")
"""Events after which a match is in its second deal, with seat 0 as eldest."""


def test_of_bids_that_skip_one():
    assert why(poker(), 1, "bid 3") == "the next bid is 1"
    assert why(bids(poker(), "bid 1"), 0, "bid 3") == "the next bid is 2"


def test_of_bids_above_the_highest():
    assert why(bids(poker(), "bid 1", "bid 2"), 1, "bid 3") == "the standing bid is 2, the highest there is"


def test_of_bids_that_cannot_be_paid():
    match = poker("1 pass", "0 pass", *AGAIN, chips=10, ante=5)
    assert why(match, 0, "bid 1") == "a bid of 1 is more than you have"
    one_chip = poker("1 pass", "0 pass", *AGAIN, chips=11, ante=5)
    assert why(one_chip, 0, "bid 2") == "the next bid is 1"
