"""Tests of the rules of Auction Hearts, article by article."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from tests.tables import bids, deal, play, table

RANKS = "AKQJT98765432"


def suit(letter, ranks=RANKS):
    return " ".join(rank + letter for rank in ranks)


# Seat 0 deals and seat 1 is eldest. Each seat holds one whole suit, so seat 1 takes every trick and shoots the moon.
SUITED = deal(suit("H"), suit("S"), suit("C"), suit("D"))
MOON = ["1 bid 3", "2 pass", "3 pass", "0 pass", "1 name H"]

# Hearts are the pain suit. Seat 0 holds all hearts and discards one on every trick. Seats 1 and 2 take the hearts;
# seats 0 and 3 take none.
TWO = deal(suit("H"), f"{suit('S', RANKS[:12])} 2C", f"{suit('C', RANKS[:12])} 2S", suit("D"))
TWO_PLAY = ["1 play 2C", "2 play AC", "3 play AD", "0 play AH", "2 play 2S", "3 play KD", "0 play KH", "1 play AS"]

# Seats 1 and 2 take one pain card each, and seat 3 takes eleven. Only seat 0 takes none.
ONE = deal(suit("H"), f"{suit('S', RANKS[:11])} 2C 2D", f"{suit('C', RANKS[:12])} 2S", f"{suit('D', RANKS[:12])} 3S")
ONE_PLAY = ["1 play 2C", "2 play AC", "3 play AD", "0 play AH", "2 play 2S", "3 play 3S", "0 play KH", "1 play AS"]
ONE_PLAY += ["1 play 2D", "2 play KC", "3 play KD", "0 play QH"]

# Seats 1, 2 and 3 take one pain card each, and seat 0 takes the other ten. So every seat takes pain cards.
NONE = deal(
    f"{suit('H', RANKS[:12])} 4S",
    f"{suit('S', RANKS[:10])} 2C 3C 2D",
    f"{suit('C', RANKS[:11])} 2S 3D",
    f"{suit('D', RANKS[:11])} 3S 2H",
)
NONE_PLAY = ["1 play 2C", "2 play AC", "3 play AD", "0 play 4S", "2 play 2S", "3 play 3S", "0 play AH", "1 play AS"]
NONE_PLAY += ["1 play 3C", "2 play KC", "3 play KD", "0 play KH", "2 play 3D", "3 play QD", "0 play QH", "1 play 2D"]
NONE_PLAY += ["3 play 2H", "0 play JH", "1 play KS", "2 play QC"]

# Seat 1 takes a trick without pain cards; seat 2 takes the other twelve tricks and all the pain cards.
ALL = deal(f"{suit('H', RANKS[:12])} 3S", f"{suit('S', RANKS[:11])} 2C 2H", f"{suit('C', RANKS[:12])} 2S", suit("D"))
ALL_PLAY = ["1 play AS", "2 play 2S", "3 play AD", "0 play 3S", "1 play 2C", "2 play AC", "3 play KD", "0 play AH"]


# Seat 1 wins the auction. Seats 0 and 1 take no pain cards. Seats 2 and 3 each take at least one.
CLEAR = deal(suit("H"), f"{suit('S', RANKS[1:])} 2C", f"{suit('C', RANKS[:11])} AS 2D", f"{suit('D', RANKS[:12])} 3C")


def auction(bid):
    """Return the events of an auction that seat 1 wins with `bid`. If `bid` is 0, all seats pass."""
    return [f"1 bid {bid}" if bid else "1 pass", "2 pass", "3 pass", "0 pass", *(["1 name H"] if bid else [])]


def hearts(*events, hands=SUITED, **options):
    return table("auction-hearts", *hands, *events, **options)


def finish(match, *events):
    """Play the first legal card until the deal is settled. Then play the given events."""
    while not match.table_due() and not match.over:
        seat = match.to_act[0]
        match.apply_event(f"{seat} {match.legal(seat)[0]}")
    return play(match, *events)


def settled(hands, cards=(), bid=3, **options):
    """Return a match after its first deal, with the given hands and cards played."""
    return finish(hearts(*auction(bid), *cards, hands=hands, **options))


def test_1_1_chips_are_whole_and_a_debt_beyond_them_is_forgiven():  # 1.1
    assert hearts().scores == [50] * 4
    assert int(hearts().state.carry) == 0
    assert hearts(chips=200).scores == [200] * 4
    match = settled(NONE, NONE_PLAY, bid=10, chips=10)  # seat 1 owes one chip and has none
    assert match.deals[0].score == [-10, -10, -1, -1]
    assert match.deals[0].carry == 22
    assert min(match.scores) >= 0


def test_1_2_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.2
    spec = load("auction-hearts")
    options = spec.settle_options({}, 4)
    dealers = {Match(spec, options, ["x"] * 4, seed=seed).run_table().dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    match = hearts(first=3)
    assert match.to_act == (0,)
    assert bids(match, "pass").to_act == (1,)
    assert settled(ONE, ONE_PLAY).dealer == 1


def test_1_3_thirteen_cards_each_and_the_ace_is_high():  # 1.3
    match = hearts(hands=[])
    hands = [int(match.state.hand[seat]) for seat in range(4)]
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert hands[0] | hands[1] | hands[2] | hands[3] == (1 << 52) - 1
    match = hearts(*auction(1), "1 play 2C", hands=ALL)
    assert play(match, "2 play AC", "3 play AD", "0 play 3S").to_act == (2,)


def test_2_1_each_speaks_once_more_than_the_standing_bid_and_no_more_than_he_has():  # 2.1
    match = hearts()
    assert match.legal(1) == ["pass", *(f"bid {chips}" for chips in range(1, 51))]
    bids(match, "bid 47")
    assert match.legal(2) == ["pass", "bid 48", "bid 49", "bid 50"]
    bids(match, "bid 50")
    assert match.legal(3) == ["pass"]
    bids(match, "pass", "pass")
    assert match.to_act == (2,)
    assert match.legal(2)[0].startswith("name")
    rich = settled(ONE, ONE_PLAY, bid=20)
    assert int(rich.state.pain) == -1  # in this deal, no suit has been named yet
    chips = rich.scores[0]
    assert chips > 50
    assert bids(rich, "pass", "pass").legal(0)[-1] == f"bid {chips}"
    for wrong in ("bid 0", "bid 01", "bid -1", "bid 9999999", "bid x", "bid", f"bid {chips + 1}"):
        with pytest.raises(IllegalAction):
            rich.act(0, wrong)


def test_2_2_the_highest_bidder_pays_at_once_names_any_suit_and_leads():  # 2.2
    match = hearts("1 bid 3", "2 bid 7", "3 pass", "0 pass")
    assert match.scores == [50, 50, 43, 50]
    assert int(match.state.carry) == 7
    assert match.to_act == (2,)
    assert match.legal(2) == ["name C", "name D", "name H", "name S"]
    bids(match, "name D")
    assert int(match.state.pain) == 1
    assert match.to_act == (2,)
    assert all(words.startswith("play") for words in match.legal(2))
    broke = hearts("1 bid 10", "2 pass", "3 pass", "0 pass", chips=10)
    assert (broke.scores[1], broke.over, broke.to_act) == (0, False, (1,))


def test_2_3_all_pass_hearts_or_redeal():  # 2.3
    match = hearts("1 pass", "2 pass", "3 pass", "0 pass")
    assert match.to_act == (1,)
    assert int(match.state.pain) == 2
    assert match.scores == [50] * 4
    assert len(match.legal(1)) == 13
    match = settled(TWO, TWO_PLAY, bid=2, all_pass="redeal")
    assert match.deals[0].carry == 1
    bids(match, "pass", "pass", "pass", "pass")
    assert (match.deals[1].score, match.deals[1].carry) == ([0] * 4, 1)
    assert len(match.deals[1].events) == 8
    assert match.dealer == 2
    assert match.to_act == (3,)
    assert match.legal(3)[:2] == ["pass", "bid 1"]
    match = hearts("1 pass", "2 pass", "3 pass", "0 pass", all_pass="redeal", deals=1)
    assert (match.over, match.winners) == (True, [0, 1, 2, 3])


def test_2_4_after_a_pot_that_stayed_the_last_bidder_names_again():  # 2.4
    match = finish(hearts(*auction(3), *NONE_PLAY, hands=NONE), *NONE)
    assert match.dealer == 1
    assert match.to_act == (1,)
    assert match.legal(1) == ["name C", "name D", "name H", "name S"]
    play(match, "1 name H")
    assert (match.scores, int(match.state.carry)) == ([40, 46, 49, 49], 16)
    finish(play(match, *NONE_PLAY), *ONE)
    assert (match.dealer, match.to_act, match.legal(1)[0]) == (2, (1,), "name C")
    assert match.deals[1].carry == 29
    finish(play(match, "1 name H", *ONE_PLAY))
    assert match.deals[2].carry == 0
    assert (match.dealer, match.to_act, match.legal(0)[:2]) == (3, (0,), ["pass", "bid 1"])


def test_2_4_the_board_shows_where_there_was_no_auction():  # 2.4
    for spoken in (["1 bid 1", "2 bid 2", "3 bid 3", "0 bid 4"], ["1 pass", "2 pass", "3 pass", "0 pass"]):
        match = hearts(*spoken)
        board = public_board(Position(match), seen_deals(match, "public"))
        assert (board["stayed"], board["auction"]["said"].count(None)) == (False, 0)
    match = finish(hearts(*auction(3), *NONE_PLAY, hands=NONE))
    board = public_board(Position(match), seen_deals(match, "public"))
    assert (board["stayed"], board["auction"]["said"].count(None)) == (True, 4)


def test_2_5_a_pot_that_stayed_after_four_passes_brings_an_auction():  # 2.5
    match = settled(NONE, NONE_PLAY, bid=0)
    assert match.deals[0].carry == 13
    assert match.to_act == (2,)
    assert match.legal(2)[:2] == ["pass", "bid 1"]
    # The auction of an earlier deal does not matter either, because the pot of that deal did not stay.
    match = finish(hearts(*auction(3), *ONE_PLAY, hands=ONE), *NONE)
    bids(match, "pass", "pass", "pass", "pass")
    finish(match)
    assert match.to_act == (3,)
    assert match.legal(3)[:2] == ["pass", "bid 1"]


def test_3_1_follow_suit_or_play_anything():  # 3.1
    match = hearts(*auction(3), "1 play 2C", hands=TWO)
    assert match.legal(2) == [f"play {rank}C" for rank in "3456789TJQKA"]
    assert match.legal(3) == []
    match = hearts(*auction(3), *ONE_PLAY[:9], hands=ONE)
    assert match.legal(2) == [f"play {rank}C" for rank in "3456789TJQK"]
    match = hearts(*auction(3), *NONE_PLAY[:6], hands=NONE)
    assert match.legal(0) == [f"play {rank}H" for rank in "3456789TJQKA"]
    match = hearts(*auction(3), *NONE_PLAY[:10], hands=NONE)
    assert "play 2H" in match.legal(3)
    assert "play KD" in match.legal(3)


def test_3_2_the_highest_card_of_the_suit_led_wins_and_leads():  # 3.2
    match = hearts(*auction(3), *TWO_PLAY[:4], hands=TWO)
    assert match.to_act == (2,)
    play(match, *TWO_PLAY[4:])
    assert match.to_act == (1,)


LIMITS = deal(
    f"{suit('H', 'AKQJT987')} 2S 3S 4S 5S 6S",
    f"{suit('C', RANKS[:12])} 6H",
    f"2C {suit('D', RANKS[:12])}",
    f"2D {suit('S', RANKS[:8])} {suit('H', '2345')}",
)


def test_3_3_no_pain_at_the_first_trick_unless_nothing_else():  # 3.3
    match = hearts(*auction(1), hands=LIMITS)
    assert "play 6H" not in match.legal(1)
    play(match, "1 play 3C", "2 play 2C")
    assert match.legal(3) == ["play 2D", *(f"play {rank}S" for rank in "789TJQKA")]
    assert match.legal(0) == []
    play(match, "3 play 2D")
    assert match.legal(0) == [f"play {rank}S" for rank in "23456"]
    match = hearts(*auction(1), "1 play 2C", "2 play AC", "3 play AD", hands=TWO)
    assert len(match.legal(0)) == 13  # seat 0 holds only pain cards
    match = hearts("1 bid 1", "2 pass", "3 pass", "0 pass", "1 name S")
    assert len(match.legal(1)) == 13
    match = hearts(*auction(1), hands=LIMITS, pain_limits="off")
    assert "play 6H" in match.legal(1)
    play(match, "1 play 3C", "2 play 2C")
    assert "play 5H" in match.legal(3)
    with pytest.raises(IllegalAction, match="first trick"):
        hearts(*auction(1), "1 play 3C", "2 play 2C", hands=LIMITS).act(3, "play 2H")


def test_3_4_pain_may_not_be_led_before_it_is_broken():  # 3.4
    match = hearts(*auction(1), "1 play 3C", "2 play 2C", "3 play 2D", "0 play 2S", hands=LIMITS)
    assert "play 6H" not in match.legal(1)
    with pytest.raises(IllegalAction, match="before one has been played"):
        match.act(1, "play 6H")
    play(match, "1 play 4C", "2 play 3D", "3 play 2H", "0 play 3S")
    assert "play 6H" in match.legal(1)  # a discard has broken the pain suit
    only = deal(f"{suit('H', RANKS[:12])} AS", f"{suit('S', RANKS[1:])} 2C", f"2H {suit('C', RANKS[:12])}", suit("D"))
    match = hearts(*auction(1), "1 play 2S", "2 play AC", "3 play 2D", "0 play AS", hands=only)
    assert match.to_act == (0,)
    assert len(match.legal(0)) == 12  # seat 0 has only pain cards, so it can lead one before the suit is broken
    match = hearts(*auction(1), "1 play 3C", "2 play 2C", "3 play 2D", "0 play 2S", hands=LIMITS, pain_limits="off")
    assert "play 6H" in match.legal(1)
    match = finish(hearts(*auction(1), *ONE_PLAY, hands=ONE), *LIMITS)
    bids(match, "pass", "pass", "pass", "bid 1", "name H")
    assert "play 6H" not in match.legal(1)  # the pain suit was broken only in the previous deal


def taken(match):
    """Return the pain cards that each seat has taken, as the board shows them."""
    return public_board(Position(match), seen_deals(match, "public"))["taken"]


def test_4_1_one_chip_for_each_pain_card_taken():  # 4.1
    match = settled(NONE, NONE_PLAY, bid=3)
    assert match.deals[0].score == [-10, -4, -1, -1]
    assert match.deals[0].carry == 16
    assert [int(match.state.last_taken[seat]) for seat in range(4)] == [10, 1, 1, 1]
    assert taken(match) == [0, 0, 0, 0]  # in the next deal, no pain cards have been taken yet
    assert taken(hearts(*auction(3), *NONE_PLAY, hands=NONE)) == [2, 1, 1, 1]
    other = hearts("1 bid 3", "2 pass", "3 pass", "0 pass", "1 name D", *NONE_PLAY, hands=NONE, pain_limits="off")
    assert taken(other) == [0, 0, 2, 3]


def test_4_2_one_clear_player_takes_the_pot():  # 4.2
    match = settled(ONE, ONE_PLAY, bid=3)
    assert match.deals[0].score == [16, -4, -1, -11]
    assert match.deals[0].carry == 0
    diamonds = hearts("1 bid 3", "2 pass", "3 pass", "0 pass", "1 name D", *NONE_PLAY, hands=NONE, pain_limits="off")
    assert finish(diamonds).deals[0].score == [-8, 13, -2, -3]  # hearts cost nothing if diamonds are the pain suit


def test_4_3_two_clear_halve_it_and_an_odd_chip_stays_without_naming():  # 4.3
    match = settled(TWO, TWO_PLAY, bid=3)
    assert match.deals[0].score == [8, -15, -1, 8]
    assert match.deals[0].carry == 0
    match = settled(TWO, TWO_PLAY, bid=2)
    assert match.deals[0].score == [7, -14, -1, 7]
    assert match.deals[0].carry == 1
    assert match.to_act == (2,)
    assert match.legal(2)[0] == "pass"


def test_4_4_the_pot_stays_if_none_is_clear_or_one_took_all_the_pain():  # 4.4
    assert settled(NONE, NONE_PLAY).deals[0].carry == 16
    match = settled(ALL, ALL_PLAY, bid=3)
    assert match.deals[0].score == [0, -3, -13, 0]
    assert match.deals[0].carry == 16
    assert not match.over  # seat 2 needs all thirteen tricks to shoot the moon
    assert match.to_act == (1,)
    assert match.legal(1)[0] == "name C"


def test_4_5_a_moon_wins_the_match_or_the_pot_or_nothing():  # 4.5
    match = settled(SUITED)
    assert (match.over, match.winners) == (True, [1])
    assert match.deals[0].score == [0, -16, 0, 0]
    assert match.deals[0].carry == 16
    assert match.scores == [54, 38, 54, 54]
    match = settled(SUITED, moon="pot")
    assert match.deals[0].score == [0, 0, 0, 0]
    assert (match.deals[0].carry, match.over) == (0, False)
    assert match.to_act == (2,)
    assert match.legal(2)[0] == "pass"
    match = settled(SUITED, moon="off")
    assert match.deals[0].score == [0, -16, 0, 0]
    assert (match.deals[0].carry, match.over) == (16, False)
    assert match.to_act == (1,)
    assert match.legal(1)[0] == "name C"


# Seats 0, 2 and 3 discard pain cards on the tricks of seat 1. Seat 1 has all the pain cards after the fifth or sixth
# trick.
PAIN = ("AH KH QH JH TH AD KD QD JD TD 9D 8D 7D", "9H 8H 7H 6H", "5H 4H 3H 2H 6D 5D 4D 3D 2D")
SHOT = deal(PAIN[0], suit("S"), f"{PAIN[1]} AC KC QC JC TC 9C 8C 7C 6C", f"{PAIN[2]} 5C 4C 3C 2C")
SHOT_PLAY = [
    f"{seat} play {card}"
    for trick in ("AS 9H 5H AH", "KS 8H 4H KH", "QS 7H 3H QH", "JS 6H 2H JH", "TS 6C 2C TH")
    for seat, card in zip((1, 2, 3, 0), trick.split(), strict=True)
]
MISSED = deal(PAIN[0], f"{suit('S', RANKS[:12])} 2C", f"{PAIN[1]} AC KC QC JC TC 9C 8C 7C 2S", f"{PAIN[2]} 6C 5C 4C 3C")
MISSED_PLAY = ["1 play 2C", "2 play AC", "3 play 3C", "0 play AH", "2 play 2S", "3 play 5H", "0 play KH", "1 play AS"]
MISSED_PLAY += [
    f"{seat} play {card}"
    for trick in ("KS 9H 4H QH", "QS 8H 3H JH", "JS 7H 2H TH", "TS 6H 2D 7D")
    for seat, card in zip((1, 2, 3, 0), trick.split(), strict=True)
]


@pytest.mark.parametrize(("hands", "plays", "over"), [(SHOT, SHOT_PLAY, False), (MISSED, MISSED_PLAY, True)])
def test_4_5_all_pain_is_taken_and_the_deal_decided_unless_one_may_take_all_tricks(hands, plays, over):  # 4.5
    match = hearts(*auction(3), *plays, hands=hands, pain_limits="off")
    shown = public_board(Position(match), seen_deals(match, "public"))
    assert (sum(shown["taken"]), shown["decided"]) == (13, over)


def test_5_1_a_player_without_chips_ends_the_match_after_the_pot_is_awarded():  # 5.1
    match = settled(ONE, ONE_PLAY, bid=10, chips=10)
    assert match.deals[0].score == [21, -10, -1, -10]  # seat 3 owed 11 chips but had 10
    assert (match.over, match.winners) == (True, [0])
    match = settled(ONE, ONE_PLAY, bid=8, chips=10)
    assert match.scores[1] == 1
    assert (match.over, match.scores) == (True, [30, 1, 9, 0])
    match = settled(ONE, ONE_PLAY, bid=3, chips=12)
    assert (match.scores[3], match.over) == (1, False)
    match = settled(CLEAR, ["1 play 2C"], bid=20, chips=20)  # seat 1 has no chips until it gets half the pot
    assert match.scores[1] == (20 + 13) // 2
    assert not match.over


def test_5_2_the_match_ends_after_the_agreed_deals():  # 5.2
    assert settled(ONE, ONE_PLAY, deals=1).over
    match = settled(ONE, ONE_PLAY, deals=2)
    assert not match.over
    assert finish(match).over
    assert len(match.deals) == 2


def test_5_3_a_leftover_pot_is_shared_and_what_does_not_divide_is_void():  # 5.3
    match = settled(NONE, NONE_PLAY, bid=3, deals=1)
    assert match.scores == [44, 50, 53, 53]
    match = settled(NONE, NONE_PLAY, bid=4, deals=1)
    assert match.scores == [44, 49, 53, 53]
    assert (match.deals[0].carry, sum(match.scores), int(match.state.carry)) == (17, 199, 0)


def test_5_4_most_chips_win_and_ties_share():  # 5.4
    match = settled(NONE, NONE_PLAY, bid=3, deals=1)
    assert match.winners == [2, 3]  # seat 0 took nine tricks but has fewer chips than the winners
    assert settled(ONE, ONE_PLAY, bid=3, deals=1).winners == [0]
