"""Tests of the texts with which Mini Pitch refuses actions."""

from __future__ import annotations

from tests.games.mini_pitch.test_articles import pitch
from tests.tables import bids, deal, play, why


def test_of_bids():
    match = bids(pitch(), "bid 1")
    assert why(match, 0, "bid 1") == "a bid must be at least 2"
    assert why(match, 0, "play KC") == "the bidding is not over"
    assert why(bids(pitch(), "bid 2"), 0, "bid 1") == "the standing bid is 2"


def test_of_plays():
    match = bids(pitch(), "bid 2", "pass")
    assert why(match, 1, "pass") == why(match, 1, "bid 2") == "the bidding is over"
    assert why(match, 1, "play KC") == "you do not hold KC"


def test_of_a_trump_that_is_not_followed():
    match = bids(pitch(hands=deal("KC QD", "AC JC")), "bid 1", "pass")
    play(match, "1 play JC")
    assert why(match, 0, "play AC") == "you do not hold AC"
    assert why(match, 0, "play QD") == "clubs were led: follow suit"
