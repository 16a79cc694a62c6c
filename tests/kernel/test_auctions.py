"""Tests of bidding: which bid beats another, which seats have bid or passed, and when an auction is over."""

from __future__ import annotations

from saleroom.kernel.auctions import NO_BID, NOTHING, all_silent, laps_done, least_bid, open_auction, speak
from tests.kernel.states import state


def auction(seats: int = 4, first: int = 2):
    s = state(seats, bid=9, bidder=9, spoken=9, silent=9, acting=0, said=[9] * 8)
    open_auction(s, first)
    return s


def test_an_auction_opens_with_nothing_said():
    s = auction()
    assert (s.bid, s.bidder, s.spoken, s.silent, s.acting) == (NO_BID, 2, 0, 0, 0b100)
    assert s.said.tolist() == [NOTHING] * 8


def test_a_bid_must_beat_the_one_that_stands():
    s = auction()
    assert (least_bid(s, 0), least_bid(s, 5)) == (0, 5)
    speak(s, 2, 7)
    assert least_bid(s, 0) == least_bid(s, 5) == 8
    speak(s, 3, 0)
    assert least_bid(s, 5) == 1


def test_a_bid_stands_until_another_is_made_and_passes_are_counted_since():
    s = auction()
    speak(s, 2, NO_BID)
    speak(s, 3, 4)
    assert (s.bid, s.bidder, s.spoken, s.silent) == (4, 3, 2, 0)
    speak(s, 0, NO_BID)
    speak(s, 1, NO_BID)
    assert (s.bid, s.bidder, s.spoken, s.silent) == (4, 3, 4, 2)
    assert s.said[:4].tolist() == [NO_BID, NO_BID, NO_BID, 4]
    speak(s, 2, 6)
    assert (s.bid, s.bidder, s.spoken, s.silent) == (6, 2, 5, 0)


def test_counts_stop_where_their_fields_end():
    s = auction()
    for _ in range(200):
        speak(s, 0, NO_BID)
    assert (s.spoken, s.silent) == (127, 127)


def test_laps_are_turns_of_every_seat():
    s = auction(seats=3)
    done = []
    for turn in range(6):
        done.append((laps_done(s, 1), laps_done(s, 2)))
        speak(s, turn % 3, NO_BID)
    assert done == [(turn == 3, False) for turn in range(6)]
    assert laps_done(s, 2)


def test_all_are_silent_after_a_pass_of_each_but_the_one_whose_bid_stands():
    s = auction(seats=3)
    silent = []
    for bid in (NO_BID, NO_BID, NO_BID):
        speak(s, 0, bid)
        silent.append(all_silent(s, 3))
    assert silent == [False, False, True]
    speak(s, 0, 3)
    assert not all_silent(s, 3)
    speak(s, 1, NO_BID)
    assert not all_silent(s, 3)
    assert all_silent(s, 2)
    speak(s, 2, NO_BID)
    assert all_silent(s, 3)
