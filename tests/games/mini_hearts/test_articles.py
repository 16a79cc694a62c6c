"""Tests of the rules of Mini Hearts, article by article."""

from __future__ import annotations

from tests.games.small import deal_passes_left, highest_ranks_are_dealt
from tests.tables import bids, deal, play, table

TWO = deal("KC QC", "AC JD")


def hearts(*events, hands=TWO, seats=2, **options):
    return table("mini-hearts", *hands, *events, seats=seats, **options)


def test_1_1_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.1
    deal_passes_left("mini-hearts")


def test_1_2_the_highest_ranks_of_two_suits_and_as_many_cards_as_agreed():  # 1.2
    highest_ranks_are_dealt("mini-hearts", "8 cards are too few for 3 hands of 3")


def test_2_1_each_speaks_once_and_must_bid_more():  # 2.1
    match = hearts()
    assert match.legal(1) == ["pass", "bid 1", "bid 2"]
    assert bids(match, "bid 1").legal(0) == ["pass", "bid 2"]
    assert bids(hearts(), "bid 2").legal(0) == ["pass"]


def test_2_2_the_high_bidder_names_and_leads_or_eldest_with_diamonds():  # 2.2
    match = bids(hearts(), "bid 1", "bid 2")
    assert match.to_act == (0,) and match.legal(0) == ["name C", "name D"]
    play(match, "0 name C")
    assert match.state.pain == 0 and match.to_act == (0,)
    passed = bids(hearts(), "pass", "pass")
    assert passed.state.pain == 1 and passed.to_act == (1,)
    assert passed.legal(1) == ["play AC", "play JD"]


def test_3_1_follow_suit_if_you_can():  # 3.1
    match = bids(hearts(hands=deal("KC QD", "AC JC")), "pass", "pass")
    play(match, "1 play AC")
    assert match.legal(0) == ["play KC"]
    play(match, "0 play KC", "1 play JC")
    assert match.legal(0) == ["play QD"]


def test_3_2_the_highest_of_the_suit_led_wins():  # 3.2
    match = bids(hearts(hands=deal("KC AD", "QC JC")), "pass", "pass")
    play(match, "1 play QC", "0 play KC")
    assert match.to_act == (0,)
    match = bids(hearts(hands=deal("AD KD", "QC JC")), "pass", "pass")
    play(match, "1 play QC", "0 play AD")
    assert match.to_act == (1,)


def scores(*events, hands, said, seats=2):
    match = bids(hearts(hands=hands, deals=1, seats=seats), *said)
    play(match, *events)
    return match.state.scores[:seats].tolist()


# Each seat takes one trick; seat 1 takes the pain cards.
HANDS = deal("KC JD", "QC AD")
PLAYED = ("1 play QC", "0 play KC", "0 play JD", "1 play AD")


def test_4_1_each_pain_card_taken_costs_a_point():  # 4.1
    assert scores(*PLAYED, hands=HANDS, said=("pass", "pass")) == [2, -2]


def test_4_2_the_bidder_pays_the_bid():  # 4.2
    assert scores("1 name C", *PLAYED, hands=HANDS, said=("bid 2", "pass")) == [0, 0]


def test_4_3_each_scores_what_they_are_ahead_of_each_other():  # 4.3
    events = ("1 name D", "1 play AD", "2 play KD", "0 play QD", "1 play JD", "2 play KC", "0 play QC")
    hands = deal("QD QC", "AD JD", "KD KC")
    # Seat 1 takes all four pain cards, and also pays its bid of 1.
    assert scores(*events, hands=hands, said=("bid 1", "pass", "pass"), seats=3) == [5, -10, 5]


def test_5_1_the_highest_score_wins_after_the_agreed_deals():  # 5.1
    match = bids(hearts(hands=HANDS, deals=1), "pass", "pass")
    play(match, *PLAYED)
    assert match.over and match.winners == [0]
