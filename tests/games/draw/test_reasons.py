"""Tests of the texts with which Auction Draw refuses actions."""

from __future__ import annotations

from saleroom.games.draw.rules.rules import BIDS
from tests.games.draw.test_articles import FOUR, SALE, draw, pair
from tests.tables import play, why

BOUGHT = ("0 play 6-6", "1 buy", "table draw 0-0", "1 buy", "table draw 1-0")
UNSOLD = tuple(f"{seat} pass" for seat in (2, 3, 0, 1, 2, 3, 0, 1))
SOLD = ("2 bid 0", *UNSOLD[1:], "table draw 1-1 2-0")


def test_of_leads():
    match = draw(*FOUR)
    assert why(match, 0, "pass") == why(match, 0, "buy") == "the leader must play a tile"
    assert why(match, 0, "play 6-4 L") == "the lead goes to neither end: play 6-4"
    assert why(match, 0, 91 + 6 * 7 // 2 + 4) == "the lead goes to neither end: play 6-4"  # id of 6-4 at the right end
    assert why(match, 0, "play 5-4") == "you do not hold 5-4"
    assert why(match, 0, "bid 1") == "there is no auction now"
    for wrong in ("play 4-6", "play 13-13", "play", "dance", "bid 01", "bid 1000000000", "play 6-4 X"):
        assert why(match, 0, wrong) == f"{wrong!r} is no action of this game"
    assert why(match, 0, "x" * 50) == f"{'x' * 40!r} is no action of this game"


def test_of_tiles():
    match = draw(*FOUR, "0 play 6-6", "1 pass")
    assert why(match, 2, "play 6-0") == "say which end: play 6-0 L or play 6-0 R"
    assert why(match, 2, "play 4-4 L") == "4-4 does not fit the left end, which shows 6"
    assert why(match, 2, "play 4-4 R") == "4-4 does not fit the right end, which shows 6"
    assert why(match, 2, "play 6-1 R") == why(match, 2, "play 6-1 L") == "you do not hold 6-1"
    assert why(match, 2, "pass") == "you hold a tile that fits, so you may not pass"
    assert why(match, 2, "buy") == "you hold a tile that fits, so you may not buy"
    assert why(match, 2, "bid 1") == why(match, 2, BIDS) == "there is no auction now"
    two_ends = pair("6-4 5-0 5-1 2-2", "6-5 4-2 6-0 3-0", "0 play 6-4")
    assert why(two_ends, 1, "play 3-0 L") == "3-0 does not fit the left end, which shows 6"
    assert why(two_ends, 1, "play 3-0 R") == "3-0 does not fit the right end, which shows 4"
    blank = pair("6-6 2-2", "0-0 3-3", "0 play 6-6")
    assert why(blank, 1, "play 0-0 R") == "0-0 does not fit the right end, which shows 6"


def test_of_purchases():
    assert why(draw(*FOUR, *BOUGHT), 1, "buy") == "no tile is for sale: the last two go by auction"
    assert why(draw(*FOUR, *BOUGHT, last_two="left"), 1, "buy") == "no tile is for sale: the last two stay out"
    sold = play(draw(*SALE, *SOLD), "2 play 6-0 L")
    assert why(sold, 3, "buy") == "no tile is for sale: the boneyard is empty"
    poor = draw(*FOUR, "0 play 6-6", stake=1, chips=1)
    assert why(poor, 1, "buy") == "you have no chip to buy with"


def test_of_bids():
    match = draw(*SALE)
    assert why(match, 2, "bid 28") == "a bid of 28 is more than the 27 you have"
    assert why(match, 2, "play 6-0") == why(match, 2, "buy") == "the last two tiles are on auction: pass or bid"
    assert why(match, 2, BIDS + 28) == "a bid of 28 is more than the 27 you have"
    play(match, "2 bid 3")
    assert why(match, 3, "bid 3") == why(match, 3, "bid 2") == "a bid must be more than the 3 that stands"
    assert why(match, 3, BIDS + 28) == "a bid of 28 is more than the 27 you have"
