"""Tests of the texts with which Auction Hearts refuses actions."""

from __future__ import annotations

from tests.games.hearts.test_articles import LIMITS, MOON, NONE, NONE_PLAY, TWO, auction, hearts
from tests.tables import bids, play, why


def test_of_bids():
    match = bids(hearts(), "bid 3")
    assert why(match, 2, "bid 3") == "a bid must be at least 4"
    assert why(match, 2, "bid 51") == why(match, 2, "bid 197").replace("197", "51")
    assert why(match, 2, "bid 51") == "a bid of 51 is more than the 50 you have"
    assert why(bids(match.copy(), "bid 50"), 3, "bid 50") == "a bid must be at least 51"
    assert why(match, 2, "bid 198") == "no bid can exceed 197 here"
    assert why(match, 2, "bid 1000") == "no bid can exceed 197 here"
    for wrong in ("bid 0", "bid 01", "bid -1", "bid x", "bid ²", "bid"):
        assert why(match, 2, wrong) == "a bid is a number of chips, at least 1"
    for early in ("play 2C", "name C", "name S"):
        assert why(match, 2, early) == "the bidding is not over"


def test_of_naming():
    match = hearts(*MOON[:-1])
    assert why(match, 1, "play 2S") == "name the pain suit first"
    assert why(match, 1, "pass") == why(match, 1, "bid 9") == "the bidding is over: name the pain suit"


def test_of_cards():
    match = hearts(*auction(1), hands=LIMITS)
    assert why(match, 1, "name C") == why(match, 1, "name S") == "the pain suit has been named"
    assert why(match, 1, "pass") == why(match, 1, "bid 1") == "the bidding is over"
    assert why(match, 1, "play AS") == "you do not hold AS"
    assert why(match, 1, "play 6H") == "hearts are pain: none may be led before one has been played"
    play(match, "1 play 3C", "2 play 2C")
    assert why(match, 3, "play 2H") == "hearts are pain: none may be discarded to the first trick"
    match = hearts(*auction(1), "1 play 2C", hands=TWO)
    assert why(match, 2, "play 2S") == "clubs were led: follow suit"
    match = hearts(*auction(3), *NONE_PLAY[:5], hands=NONE)
    assert why(match, 3, "play KD") == "spades were led: follow suit"
