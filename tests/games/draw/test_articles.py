"""Tests of the rules of Auction Draw, article by article."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.games.draw.rules.words import line
from saleroom.kernel.options import BadOptions
from saleroom.kernel.tiles import as_bits
from saleroom.match.match import Match
from saleroom.server.core.project import score_sheet
from tests.tables import deal, play, table, why

GAME = load("auction-draw")

# Four hands from a double-six set; 0-0, 1-0, 1-1 and 2-0 stay undealt. Only seats 0 and 2 hold sixes.
FOUR = deal(
    "6-1 6-2 6-3 6-4 6-5 6-6",
    "5-0 5-1 5-2 5-3 5-4 5-5",
    "6-0 4-0 4-1 4-2 4-3 4-4",
    "3-0 3-1 3-2 3-3 2-1 2-2",
)
# Seat 1 has no tile that fits 6-6, and buys until two tiles are left.
SALE = (*FOUR, "0 play 6-6", "1 buy", "table draw 0-0", "1 buy", "table draw 1-0", "1 pass")


# Six tiles with a six are in the line; only 6-0 is left. Seat 0 holds 0-0 and 1-1; seat 1 holds 6-0, 5-3 and 5-5.
LOCKING = (
    *deal("0-0 1-0 1-1 5-4 6-2 6-3 6-6", "3-2 5-3 5-5 6-0 6-1 6-4 6-5"),
    *("0 play 6-6", "1 play 6-4 L", "0 play 5-4 L", "1 play 6-5 L", "0 play 6-3 R", "1 play 3-2 R", "0 play 6-2 R"),
    *("1 play 6-1 R", "0 play 1-0 R"),
)


def draw(*events, seats=4, first=0, **options):
    return table("auction-draw", *events, seats=seats, first=first, **options)


def pair(one, two, *events, **options):
    """Return a match of two players with the hands `one` and `two`, after `events`. Seat 0 leads."""
    return draw(*deal(one, two), *events, seats=2, hand=len(one.split(" ")), **options)


def options(seats, **given):
    return GAME.settle_options(given, seats)


def held(match, seat):
    """Return the names of the tiles in a hand."""
    bits = as_bits(match.state.tiles[seat])
    return [name for tile, name in enumerate(GAME.pieces) if bits >> tile & 1]


def ends(match):
    return int(match.state.left), int(match.state.right)


def finish(match):
    """Play the first legal action until the round is settled."""
    deals = len(match.deals)
    while not match.over and len(match.deals) == deals:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    return match


def chips(match):
    """Return the chips of each player, then the chips in the pool."""
    return [*match.scores, int(match.state.carry)]


def test_1_1_the_sets_and_how_many_they_seat():  # 1.1
    assert [options(seats)["set"] for seats in range(2, 9)] == [6, 6, 6, 9, 9, 9, 9]
    for seats in range(2, 9):
        for most in (6, 9, 12):
            if most == 6 and seats > 4:
                with pytest.raises(BadOptions, match="seats at most 4"):
                    options(seats, set=most)
            else:
                assert options(seats, set=most)["set"] == most
    for wrong in (5, 7, 15, "6", True):
        with pytest.raises(BadOptions, match="6 or 9 or 12"):
            options(2, set=wrong)
    for most, tiles in ((6, 28), (9, 55), (12, 91)):
        match = draw(seats=2, set=most)
        everywhere = [int(tile) for tile in match.state.deck[:tiles]]
        assert sorted(everywhere) == list(range(tiles))
        assert f"{most}-{most}" == GAME.pieces[tiles - 1]


def test_1_2_hands_of_so_many_and_at_least_three_left():  # 1.2
    assert [options(seats)["hand"] for seats in range(2, 9)] == [7, 7, 6, 6, 6, 6, 6]
    match = draw(seats=3, hand=8)
    assert [len(held(match, seat)) for seat in range(3)] == [8, 8, 8]
    assert options(2, hand=12)["hand"] == 12
    assert options(8, set=12, hand=11)["hand"] == 11
    for seats, most, hand in ((2, 6, 13), (4, 6, 7), (8, 12, 12), (2, 6, 0)):
        with pytest.raises(BadOptions, match="hand is"):
            options(seats, set=most, hand=hand)
    deals = {tuple(held(Match(GAME, options(2), ["x"] * 2, seed=seed).run_table(), 0)) for seed in range(5)}
    assert len(deals) == 5


def test_1_3_chips_to_start_with_and_a_stake_each_round():  # 1.3
    assert chips(draw()) == [27, 27, 27, 27, 12]
    match = draw(chips=10, stake=10, seats=2)
    assert chips(match) == [0, 0, 20]
    with pytest.raises(BadOptions, match="stake is 11"):
        options(2, chips=10, stake=11)
    match = pair("6-6", "5-4", "0 play 6-6")
    assert match.deals[0].score == [3, -3]
    assert chips(match) == [30, 24, 6]


def test_1_4_first_leader_is_drawn_and_the_lead_passes_left():  # 1.4
    leaders = {Match(GAME, options(4), ["x"] * 4, seed=seed).run_table().dealer for seed in range(40)}
    assert leaders == {0, 1, 2, 3}
    match = draw(*FOUR, first=3)
    assert match.to_act == (3,)
    play(match, "3 play 2-2")
    assert match.to_act == (0,)
    while len(match.deals) == 1:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    assert (match.dealer, match.to_act) == (0, (0,))


def test_2_1_the_leader_plays_any_tile_higher_half_left():  # 2.1
    match = draw(*FOUR, buy_when_able="yes")
    assert match.legal(0) == ["play 6-1", "play 6-2", "play 6-3", "play 6-4", "play 6-5", "play 6-6"]
    assert why(match, 0, "pass") == why(match, 0, "buy") == "the leader must play a tile"
    assert "neither end" in why(match, 0, "play 6-4 L")
    assert "do not hold" in why(match, 0, "play 5-4")
    play(match, "0 play 6-4")
    assert ends(match) == (6, 4)
    assert line(match.view("public")) == ["6-4"]


def test_2_2_two_ends_and_none_at_a_double():  # 2.2
    match = pair("6-6 4-4 6-2 2-0", "6-4 6-3 6-1 5-5", "0 play 6-6", "1 play 6-4 L", "0 play 4-4 L", "1 play 6-3 R")
    assert ends(match) == (4, 3)
    assert line(match.view(0)) == ["4-4", "4-6", "6-6", "6-3"]
    assert match.legal(0) == ["pass", "buy"]  # tiles lie on both sides of 6-6, and a double has no third side
    assert "does not fit the left end, which shows 4" in why(match, 0, "play 6-2 L")


def test_2_3_a_tile_goes_to_either_end_that_it_fits():  # 2.3
    match = pair("6-4 5-0 5-1 2-2", "6-5 4-2 6-0 4-0", "0 play 6-4")
    assert match.legal(1) == ["play 6-0 L", "play 6-5 L", "play 4-0 R", "play 4-2 R"]
    assert "does not fit the right end, which shows 4" in why(match, 1, "play 6-5 R")
    assert "which end" in why(match, 1, "play 6-5")
    assert ends(play(match, "1 play 6-5 L")) == (5, 4)
    assert ends(play(match, "0 play 5-0 L")) == (0, 4)
    assert match.legal(1) == ["play 4-0 L", "play 6-0 L", "play 4-0 R", "play 4-2 R"]
    assert ends(play(match, "1 play 4-0 R")) == (0, 0)
    match = pair("6-6 5-0 5-1 2-2", "6-5 4-2 6-0 4-0", "0 play 6-6")
    assert match.legal(1) == ["play 6-0 L", "play 6-5 L", "play 6-0 R", "play 6-5 R"]
    match = pair("1-0 2-2", "0-0 3-3", "0 play 1-0")
    assert match.legal(1) == ["play 0-0 R"]
    assert line(play(match, "1 play 0-0 R").view("public")) == ["1-0", "0-0"]


def test_3_1_who_can_play_must_and_who_cannot_passes():  # 3.1
    match = draw(*FOUR, "0 play 6-6")
    assert match.legal(1) == ["pass", "buy"]
    play(match, "1 pass")
    assert match.legal(2) == ["play 6-0 L", "play 6-0 R"]
    assert "you may not pass" in why(match, 2, "pass")
    play(match, "2 play 6-0 L")
    assert match.to_act == (3,)


def test_3_2_buying_first_when_able_or_only_when_not():  # 3.2
    events = (*FOUR, "0 play 6-6", "1 pass")
    no, yes = draw(*events), draw(*events, buy_when_able="yes")
    assert no.legal(2) == ["play 6-0 L", "play 6-0 R"]
    assert "you may not buy" in why(no, 2, "buy")
    assert yes.legal(2) == ["play 6-0 L", "play 6-0 R", "buy"]
    play(yes, "2 buy", "table draw 0-0")
    assert yes.legal(2) == ["play 6-0 L", "play 6-0 R", "buy"]
    assert "buy" not in draw(*FOUR, buy_when_able="yes").legal(0)
    assert "buy" in draw(*FOUR, "0 play 6-6", buy_when_able="yes").legal(1)


def test_3_3_one_tile_a_chip_while_three_are_left_and_seen_by_the_buyer_alone():  # 3.3
    match = draw(*FOUR, "0 play 6-6", "1 buy", "table draw 0-0")
    assert chips(match) == [27, 26, 27, 27, 13]
    assert held(match, 1) == ["0-0", "5-0", "5-1", "5-2", "5-3", "5-4", "5-5"]
    seen = [match.deals[0].events[-1].seen_from(seat, sealed=False) for seat in (0, 1, None)]
    assert seen == ["table draw ??", "table draw 0-0", "table draw ??"]
    play(match, "1 buy", "table draw 1-0")
    assert match.legal(1) == ["pass"]
    assert "no tile is for sale" in why(match, 1, "buy")
    match = draw(*FOUR, "0 play 6-6", stake=1, chips=2)
    assert match.legal(1) == ["pass", "buy"]
    play(match, "1 buy", "table draw 0-0")
    assert match.legal(1) == ["pass"]
    assert "no chip" in why(match, 1, "buy")


def test_3_4_who_has_begun_may_go_on_then_plays_if_he_can():  # 3.4
    match = pair("6-6 1-1", "5-5 4-4", "0 play 6-6", "1 buy", "table draw 6-5")
    assert (match.legal(1), match.state.bought) == (["play 6-5 L", "play 6-5 R", "buy"], 1)
    play(match, "1 buy", "table draw 3-3")
    assert match.state.bought == 2
    assert match.legal(1) == ["play 6-5 L", "play 6-5 R", "buy"]
    assert "you may not pass" in why(match, 1, "pass")
    assert play(match, "1 play 6-5 L").to_act == (0,)
    match = pair("6-6 1-1", "5-5 4-4", "0 play 6-6", "1 buy", "table draw 3-3")
    assert match.legal(1) == ["pass", "buy"]
    assert play(match, "1 pass").to_act == (0,)


def test_4_1_the_purchase_that_leaves_two_calls_an_auction_after_the_turn():  # 4.1
    match = draw(*SALE[:-1])
    assert match.to_act == (1,)
    assert match.legal(1) == ["pass"]
    play(match, "1 pass")
    assert match.to_act == (2,)
    assert match.legal(2)[:2] == ["pass", "bid 0"]
    left = draw(*SALE, last_two="left")
    assert left.legal(2) == ["play 6-0 L", "play 6-0 R"]
    assert why(left, 2, "bid 0") == "there is no auction now"
    for end, auction in (("L", True), ("R", False)):  # the play to the right locks the line and ends the round
        match = draw(*LOCKING, seats=2, buy_when_able="yes")
        for _ in range(12):
            match.act(1, "buy")
        play(match, f"1 play 6-0 {end}")
        assert len(match.deals) == (1 if auction else 2)
        assert ("bid 0" in match.legal(match.to_act[0])) == auction
    match = draw(
        *FOUR, "0 play 6-6", "1 buy", "table draw 0-0", "1 pass", "2 play 6-0 R", "3 play 3-0 R", "0 play 6-3 L"
    )
    play(match, "1 play 5-3 L", "2 play 4-3 R", "3 buy", "table draw 1-0", "3 pass")  # one tile bought in this turn
    assert match.legal(0)[:2] == ["pass", "bid 0"]


def test_4_2_two_laps_of_passes_and_bids():  # 4.2
    match = draw(*SALE)
    spoken = []
    for words in ("pass", "bid 0", "bid 1", "bid 2", "bid 3", "pass", "bid 4", "bid 5"):
        spoken += match.to_act
        assert "pass" in match.legal(match.to_act[0])
        match.act(match.to_act[0], words)
    assert spoken == [2, 3, 0, 1, 2, 3, 0, 1]
    assert match.scores[1] == 27 - 2 - 5
    match = play(draw(*SALE), "2 bid 0", "3 pass", "0 pass", "1 pass")
    assert match.legal(2)[:2] == ["pass", "bid 1"]  # a player may raise their own bid
    play(match, "2 bid 9", "3 pass", "0 pass", "1 pass")
    assert match.scores[2] == 27 - 9


def test_4_3_a_bid_beats_the_standing_one_and_can_be_paid():  # 4.3
    match = draw(*SALE)
    assert match.legal(2) == ["pass", *(f"bid {n}" for n in range(28))]
    assert "more than the 27 you have" in why(match, 2, "bid 28")
    assert play(match.copy(), "2 bid 27").legal(3) == ["pass"]
    play(match, "2 bid 0")
    assert match.legal(3) == ["pass", *(f"bid {n}" for n in range(1, 28))]
    assert "more than the 0 that stands" in why(match, 3, "bid 0")
    play(match, "3 bid 25", "0 pass")
    assert match.legal(1) == ["pass"]  # seat 1 has spent two of its 27 chips on tiles
    assert "pass or bid" in why(match, 1, "buy")
    poor = draw(*SALE, chips=5)
    assert poor.legal(2) == ["pass", "bid 0", "bid 1", "bid 2"]
    play(poor, "2 pass", "3 pass", "0 pass")
    assert poor.legal(1) == ["pass", "bid 0"]


def test_4_4_the_highest_bidder_pays_and_takes_both_unseen_or_they_stay_out():  # 4.4
    bidding = ("2 bid 0", "3 bid 4", "0 pass", "1 pass", "2 pass", "3 pass", "0 pass", "1 pass")
    match = draw(*SALE, *bidding)
    assert chips(match) == [27, 25, 27, 23, 12 + 2 + 4]
    assert held(match, 3)[:2] == ["1-1", "2-0"]
    sold = match.deals[0].events[-1]
    assert sold.text() == "table draw 1-1 2-0"
    assert [sold.seen_from(seat, sealed=False) for seat in (2, 3)] == ["table draw ?? ??", "table draw 1-1 2-0"]
    unsold = draw(*SALE, *(f"{seat} pass" for seat in (2, 3, 0, 1, 2, 3, 0, 1)))
    assert chips(unsold) == [27, 25, 27, 27, 14]
    assert [len(held(unsold, seat)) for seat in range(4)] == [5, 8, 6, 6]
    play(unsold, "2 play 6-0 L")
    assert unsold.legal(3)[0] == "play 3-0 L"
    play(unsold, "3 play 3-0 L", "0 play 6-3 L")
    assert unsold.legal(1) == ["pass"]  # seat 1 can neither buy nor start a second auction
    assert play(unsold, "1 pass").legal(2) == ["pass"]
    for buyer, noted in ((3, "out 0"), (0, "blocked 0")):  # the two tiles count only for the seat that buys them
        bid = [f"{seat} bid 0" if seat == buyer else f"{seat} pass" for seat in (2, 3, 0, 1)]
        passed = [f"{seat} pass" for seat in (2, 3, 0, 1)]
        assert score_sheet.lines(finish(draw(*SALE, *bid, *passed)))[0]["note"] == noted


def test_4_5_then_the_auctioneer_takes_his_turn():  # 4.5
    for bidding in (["pass"] * 8, ["pass", "bid 3", *["pass"] * 6]):
        match = draw(*SALE)
        for words in bidding:
            match.act(match.to_act[0], words)
        assert match.to_act == (2,)
        assert match.legal(2) == ["play 6-0 L", "play 6-0 R"]
        assert play(match, "2 play 6-0 L").to_act == (3,)


def test_5_1_the_last_tile_takes_the_pool_even_if_it_blocks():  # 5.1
    match = pair("6-5 5-4", "4-3 2-1", "0 play 6-5", "1 buy", "table draw 1-0", "1 pass", "0 play 5-4 R")
    assert match.deals[0].score == [4, -4]
    assert match.deals[0].carry == 0
    # A player who locks the line with their last tile is the only winner, even if the opponent's remaining tile has no
    # pips.
    hands = deal("1-0 5-4 6-2 6-3 6-6", "3-2 6-0 6-1 6-4 6-5")
    events = [*LOCKING[2:], "1 play 6-0 R"]
    events[2:2] = ["0 buy", "table draw 0-0"]
    match = draw(*hands, *events, seats=2, hand=5, buy_when_able="yes")
    assert match.deals[0].score == [-4, 4]


def test_5_2_a_locked_line_blocks_at_once():  # 5.2
    match = draw(*LOCKING[:-2], seats=2)
    assert ends(match) == (6, 6)
    play(match, *LOCKING[-2:])
    assert len(match.deals) == 1
    play(match, "1 play 6-0 R")
    assert len(match.deals) == 2
    assert match.deals[0].score == [3, -3]


def test_5_3_a_turn_each_without_play_or_purchase_blocks():  # 5.3
    hands = deal("6-6 1-0", "5-5 5-4", "4-4 3-3")
    match = draw(*hands, seats=3, hand=2)
    assert match.state.quiet == 0
    play(match, "0 play 6-6", "1 pass", "2 pass")
    assert match.state.quiet == 2
    assert len(match.deals) == 1  # the lead counts as a play
    assert len(play(match, "0 pass").deals) == 2
    match = draw(
        *hands, "0 play 6-6", "1 pass", "2 buy", "table draw 2-2", "2 pass", "0 pass", "1 pass", seats=3, hand=2
    )
    assert len(match.deals) == 1  # the purchase restarted the count of idle turns
    assert len(play(match, "2 pass").deals) == 2


def test_5_4_fewest_pips_take_the_pool_and_ties_split_it():  # 5.4
    match = draw(*deal("6-6 1-0", "5-5 5-4", "4-4 3-3"), "0 play 6-6", "1 pass", "2 pass", "0 pass", seats=3, hand=2)
    assert match.deals[0].score == [6, -3, -3]
    match = draw(*deal("6-6 1-1", "2-0 0-0", "5-5 4-4"), "0 play 6-6", "1 pass", "2 pass", "0 pass", seats=3, hand=2)
    assert match.deals[0].score == [1, 1, -3]
    assert match.deals[0].carry == 1
    assert chips(match) == [28, 28, 24, 1 + 9]
    assert [int(won) for won in match.state.won[:3]] == [4, 4, 0]
    match = pair("6-6 4-1 4-0", "5-0 1-0 0-0", "0 play 6-6", "1 pass", "0 pass")
    assert match.deals[0].score == [-3, 3]  # 9 pips lose to 6, although the highest tile in each hand has 5 pips
    match = pair("6-6 12-12", "11-5 2-1", "0 play 6-6", "1 pass", "0 pass", set=12)
    assert match.deals[0].score == [-3, 3]  # 24 pips lose to 19


def test_5_5_all_hands_are_shown_at_the_end_of_a_round():  # 5.5
    hands = deal("6-6 1-0", "5-5 5-4", "4-4 3-3")
    match = draw(*hands, "0 play 6-6", "1 pass", "2 pass", "0 pass", seats=3, hand=2)
    names = [
        [name for tile, name in enumerate(GAME.pieces) if as_bits(tiles) >> tile & 1]
        for tiles in match.view("public").shown
    ]
    assert names[:3] == [["1-0"], ["5-4", "5-5"], ["3-3", "4-4"]]
    assert not match.view("public").deck.any()
    assert not draw(*hands, "0 play 6-6", "1 pass", "2 pass", "0 pass", seats=3, hand=2, deals=1).state.holds.any()


# Seat 0 plays its last tile in its second turn.
OUT = (*deal("6-6 6-1", "5-5 5-4"), "0 play 6-6", "1 pass", "0 play 6-1 L")


def test_6_1_after_so_many_rounds_or_before_a_stake_that_cannot_be_paid():  # 6.1
    assert [options(seats)["deals"] for seats in (2, 5, 8)] == [4, 10, 16]
    events = (*OUT, *deal("6-6 6-1", "5-5 5-4"), "1 play 5-5", "0 pass")
    assert not draw(*events, seats=2, hand=2, deals=2).over
    assert draw(*events, "1 play 5-4 L", seats=2, hand=2, deals=2).over
    match = draw(*OUT, seats=2, hand=2, chips=5)
    assert (match.over, match.scores, match.winners) == (True, [8, 2], [0])
    match = draw(*OUT, seats=2, hand=2, chips=6)
    assert not match.over


TIED = (*deal("6-6 1-1", "2-0 0-0", "5-5 4-4"), "0 play 6-6", "1 pass", "2 pass", "0 pass")


def test_6_2_what_is_left_in_the_pool_is_shared_or_void():  # 6.2
    match = draw(*TIED, seats=3, hand=2, deals=1)
    assert match.deals[0].carry == 1
    assert (match.scores, int(match.state.carry)) == ([31, 31, 27], 0)


def test_6_3_most_chips_win_and_ties_share():  # 6.3
    match = draw(*TIED, seats=3, hand=2, deals=1)
    assert match.winners == [0, 1]
    match = draw(*OUT, seats=2, hand=2, deals=1)
    assert match.winners == [0]
