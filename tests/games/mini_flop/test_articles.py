"""Tests of the rules of Mini Flop Poker, article by article."""

from __future__ import annotations

from tests.games.small import deal_passes_left, highest_ranks_are_dealt
from tests.tables import bids, deal, play, table


def poker(*events, hands=("KC QC", "AC JD"), flop="KD", seats=2, **options):
    return table("mini-flop-poker", *deal(*hands), f"table flop {flop}", *events, seats=seats, **options)


def test_1_1_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.1
    deal_passes_left("mini-flop-poker")


def test_1_2_the_highest_ranks_of_two_suits_and_a_card_for_all_to_see():  # 1.2
    highest_ranks_are_dealt("mini-flop-poker", "8 cards are too few for 3 hands of 3 and 1 open")
    match = poker()
    assert match.state.flop == match.views(0)[0]["flop"] == match.views(1)[0]["flop"] == 1 << 13 + 11
    assert match.game.phases[match.state.phase] == "bid"
    whole = table("mini-flop-poker", seats=3, ranks=5, dealt=3).state  # ten cards: nine in the hands and one as flop
    assert (int(whole.flop) | int(whole.hand[0]) | int(whole.hand[1]) | int(whole.hand[2])).bit_count() == 10


def test_1_3_everybody_pays_the_ante():  # 1.3
    match = poker(chips=20, ante=3)
    assert match.state.scores[:2].tolist() == [17, 17] and match.state.carry == 6


def test_2_1_bids_go_up_one_by_one_as_far_as_allowed_and_paid_for():  # 2.1
    match = poker()
    assert match.legal(1) == ["pass", "bid 1"]
    assert bids(match, "bid 1").legal(0) == ["pass", "bid 2"]
    assert bids(match, "bid 2").legal(1) == ["pass"]
    match = poker(chips=10, ante=5, highest=5, deals=5)
    play(match, "1 pass", "0 pass", "table deal 0 KC QC", "table deal 1 AC JD", "table flop KD")
    assert match.state.scores[:2].tolist() == [0, 10] and match.legal(0) == ["pass"]


def test_2_2_a_pass_is_not_final():  # 2.2
    assert bids(poker(), "pass", "bid 1").legal(1) == ["pass", "bid 2"]


def test_2_3_the_bidding_ends_when_all_others_have_passed():  # 2.3
    hands = ("KC QC", "AC JD", "JC AD")
    match = bids(poker(hands=hands, seats=3), "bid 1", "pass", "bid 2", "pass")
    assert match.to_act == (2,) and len(match.deals) == 1
    assert len(bids(match, "pass").deals) == 2
    assert len(bids(poker(hands=hands, seats=3), "pass", "pass", "pass").deals) == 2


def shown(match):
    return [f"{int(cards):b}".count("1") for cards in match.state.shown[: match.seats]]


def test_2_4_the_last_bidder_pays_and_takes_the_flop():  # 2.4
    match = bids(poker(), "bid 1", "bid 2", "pass")
    assert match.state.last_score[:2].tolist() == [1, -1]  # the winner pays 2 chips, and gets them back with the pot
    assert shown(match) == [3, 2]
    assert shown(bids(poker(), "pass", "pass")) == [2, 2]


def won(*said, hands, flop="KD", **options):
    return bids(poker(hands=hands, flop=flop, **options), *said).state.last_score[:2].tolist()


def test_3_1_pairs_then_high_cards_then_more_of_them():  # 3.1
    assert won("pass", "pass", hands=("QC QD", "AC JD")) == [1, -1]
    assert won("pass", "pass", hands=("AC JC", "AD QD")) == [-1, 1]
    assert won("bid 1", "pass", hands=("QC QD KC", "JC JD AC"), flop="AD", dealt=3) == [-1, 1]  # two pairs
    assert won("bid 1", "pass", hands=("AC QC", "AD QD"), flop="JD") == [-1, 1]  # the buyer has one more card
    assert won("bid 1", "pass", hands=("QC QD", "AC JD")) == [2, -2]  # seat 1 wins with a pair; seat 0 has none


def test_3_2_tied_hands_share_the_pot_and_odd_chips_go_left_of_the_dealer():  # 3.2
    assert won("pass", "pass", hands=("AC QC", "AD QD")) == [0, 0]
    hands = ("AC QC", "AD QD", "KC JC")
    match = bids(poker(hands=hands, seats=3), "pass", "pass", "pass")
    assert match.state.last_score[:3].tolist() == [0, 1, -1]  # the two winners share a pot of three chips


def test_4_1_the_match_ends_after_the_agreed_deals_or_when_an_ante_cannot_be_paid():  # 4.1
    assert bids(poker(deals=1), "pass", "pass").over
    assert not bids(poker(deals=2), "pass", "pass").over
    assert bids(poker(hands=("QC QD", "AC JD"), chips=10, ante=5), "bid 1", "pass").over
    assert not bids(poker(hands=("QC QD", "AC JD"), chips=10, ante=5), "pass", "pass").over


def test_4_2_most_chips_win():  # 4.2
    assert bids(poker(deals=1), "pass", "pass").winners == [1]
    assert bids(poker(hands=("AC QC", "AD QD"), deals=1), "pass", "pass").winners == [0, 1]
