"""Tests of the texts with which Auction Flop Poker refuses actions."""

from __future__ import annotations

from tests.games.flop.test_articles import discards, flop, three_short
from tests.tables import bids, play, why


def test_of_discards():
    match = flop(ante=6, chips=10)
    assert why(match, 1, "discard TC TD 8H") == "to discard 3 costs 6 chips and you have 4"
    for early in ("keep", "pass", "bid 1", "take", "refuse"):
        assert why(match, 1, early) == "discard first, or stand pat with a plain discard"
    assert why(match, 1, "discard TC 1C") == "'1C' is no card"
    assert why(match, 1, "discard 2C") == "2C is not in your hand"
    assert why(match, 1, "discard TC TC") == "TC is named twice"
    assert why(match, 1, "dance") == "'dance' is no action of this game"
    assert why(match, 1, "x" * 50) == f"{'x' * 40!r} is no action of this game"
    assert why(match, 1, f"discard {'x' * 50}") == f"{'x' * 40!r} is no card"


def test_of_cards_kept():
    match = play(discards(flop(), "8H 6H", "", "", ""), "table flop 2C 3C 4C")
    assert why(match, 1, "keep") == "keep at least one card"
    assert why(match, 1, "keep 2C 3C 4C") == "keep at most 2, as many as your hand lacks"
    assert why(match, 1, "keep TC") == "TC is not in the flop"
    for other in ("pass", "bid 1", "take", "refuse", "discard", "discard TC TD 4S"):
        assert why(match, 1, other) == "the flop is yours: say which cards you keep"


def test_of_the_first_bid():
    assert why(three_short(), 1, "bid 2") == "the only bid now is 1"
    match = three_short(ante=9, chips=12)
    assert (match.scores[1], why(match, 1, "bid 1")) == (0, "a bid of 1 is more than you have")


def test_of_bids():
    match = bids(three_short(chips=10), "bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "pass")
    assert why(match, 1, "bid 7") == "the only bid now is 6"
    assert why(match, 1, "bid 6") == "a bid of 6 is more than you have"
    for other in ("take", "refuse", "keep 2C", "discard"):
        assert why(match, 1, other) == "the flop is being auctioned: bid or pass"


def test_of_refusals():
    match = bids(three_short(chips=10), *["pass"] * 3, *["refuse"] * 5)
    assert why(match, 3, "refuse") == "to refuse costs 6 and you have 4: you must take the flop"
    for other in ("pass", "bid 1", "keep 2C", "discard"):
        assert why(match, 3, other) == "there was no bid: take the flop or refuse it"
