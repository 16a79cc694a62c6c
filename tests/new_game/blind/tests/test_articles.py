"""Auction Blind, article by article."""

from tests.tables import bids, deal, table


def blind(*cards, seats=3, **options):
    return table("auction-blind", *deal(*cards), seats=seats, **options)


def test_1_1_the_deal_passes_left():  # 1.1
    assert bids(blind(), "pass", "pass", "pass").dealer == 1


def test_1_2_each_is_dealt_one_card():  # 1.2
    assert [int(hand).bit_count() for hand in blind(seats=5).state.hand[:5]] == [1] * 5


def test_2_1_each_speaks_once_and_bids_more():  # 2.1
    match = bids(blind(), "bid 58")
    assert match.legal(2) == ["pass", "bid 59", "bid 60"]
    assert bids(match, "bid 60").legal(0) == ["pass"]


def test_2_2_the_high_bidder_scores_the_cards_less_the_bid():  # 2.2
    assert bids(blind("2C", "AD", "TS"), "bid 5", "bid 20", "pass").scores == [0, 0, 6]
    assert bids(blind("2C", "3D", "TS"), "pass", "pass", "bid 30").scores == [-15, 0, 0]
    assert bids(blind("2C", "3D", "TS"), "pass", "pass", "pass").scores == [0, 0, 0]


def test_3_1_after_so_many_deals_the_highest_wins_or_several_do():  # 3.1
    assert bids(blind("2C", "AD", "TS", deals=1), "bid 5", "pass", "pass").winners == [1]
    assert bids(blind("2C", "AD", "TS", deals=1), "pass", "pass", "pass").winners == [0, 1, 2]
