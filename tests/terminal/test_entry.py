"""Tests of the conversion of typed entries to an action's words."""

from __future__ import annotations

import pytest

from saleroom.games.draw.display import terminal as draw
from saleroom.games.house.display import terminal as house
from saleroom.terminal.entry import Unclear, understand
from saleroom.toolkit.text.board import Menu

BID = Menu("bid", "bid", ("pass", "bid 3", "bid 4"), amounts=True)
PLAY = Menu("card", "play", ("play JD", "play TD", "play 2C"), ("JD", "TD", "2C"))
OFFERS = ("pass", "offer 9H C", "offer 9H D", "offer TC S")
OFFER = Menu("offer", "offer", OFFERS, ("9H", "TC"), which=house._which_suit)
TRADE = Menu("trade", "trade", ("trade 1", "trade 3"), words={"ben": "1", "dan": "3"})
CUT = Menu("action", "cut", ("cut 1 2", "cut 1 3", "stop"))
NAME = Menu("pain suit", "name", ("name C", "name D", "name H", "name S"), keys={"1": "name S"})
ENDS = ("play 6-4 L", "play 6-4 R", "play 4-4 R", "buy")
TILE = Menu("tile", "play", ENDS, ("6-4", "4-4"), keys={"3": "buy"}, words=draw.ENDS, which=draw._both_ends)
TILE.refusal = lambda tile: draw._fits_nowhere(tile, ("6-4", "4-4", "1-0"))
VERBS = ("pass", "bid", "play", "buy", "offer", "trade")
SETS = ("discard", "discard 2C", "discard 9D", "discard 2C 9D")
DISCARD = Menu("discard", "discard", SETS, ("9D", "2C"), keys={"0": "discard"})


@pytest.mark.parametrize(
    ("menu", "typed", "meant"),
    [
        (BID, "3", "bid 3"),
        (BID, "bid 3", "bid 3"),
        (BID, "BID 03", "bid 3"),
        (BID, "9", "bid 9"),
        (BID, "p", "pass"),
        (BID, "b 4", "bid 4"),
        (PLAY, "1", "play JD"),
        (PLAY, "jd", "play JD"),
        (PLAY, "play Jd", "play JD"),
        (PLAY, "J♦", "play JD"),
        (PLAY, "10d", "play TD"),
        (PLAY, "play 3", "play 2C"),
        (PLAY, "as", "play AS"),
        (PLAY, "pass", "pass"),
        (PLAY, "bid 3", "bid 3"),
        (BID, "bid  3", "bid 3"),
        (OFFER, "2", "offer TC S"),
        (OFFER, "1 d", "offer 9H D"),
        (OFFER, "offer 9h diamonds", "offer 9H D"),
        (OFFER, "p", "pass"),
        (TRADE, "trade ben", "trade 1"),
        (TRADE, "Dan", "trade 3"),
        (NAME, "1", "name S"),
        (NAME, "s", "name S"),
        (NAME, "hearts", "name H"),
        (TILE, "1 l", "play 6-4 L"),
        (TILE, "4-6 right", "play 6-4 R"),
        (TILE, "6|4 R", "play 6-4 R"),
        (TILE, "2", "play 4-4 R"),
        (TILE, "3", "buy"),
        (TILE, "b", "buy"),
        (DISCARD, "1 2", "discard 2C 9D"),
        (DISCARD, "9d,2c", "discard 2C 9D"),
        (DISCARD, "none", "discard"),
        (DISCARD, "0", "discard"),
        (DISCARD, "all", "discard 2C 9D"),
    ],
)
def test_what_is_meant(menu, typed, meant):
    assert understand(typed, menu, VERBS) == meant


@pytest.mark.parametrize(
    ("menu", "typed", "reason"),
    [
        (PLAY, "4", "there is no number 4; the numbers are 1 to 3"),
        (PLAY, "0", "there is no number 0"),
        (PLAY, "9" * 5000, "there is no number 999999999;"),
        (OFFER, "1", "call a suit as well: offer 9H c or d"),
        (TILE, "1", "6-4 fits both ends; add left or right"),
        (TILE, "1-0", "1-0 fits neither end"),
        (TILE, "5-5", "you do not hold 5-5"),
        (NAME, "7", "numbers mean nothing here"),
        (TRADE, "3", "type a name: Ben or Dan"),
        (TRADE, "trade 2", "type a name: Ben or Dan"),
        (CUT, "cut 1", "say which: cut 1 2 or cut 1 3"),
        (BID, ",", "type what you want to do"),
        (PLAY, " , ,", "type what you want to do"),
    ],
)
def test_what_is_unclear(menu, typed, reason):
    with pytest.raises(Unclear, match=reason):
        understand(typed, menu, VERBS)


def test_either_end_will_do_when_both_are_alike():
    alike = Menu("tile", "play", ("play 6-4 L", "play 6-4 R"), ("6-4",), either=True)
    assert understand("1", alike) == "play 6-4 L"
