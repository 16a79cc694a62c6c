"""Tests of the rules of Mini Pitch, article by article."""

from __future__ import annotations

from tests.games.small import deal_passes_left, highest_ranks_are_dealt
from tests.tables import bids, deal, play, table

TWO = deal("KC QC", "AC JD")


def pitch(*events, hands=TWO, seats=2, **options):
    return table("mini-pitch", *hands, *events, seats=seats, **options)


def test_1_1_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.1
    deal_passes_left("mini-pitch")


def test_1_2_the_highest_ranks_of_two_suits_and_as_many_cards_as_agreed():  # 1.2
    highest_ranks_are_dealt("mini-pitch", "8 cards are too few for 3 hands of 3")


def test_2_1_each_speaks_once_and_must_bid_more():  # 2.1
    match = pitch()
    assert match.legal(1) == ["pass", "bid 1", "bid 2"]
    bids(match, "bid 1")
    assert match.legal(0) == ["pass", "bid 2"]
    assert bids(pitch(), "bid 2").legal(0) == ["pass"]
    assert all(words.startswith("play") for words in bids(match, "bid 2").legal(0))


def test_2_2_the_high_bidder_pitches_or_eldest_when_all_pass():  # 2.2
    assert bids(pitch(), "bid 1", "bid 2").to_act == (0,)
    assert bids(pitch(), "pass", "pass").to_act == (1,)


def test_3_1_the_first_card_led_makes_trump():  # 3.1
    match = bids(pitch(), "bid 1", "pass")
    play(match, "1 play JD")
    assert match.state.trump == 1


def test_3_2_a_trump_led_must_be_followed():  # 3.2
    match = bids(pitch(hands=deal("KC KD", "AC JD")), "bid 1", "pass")
    play(match, "1 play AC")
    assert match.legal(0) == ["play KC"]


def test_3_3_a_plain_suit_may_be_followed_or_trumped():  # 3.3
    hands = deal("KC QD QC", "AC JC AD")
    match = bids(pitch(hands=hands, ranks=5, dealt=3), "bid 1", "pass")
    play(match, "1 play AC", "0 play QC")
    assert match.state.trump == 0
    play(match, "1 play AD")
    assert match.legal(0) == ["play KC", "play QD"]


def test_3_4_the_highest_trump_wins_or_the_highest_of_the_suit_led():  # 3.4
    match = bids(pitch(hands=deal("KC QC", "JC AD")), "bid 1", "pass")
    play(match, "1 play JC", "0 play KC")
    assert match.to_act == (0,) and match.state.winning_seat == 0
    match = bids(pitch(hands=deal("KC JD", "AD QC")), "bid 1", "pass")
    play(match, "1 play AD", "0 play JD")
    assert match.to_act == (1,)


def scores(*events, hands, said=("bid 1", "pass"), **options):
    match = bids(pitch(hands=hands, deals=1, **options), *said)
    play(match, *events)
    return match.state.scores[: match.seats].tolist()


def test_4_1_high_goes_to_whoever_was_dealt_it():  # 4.1
    # The king of clubs is the highest trump dealt, so seat 0 scores High. The ace of diamonds takes the second trick.
    assert scores("1 play QC", "0 play KC", "0 play JD", "1 play AD", hands=deal("KC JD", "QC AD")) == [2, -2]


def test_4_2_cards_go_to_the_most_in_tricks_and_nobody_where_tied():  # 4.2
    hands = deal("KC JC", "AC AD")
    assert scores("1 play AC", "0 play KC", "1 play AD", "0 play JC", hands=hands)[1] == 2  # and high
    tied = deal("KC JD", "AC KD")  # eldest takes 4 + 3 card points in one trick and 3 + 1 in the other
    assert scores("1 play AC", "0 play KC", "1 play KD", "0 play JD", hands=tied) == [-2, 2]
    jack = deal("9C", "JC")  # a nine counts 0 card points, a jack 1
    assert scores("1 play JC", "0 play 9C", hands=jack, ranks=6, dealt=1) == [-2, 2]  # and high


def test_4_3_a_bid_that_is_not_made_is_lost():  # 4.3
    hands = deal("KC AD", "QC JC")  # seat 0 scores High, Cards is tied, and seat 1 loses its bid
    assert scores("1 play QC", "0 play KC", "0 play AD", "1 play JC", hands=hands, said=("bid 2", "pass")) == [
        3,
        -3,
    ]


def test_4_4_each_scores_what_they_are_ahead_of_each_other():  # 4.4
    hands = deal("KC QC", "AC AD", "JC KD")
    events = ("1 play AC", "2 play JC", "0 play QC", "1 play AD", "2 play KD", "0 play KC")
    # Seat 0 scores the point for Cards, and seat 1 the point for High. Seat 2 scores nothing.
    assert scores(*events, hands=hands, seats=3, said=("bid 1", "pass", "pass")) == [1, 1, -2]


def test_5_1_the_highest_score_wins_after_the_agreed_deals():  # 5.1
    match = bids(pitch(hands=deal("AD KC", "AC QD"), deals=1), "bid 1", "pass")
    play(match, "1 play AC", "0 play KC", "1 play QD", "0 play AD")
    assert match.over and match.winners == [1]
