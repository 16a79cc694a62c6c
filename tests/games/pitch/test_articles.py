"""Tests of the rules of Auction Pitch, article by article."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from tests.tables import bids, deal, play, table, why

FOUR = deal("AC KC QC 2D 3D 4D", "JC TC 9C AD KD QD", "8C 7C 6C JD TD 9D", "5C 4C 3C 8D 7D 6D")


def pitch(*events, hands=FOUR, seats=4, **options):
    return table("auction-pitch", *hands, *events, seats=seats, **options)


def test_1_1_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.1
    from saleroom.match.match import Match

    spec = load("auction-pitch")
    options = spec.settle_options({}, 4)
    dealers = {Match(spec, options, ["x"] * 4, seed=seed).run_table().dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    match = pitch(first=3)
    assert match.to_act == (0,)
    while len(match.deals) == 1:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    assert match.dealer == 0


def test_1_2_six_cards_each_from_a_pack_of_52():  # 1.2
    match = pitch(hands=[], seats=7)
    hands = [int(match.state.hand[seat]) for seat in range(7)]
    assert [hand.bit_count() for hand in hands] == [6] * 7
    assert sum(hands).bit_count() == 42


def test_2_1_each_speaks_once_and_must_bid_more():  # 2.1
    match = pitch()
    assert match.legal(1) == ["pass", "bid 1", "bid 2", "bid 3", "bid 4"]
    bids(match, "bid 2")
    assert match.legal(2) == ["pass", "bid 3", "bid 4"]
    assert why(match, 2, "bid 2") == "a bid must be at least 3"
    assert why(match, 2, "play JD") == why(match, 2, "play 6C") == "the bidding is not over"
    bids(match, "pass", "bid 3", "pass")
    assert match.to_act == (3,)
    assert all(words.startswith("play") for words in match.legal(3))


def test_2_2_dealer_may_equal_four_any_or_no_bid():  # 2.2
    legal = {}
    for rule in ("four", "any", "never"):
        for bid in (3, 4):
            legal[rule, bid] = bids(pitch(dealer_match=rule), f"bid {bid}", "pass", "pass").legal(0)
    assert legal["four", 3] == ["pass", "bid 4"]
    assert legal["four", 4] == ["pass", "bid 4"]
    assert legal["any", 3] == ["pass", "bid 3", "bid 4"]
    assert legal["any", 4] == ["pass", "bid 4"]
    assert legal["never", 3] == ["pass", "bid 4"]
    assert legal["never", 4] == ["pass"]
    assert bids(pitch(dealer_match="any"), "pass", "pass", "pass").legal(0)[:2] == ["pass", "bid 1"]
    assert bids(pitch(), "bid 4", "pass", "pass", "bid 4").to_act == (0,)
    assert why(bids(pitch(), "bid 4"), 2, "bid 4") == "the standing bid is four"
    assert why(bids(pitch(), "bid 3"), 2, "bid 3") == "a bid must be at least 4"


def test_2_3_high_bidder_pitches_or_eldest_when_all_pass():  # 2.3
    assert bids(pitch(), "pass", "bid 1", "pass", "bid 2").to_act == (0,)
    assert bids(pitch(), "pass", "pass", "pass", "pass").to_act == (1,)


def test_3_1_the_first_card_led_makes_trump():  # 3.1
    match = bids(pitch(), "bid 1", "pass", "pass", "pass")
    assert len(match.legal(1)) == 6
    play(match, "1 play TC")
    assert match.state.trump == 0
    assert match.legal(2) == ["play 6C", "play 7C", "play 8C"]


VOIDS = deal("AC KC 2D 3D 2H 3H", "QC JC 4D 5D 4H 5H", "6D 7D 8D 9D 2S 3S", "TC 9C TD JD 6H 4S")


def test_4_1_a_trump_led_must_be_followed():  # 4.1
    match = bids(pitch(hands=VOIDS), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC")
    assert len(match.legal(2)) == 6
    play(match, "2 play 2S")
    assert match.legal(3) == ["play 9C", "play TC"]
    assert why(match, 3, "play JD") == "clubs were led: follow suit"
    assert why(match, 3, "play AC") == "you do not hold AC"
    assert why(match, 3, "pass") == why(match, 3, "bid 1") == "the bidding is over"


def test_4_2_may_trump_instead_of_following():  # 4.2
    match = bids(pitch(hands=VOIDS), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC", "2 play 2S", "3 play 9C", "0 play AC", "0 play 2H")
    assert match.legal(1) == ["play JC", "play 4H", "play 5H"]
    assert why(match, 1, "play 4D") == "hearts were led: follow suit or trump"


def test_4_3_unable_to_follow_plays_anything():  # 4.3
    match = bids(pitch(hands=VOIDS), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC", "2 play 2S", "3 play 9C", "0 play AC", "0 play 2H", "1 play 4H")
    assert len(match.legal(2)) == 5


def test_4_4_highest_trump_else_highest_of_the_suit_led_wins():  # 4.4
    match = bids(pitch(hands=VOIDS), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC", "2 play 2S", "3 play 9C", "0 play AC", "0 play 2H", "1 play 4H", "2 play 9D", "3 play 6H")
    assert match.to_act == (3,)
    play(match, "3 play 4S", "0 play 3H", "1 play JC", "2 play 3S")
    assert match.to_act == (1,)
    play(match, "1 play 4D", "2 play 6D", "3 play JD", "0 play 2D")
    assert match.to_act == (3,)


# Clubs are trump. Seat 3 holds clubs and hearts.
REVOKES = deal("AC KC 2D 3D 2H 3H", "QC JC 4D 5D 4H 5H", "6D 7D 8D 9D 2S 3S", "TC 9C TD JD 6H 4S")
REVOKE_PLAY = ["1 play QC", "2 play 2S"]


def penalised(hands=REVOKES, **options):
    return pitch(hands=hands, revoke="penalised", **options)


def test_4_5_a_revoke_is_refused_or_any_card_may_be_played():  # 4.5
    for rule, cards in (("refused", 2), ("penalised", 6)):
        match = bids(pitch(hands=REVOKES, revoke=rule), "bid 1", "pass", "pass", "pass")
        play(match, *REVOKE_PLAY)
        assert len(match.legal(3)) == cards
    assert match.game.options[-1].default == "refused"
    play(match, "3 play TD")  # seat 3 holds trumps
    assert why(match, 0, "play 9S") == "you do not hold 9S"


def honestly(match):
    """Play the deal to its end without another revoke. Return its score."""
    deals = len(match.deals)
    while not match.over and not match.table_due():
        seat, led = match.to_act[0], "CDHS"[match.state.led] if match.state.in_trick else ""
        cards = match.legal(seat)
        match.apply_event(f"{seat} {next((card for card in cards if card[-1] == led), cards[0])}")
    return match.deals[deals - 1].score


def revoked(match):
    """Return the revokes that the board shows for the last deal."""
    board = public_board(Position(match.run_table()), seen_deals(match, "public"))
    return [(revoke["seat"], revoke["trick"], revoke["card"], revoke["held"]) for revoke in board["last"]["revokes"]]


def test_4_5_a_revoke_is_to_play_neither_the_suit_led_nor_a_trump_while_holding_the_suit():  # 4.5
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    honestly(play(match, *REVOKE_PLAY, "3 play TD"))
    assert revoked(match) == [(3, 1, "TD", ["TC", "9C"])]
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    play(match, *REVOKE_PLAY, "3 play 9C", "0 play AC", "0 play 2H", "1 play 4H", "2 play 9D", "3 play TC")
    play(match, "3 play TD", "0 play KC", "1 play 4D", "2 play 6D")  # seats 3 and 0 trump, though they could follow
    honestly(match)
    assert revoked(match) == []
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    play(match, *REVOKE_PLAY, "3 play 9C", "0 play AC", "0 play 2H", "1 play 4D", "2 play 9D", "3 play TD")
    honestly(match)  # seat 2 has no hearts; seats 1 and 3 have
    assert revoked(match) == [(1, 2, "4D", ["5H", "4H"]), (3, 2, "TD", ["6H"])]


def test_4_5_cards_played_before_a_trick_were_not_held_then():  # 4.5
    hands = deal("AC KC QC 2D 3D 4D", "JC TC 6H AD KD QD", "8C 7C 6C JD TD 9D", "5C 4C 3C 8D 7D 6D")
    match = bids(penalised(hands), "pass", "pass", "pass", "bid 1")
    play(match, "0 play AC", "1 play JC", "2 play 6C", "3 play 3C", "0 play 2D", "1 play AD", "2 play JD", "3 play 6D")
    play(match, "1 play KD", "2 play TD", "3 play 7D", "0 play 3D", "1 play QD", "2 play 9D", "3 play 8D", "0 play 4D")
    play(match, "1 play TC", "2 play 8C", "3 play 5C", "0 play KC", "0 play QC", "1 play 6H", "2 play 7C", "3 play 4C")
    assert revoked(match) == []  # seat 1 has no club left


def test_4_5_a_revoke_counts_in_its_own_deal_only():  # 4.5
    match = bids(penalised(target=25), "bid 1", "pass", "pass", "pass")
    assert honestly(play(match, *REVOKE_PLAY, "3 play TD"))[3] == -1
    match = bids(play(match, *REVOKES), "bid 1", "pass", "pass", "pass")
    assert honestly(play(match, "2 play 6D"))[3] == 2  # seat 3 plays its clubs, and loses no bid
    assert revoked(match) == []


def test_4_5_who_won_which_trick_does_not_change():  # 4.5
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    play(match, *REVOKE_PLAY, "3 play TD", "0 play 2D")  # seat 0 keeps the ace of trump back
    assert match.to_act == (1,)
    board = public_board(Position(match), seen_deals(match, "public"))
    assert board["tricks_won"] == [0, 1, 0, 0]
    assert board["last"] is None
    assert "revoke" not in str(board)  # a revoke is found at the end of the deal


def whole_deal(match, *following):
    """Play the first legal card until the deal is scored. Then play the given events. Return the score of the deal."""
    deals = len(match.deals)
    while not match.over and not match.table_due():
        match.apply_event(f"{match.to_act[0]} {match.legal(match.to_act[0])[0]}")
    play(match, *following)
    return match.deals[deals - 1].score


# If clubs are trump, seat 0 scores High and Cards, seat 3 was dealt the lowest trump, and the jack was not dealt. The
# tricks of seat 1 contain no card points.
SHARED = deal("AC 2D 3D 4D 5D 6D", "KC 7D 8D 9D 2H 3H", "QC 4H 5H 6H 7H 8H", "2C 2S 3S 4S 5S 6S")


def test_5_1_high_to_the_player_dealt_it():  # 5.1
    match = bids(pitch(hands=SHARED), "pass", "pass", "bid 1", "pass")
    assert whole_deal(play(match, "3 play 2C")) == [2, 0, 0, 1]  # High and Cards to seat 0; Low to seat 3
    hands = deal("3C 2D 3D 4D 5D 6D", "KC 7D 8D 9D 2H 3H", "QC 4H 5H 6H 7H 8H", "2C 2S 3S 4S 5S 6S")
    match = bids(pitch(hands=hands), "pass", "pass", "bid 1", "pass")
    assert whole_deal(play(match, "3 play 2C")) == [0, 2, 0, 1]  # no ace was dealt, so the king is the highest trump


def test_5_2_low_to_the_dealt_or_to_the_taker():  # 5.2
    dealt = bids(pitch(hands=SHARED), "pass", "pass", "pass", "bid 1")
    assert whole_deal(dealt) == [2, 0, 0, 1]
    taken = bids(pitch(hands=SHARED, low="taken"), "pass", "pass", "pass", "bid 1")
    assert whole_deal(taken) == [3, 0, 0, 0]


def test_5_3_jack_to_the_winner_of_its_trick_if_dealt():  # 5.3
    hands = deal("AC 3C 2D 3D 4D 5D", "6D 7D 8D 9D 2H 3H", "JC 4H 5H 6H 7H 8H", "2C 2S 3S 4S 5S 6S")
    match = bids(pitch(hands=hands), "pass", "pass", "pass", "bid 1")
    assert whole_deal(play(match, "0 play AC")) == [3, 0, 0, 1]
    match = bids(pitch(hands=hands), "pass", "pass", "pass", "bid 1")
    assert whole_deal(play(match, "0 play 3C")) == [2, 0, 1, 1]
    hands[2] = hands[2].replace("JC", "9H")
    match = bids(pitch(hands=hands), "pass", "pass", "pass", "bid 1")
    assert whole_deal(play(match, "0 play AC")) == [2, 0, 0, 1]


def test_5_4_cards_to_the_most_in_tricks():  # 5.4
    hands = deal("AC 2C 3C 4C 5C 6C", "TD 7D 8D 9D JH QH", "7C 3H 4H 5H 6H 7H", "8C 2S 3S 4S 5S 6S")
    match = bids(pitch(hands=hands), "pass", "pass", "bid 1", "pass")
    score = whole_deal(play(match, "3 play 8C", "0 play 6C", "1 play TD", "2 play 7C"))
    assert score == [2, 0, 0, 1]  # seat 0 scores High and Low; seat 3 scores Cards
    hands = deal("9C 2C 2D 3D 4D 5D", "3C 6D 7D 8D 9D 2H", "JC 3H 4H 5H 6H 7H", "4C 2S 3S 4S 5S 6S")
    match = bids(pitch(hands=hands), "pass", "pass", "pass", "pass")
    assert whole_deal(play(match, "1 play 3C", "2 play JC")) == [1, 0, 3, 0]  # only the jack has card points


# Only seats 0 and 1 take card points: seat 0 for the ace of trump, seat 1 for the ace of diamonds.
TIE = deal("AC 2D 3D 4D 5D 2C", "AD KH 6D 7D 8D 9D", "3C 2H 3H 4H 5H 6H", "4C 2S 3S 4S 5S 6S")
TIE_PLAY = ["0 play AC", "1 play 6D", "2 play 3C", "3 play 4C", "0 play 2D", "1 play AD", "2 play 2H", "3 play 2S"]


def test_5_5_a_tie_with_the_pitcher_goes_to_the_other_or_to_nobody():  # 5.5
    hands = [hand.replace("KH", "9H") for hand in TIE]
    scores = {}
    for rule in ("non-pitcher", "nobody"):
        match = bids(pitch(hands=hands, cards_tie=rule), "pass", "pass", "pass", "bid 2")
        scores[rule] = whole_deal(play(match, *TIE_PLAY))
    assert scores == {"non-pitcher": [2, 1, 0, 0], "nobody": [2, 0, 0, 0]}
    others = deal("8C 2C 3D 4D 5D 6D", "AC 2H 3H 4H 5H 6H", "AD 7D 8D 9D 7H 8H", "3C 2S 3S 4S 5S 6S")
    match = bids(pitch(hands=others), "pass", "pass", "pass", "bid 1")
    play(match, "0 play 8C", "1 play AC", "2 play 7H", "3 play 3C", "1 play 2H", "2 play 8H", "3 play 2S", "0 play 3D")
    play(match, "2 play AD", "3 play 3S", "0 play 4D", "1 play 3H")
    assert whole_deal(match) == [1, 1, 0, 0]  # seats 1 and 2 tie at four card points: no point
    three = deal("AC 2D 3H 4D 5D 6D", "AD 2C 7D 8D 9D 4H", "AH 3C 5H 6H 7H 2S", "4C 3S 4S 5S 6S 7S")
    match = bids(pitch(hands=three), "pass", "pass", "pass", "bid 1")
    play(match, "0 play AC", "1 play 2C", "2 play 3C", "3 play 4C", "0 play 2D", "1 play AD", "2 play 2S", "3 play 3S")
    play(match, "1 play 4H", "2 play AH", "3 play 4S", "0 play 3H")
    assert whole_deal(match) == [1, 1, 0, 0]  # the pitcher and two seats tie: no point


def test_6_1_a_failed_bid_is_lost_and_may_go_below_zero():  # 6.1
    match = bids(pitch(hands=SHARED), "pass", "pass", "bid 4", "pass")
    assert whole_deal(match)[3] == -4
    assert match.scores[3] == -4
    match = bids(pitch(hands=SHARED), "pass", "pass", "pass", "bid 2")
    assert whole_deal(match)[0] == 2
    match = bids(pitch(hands=SHARED), "pass", "pass", "pass", "bid 3")
    assert whole_deal(match)[0] == -3


def test_6_2_others_score_what_they_made_and_no_contract_cannot_fail():  # 6.2
    match = bids(pitch(hands=SHARED), "pass", "pass", "bid 4", "pass")
    assert whole_deal(play(match, "3 play 2C")) == [2, 0, 0, -4]
    match = bids(pitch(hands=SHARED, first=2), "pass", "pass", "pass", "pass")
    assert match.to_act == (3,)
    assert whole_deal(play(match, "3 play 2C")) == [2, 0, 0, 1]


# Clubs are trump and seat 0 pitches. It was dealt the highest and the lowest trump, and takes the jack.
PENALTY = deal("AC 2C TS 3D 4D 5D", "KC 6D 7D 8D 2H 3H", "QC JC 4H 5H 6H 7H", "3C TD 2S 3S 4S 5S")
FOLLOWING = ["0 play AC", "1 play KC", "2 play JC", "3 play 3C"]


def penalty(*revokes, bid=2, **options):
    """Return a match after the first trick of a deal; the events `revokes` take the place of plays that follow suit.

    Seat 0 pitches for `bid`, or without a contract if `bid` is 0.
    """
    match = penalised(PENALTY, first=0 if bid else 3, **options)
    bids(match, "pass", "pass", "pass", f"bid {bid}" if bid else "pass")
    return play(match, *({event[0]: event for event in [*FOLLOWING, *revokes]}[seat] for seat in "0123"))


def test_6_3_a_seat_that_revoked_scores_nothing_and_loses_the_standing_bid():  # 6.3
    assert honestly(penalty()) == [3, 0, 1, 0]
    assert honestly(penalty("1 play 2H")) == [3, -2, 0, 0]
    assert honestly(penalty("1 play 2H", "3 play 2S", bid=3)) == [4, -3, 0, -3]
    twice = play(penalty("1 play 2H"), "0 play 2C", "1 play 3H")
    assert honestly(twice)[1] == -2  # however often
    assert honestly(penalty("1 play 2H", bid=0)) == [3, 0, 0, 0]


def test_6_3_no_seat_scores_what_a_seat_that_revoked_has_made():  # 6.3
    match = penalty("1 play 2H")
    honestly(match)
    assert match.state.last_cards == -1  # seat 1 has the most in its tricks
    pitcher = penalty("0 play 2C")
    play(pitcher, "1 play 6D", "2 play 4H", "3 play TD", "0 play TS")
    assert honestly(pitcher)[0] == -2
    assert (pitcher.state.last_high, pitcher.state.last_low) == (-1, -1)


def test_6_4_a_pitcher_who_did_not_revoke_does_not_fail_when_another_player_did():  # 6.4
    assert honestly(penalty(bid=4)) == [-4, 0, 1, 0]
    assert honestly(penalty("1 play 2H", bid=4)) == [3, -4, 0, 0]
    both = play(penalty("0 play 2C", bid=4), "1 play 6D", "2 play 4H", "3 play 2S", "0 play TS")
    assert honestly(both)[::3] == [-4, -4]


def test_7_1_the_first_deal_that_leaves_someone_at_the_target_ends_it():  # 7.1
    match = bids(pitch(hands=SHARED, target=3), "pass", "pass", "pass", "bid 2")
    whole_deal(match)
    assert not match.over
    match = bids(pitch(hands=SHARED, target=2), "pass", "pass", "pass", "bid 2")
    whole_deal(match)
    assert match.over
    assert match.winners == [0]


def test_7_2_of_several_the_pitcher_wins_else_high_low_jack_cards():  # 7.2
    match = bids(pitch(hands=SHARED, target=1), "pass", "pass", "bid 1", "pass")
    whole_deal(play(match, "3 play 2C"))
    assert match.scores == [2, 0, 0, 1]
    assert match.winners == [3]
    match = bids(pitch(hands=SHARED, target=1), "pass", "pass", "pass", "pass")
    whole_deal(play(match, "1 play KC"))
    assert match.scores == [2, 0, 0, 1]
    assert match.winners == [0]


# After the first deal, seats 0 and 3 have one point each. The second deal is `BY_LOW` or `BY_JACK`: either brings both
# seats to the target score of two. In it, seat 1 scores High and seat 2 is the pitcher.
FIRST = deal("AC 3D 4D 5D 6D 7D", "3C AD 2H 3H 4H 5H", "4C 6H 7H 8H 9H 2D", "2C 2S 3S 4S 5S 6S")
FIRST_PLAY = ["1 play 3C", "2 play 4C", "3 play 2C", "0 play AC", "0 play 3D", "1 play AD", "2 play 2D", "3 play 2S"]
BY_LOW = deal("5C AD 3D 4D 5D 6D", "KC 2H 3H 4H 5H 6H", "4C 7H 8H 9H 7S 2D", "2C KD 2S 3S 4S 5S")
BY_LOW_PLAY = ["2 play 4C", "3 play 2C", "0 play 5C", "1 play KC", "1 play 2H", "2 play 7H", "3 play 2S", "0 play 3D"]
BY_LOW_PLAY += ["2 play 2D", "3 play KD", "0 play AD", "1 play 3H"]
BY_JACK = deal("AD 3D 4D 5D 6D 7D", "KC 3C 2H 3H 4H 5H", "2C 7H 8H 9H 2D 6H", "JC KD 2S 3S 4S 5S")
BY_JACK_PLAY = ["2 play 2C", "3 play JC", "0 play 3D", "1 play 3C", "3 play KD", "0 play AD", "1 play 2H", "2 play 2D"]


@pytest.mark.parametrize(("hands", "plays"), [(BY_LOW, BY_LOW_PLAY), (BY_JACK, BY_JACK_PLAY)])
def test_7_2_without_the_pitcher_and_high_it_goes_by_low_then_jack(hands, plays):  # 7.2
    match = bids(pitch(hands=FIRST, target=2, cards_tie="nobody"), "pass", "pass", "pass", "pass")
    assert whole_deal(play(match, *FIRST_PLAY), *hands) == [1, 0, 0, 1]
    whole_deal(play(bids(match, "pass", "pass", "pass", "pass"), *plays))
    assert [seat for seat in range(4) if match.scores[seat] >= 2] == [0, 3]
    assert match.winners == [3]


# Seat 1 was dealt the king and the two of trump, so it scores High and Low. Seat 2 takes the jack. Seat 0 takes a ten
# and an ace.
BY_CARDS = deal("AD AH 4D 5D 6D 7D", "KC 2C 2H 3H 4H 5H", "JC 2D 7H 8H 7S 8S", "TD 3D 2S 3S 4S 5S")
BY_CARDS_PLAY = ["2 play JC", "3 play 2S", "0 play 4D", "1 play 2C", "2 play 2D", "3 play TD", "0 play AD", "1 play 2H"]


def test_7_2_who_scored_high_low_or_jack_wins_only_at_the_target():  # 7.2
    match = bids(pitch(hands=SHARED, target=3), "pass", "pass", "pass", "pass")
    assert whole_deal(play(match, "1 play KC"), *BY_CARDS) == [2, 0, 0, 1]
    whole_deal(play(bids(match, "pass", "pass", "pass", "pass"), *BY_CARDS_PLAY))
    assert match.scores == [3, 2, 1, 1]
    assert match.winners == [0]


@pytest.mark.parametrize(("first_trick", "winner"), [("2C 2D KC", 3), ("2S 2D KC", 1)])
def test_7_2_a_seat_that_revoked_scored_neither_high_nor_low(first_trick, winner):  # 7.2
    match = bids(penalised(SHARED, target=1, first=1), "pass", "pass", "pass", "pass")
    low, high, cards = first_trick.split()
    honestly(play(match, "2 play QC", f"3 play {low}", f"0 play {high}", f"1 play {cards}"))
    assert match.scores == [0, 1, 0, int(winner == 3)]
    assert match.winners == [winner]


def test_7_3_at_the_cap_the_highest_score_wins_and_ties_share():  # 7.3
    match = bids(pitch(hands=SHARED, deals=1), "pass", "pass", "bid 4", "pass")
    whole_deal(match)
    assert (match.over, match.scores, match.winners) == (True, [2, 0, 0, -4], [0])
    hands = deal("AC 3D 4D 5D 2C 3S", "JD 6D 7D 8D 9D 2H", "3C 3H 4H 5H 6H 7H", "4C 2S 4S 5S 6S 7S")
    match = bids(pitch(hands=hands, deals=1), "pass", "pass", "pass", "pass")
    play(match, "1 play JD", "2 play 3H", "3 play 2S", "0 play 3D")
    whole_deal(match)
    tied = [seat for seat in range(4) if match.scores[seat] == max(match.scores)]
    assert match.winners == tied
