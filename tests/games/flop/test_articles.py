"""Tests of the rules of Auction Flop Poker, article by article."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.options import BadOptions
from saleroom.match import rulebook
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from tests.tables import bids, deal, play, table

# Seat 0 holds two pairs, seat 1 a pair, seat 2 ace high and seat 3 king high. The flops below use none of these cards.
FOUR = deal("QC QD JC JD 2S", "TC TD 8H 6H 4S", "AC 9D 7H 5S 3H", "KC 9H 7D 5C 3S")
TWO = deal("QC QD JC JD 2S", "TC TD 8H 6H 4S")


def flop(*events, hands=FOUR, seats=4, **options):
    return table("auction-flop-poker", *hands, *events, seats=seats, **options)


def discards(match, *cards):
    """Let each seat discard its entry of `cards`, starting with First Voice. Stop before the first flop."""
    for names in cards:
        match.apply_event(f"{match.to_act[0]} discard {names}".strip())
    return match


def sizes(match):
    return [int(match.state.hand[seat]).bit_count() for seat in range(match.seats)]


def finish(match):
    """Play the first legal action until the deal is scored; return the score."""
    deals = len(match.deals)
    while not match.over and len(match.deals) == deals:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    return match.deals[deals - 1].score


# First Voice is seat 1, which is short of two cards. Seats 2 and 3 are short of one card each. Seat 0 has a full hand.
def three_short(*events, **options):
    match = discards(flop(**options), "8H 6H", "3H", "3S", "")
    return play(match, "table flop 2C 3C 4C", *events)


def test_1_1_everybody_starts_with_the_agreed_chips():  # 1.1
    spec = load("auction-flop-poker")
    for given, chips in (({}, 100), ({"chips": 10}, 10), ({"chips": 1000}, 1000)):
        states = spec.blank(1, spec.settle_options(given, 5), 5)
        assert states[0].scores[:5].tolist() == [chips] * 5
    match = discards(flop(chips=10), "8H 6H 4S", "AC", "KC", "")
    assert match.scores[1] == 2
    with pytest.raises(BadOptions):
        spec.settle_options({"chips": 9}, 4)


def test_1_2_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.2
    spec = load("auction-flop-poker")
    options = spec.settle_options({}, 4)
    dealers = {Match(spec, options, ["x"] * 4, seed=seed).run_table().dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    match = flop(first=3)
    assert match.to_act == (0,)
    finish(match)
    assert match.dealer == 0


def test_1_3_five_cards_each_from_a_pack_of_52():  # 1.3
    match = flop(hands=[], seats=8)
    assert sizes(match) == [5] * 8
    assert sum(int(hand) for hand in match.state.hand).bit_count() == 40
    assert match.state.stock == 12
    assert [int(hand).bit_count() for hand in match.view(2).hand] == [0, 0, 5, 0, 0, 0, 0, 0]


def test_1_4_everybody_pays_the_ante_first():  # 1.4
    match = flop(ante=7)
    assert (match.scores, match.state.carry) == ([93] * 4, 28)
    spec = load("auction-flop-poker")
    with pytest.raises(BadOptions, match="ante"):
        spec.settle_options({"ante": 11, "chips": 10}, 4)
    assert spec.settle_options({"ante": 10, "chips": 10}, 4)["ante"] == 10


def test_2_1_each_discards_once_in_turn_from_first_voice():  # 2.1
    match = flop(first=2)
    for seat in (3, 0, 1, 2):
        assert match.to_act == (seat,)
        assert len(match.legal(seat)) == 32
        assert match.legal(seat)[0] == "discard"
        match.act(seat, match.legal(seat)[1])
    assert sizes(match) == [4] * 4


def test_2_2_discards_cost_0_1_3_6_10_15_and_must_be_paid():  # 2.2
    for number, price in enumerate((0, 1, 3, 6, 10, 15)):
        match = flop()
        match.act(1, next(words for words in match.legal(1) if len(words.split()) == 1 + number))
        assert (match.scores[1], match.state.carry) == (98 - price, 8 + price)
    most = {}
    for chips in (10, 11, 12, 15, 16, 20, 21):
        match = flop(ante=6, chips=chips)  # the ante leaves 4, 5, 6, 9, 10, 14 or 15 chips
        most[chips] = max(len(words.split()) - 1 for words in match.legal(1))
    assert most == {10: 2, 11: 2, 12: 3, 15: 3, 16: 4, 20: 4, 21: 5}
    with pytest.raises(IllegalAction, match="costs 6"):
        flop(ante=6, chips=10).act(1, "discard TC TD 8H")
    assert flop(ante=10, chips=10).legal(1) == ["discard"]


def test_2_3_how_many_is_public_which_is_not():  # 2.3
    match = discards(flop(), "8H 6H", "3H")
    assert match.view("public").discarded[:3].tolist() == [0, 2, 1]
    assert match.view(0).thrown[:4].tolist() == [0] * 4
    assert int(match.view(1).thrown[1]).bit_count() == 2
    for seat in (0, 2, 3, None):
        assert match.deals[0].events[4].seen_from(seat, False) == "1 discard ?? ??"
    assert match.deals[0].events[4].seen_from(1, False) == "1 discard 6H 8H"
    finish(match)
    shown = [int(hand) for hand in match.view("public").shown]
    assert [hand.bit_count() for hand in shown[:4]] == [5] * 4
    assert match.view("public").pile == 0


def test_3_1_flops_are_turned_while_anyone_is_short():  # 3.1
    pat = discards(flop(), "", "", "", "").run_table()
    assert len(pat.deals) == 2
    assert [event.verb for event in pat.deals[0].events[4:]] == ["discard"] * 4
    match = discards(flop(), "4S", "", "", "")
    assert (match.game.phases[match.state.phase], match.to_act) == ("flop", ())
    match.run_table()
    assert (match.game.phases[match.state.phase], match.to_act) == ("keep", (1,))
    assert match.deals[0].events[-1].verb == "flop"
    match.act(1, match.legal(1)[0])
    assert len(match.deals) == 2
    assert match.view("public").flop == 0


def test_3_2_a_flop_is_three_open_cards_from_the_stock():  # 3.2
    match = three_short()
    assert match.view("public").flop == match.state.flop
    assert int(match.state.flop).bit_count() == 3
    assert match.state.stock == 52 - 20 - 3
    assert match.deals[0].events[-1].seen_from(None, False) == "table flop 2C 3C 4C"
    with pytest.raises(ValueError, match="cannot come now"):
        play(discards(flop(), "4S", "3H", "", ""), "table flop QC 3C 4C")


def thrown_away(seats):
    """Let all players discard all five cards.

    Return the match before the first flop, and a list of the cards in stock.
    """
    pack = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    hands = deal(*(" ".join(pack[5 * seat : 5 * seat + 5]) for seat in range(seats)))
    match = flop(hands=hands, seats=seats, chips=1000)
    while match.to_act:
        match.apply_event(f"{match.to_act[0]} {match.legal(match.to_act[0])[-1]}")
    return match, pack[5 * seats :]


def keep_lowest(match, *cards):
    """Turn the flop `cards` and let all players pass.

    Let the first player to whom the flop is offered keep its lowest card.
    """
    match.apply_event(" ".join(["table flop", *cards]))
    while match.to_act:
        match.apply_event(f"{match.to_act[0]} {match.legal(match.to_act[0])[0]}")


def test_3_3_a_short_stock_comes_first_then_the_shuffled_discards():  # 3.3
    match, stock = thrown_away(7)  # 17 cards
    for number in range(5):
        assert [turn.words for turn in match.table_due()] == ["flop"]
        keep_lowest(match, *stock[3 * number : 3 * number + 3])
    with pytest.raises(ValueError, match="must reshuffle now"):
        match.apply_event("table flop KH AH 2C")
    match.apply_event("table reshuffle")
    for wrong, reason in (("KH 2C 3C", "come first"), (f"KH AH {stock[0]}", "cannot come now")):
        with pytest.raises(ValueError, match=reason):
            match.apply_event(f"table flop {wrong}")
    keep_lowest(match, "2C", "KH", "AH")  # 2C is a card that a player discarded
    assert match.state.reshuffles == 1
    assert match.state.stock == 35 + 5 * 2 - 1
    match, stock = thrown_away(8)  # 12 cards
    for number in range(4):
        assert [turn.words for turn in match.table_due()] == ["flop"]  # three cards are enough for a flop
        keep_lowest(match, *stock[3 * number : 3 * number + 3])
    match.run_table()
    assert match.state.reshuffles == 1
    assert match.state.stock == 40 + 4 * 2 - 3
    order = match.state.deck[: 40 + 4 * 2].tolist()
    assert sorted(order) != order
    assert len(set(order)) == 48


def test_4_1_first_voice_speaks_first_and_full_hands_are_passed_over():  # 4.1
    match = three_short()
    assert match.to_act == (1,)
    bids(match, "pass", "pass")
    assert match.to_act == (3,)
    bids(match, "bid 1")
    assert match.to_act == (1,)  # seat 0 has a full hand
    full = play(discards(flop(), "", "3H", "3S", ""), "table flop 2C 3C 4C")
    assert full.to_act == (2,)
    with pytest.raises(IllegalAction, match="it is not your turn; wait for seat 1"):
        match.act(0, "pass")


def test_4_2_bids_go_up_by_exactly_one_and_must_be_paid():  # 4.2
    match = three_short()
    assert match.legal(1) == ["pass", "bid 1"]
    bids(match, "bid 1")
    assert match.legal(2) == ["pass", "bid 2"]
    with pytest.raises(IllegalAction, match="only bid now is 2"):
        match.act(2, "bid 3")
    assert three_short(chips=10, ante=6).scores == [4, 1, 3, 3]
    match = three_short(chips=10, ante=6)
    assert bids(match, "pass", "bid 1", "bid 2", "pass").legal(2) == ["pass", "bid 3"]  # seat 2 has 3 chips left
    match = three_short(chips=10)  # the players have 5, 7 and 7 chips left
    bids(match, "bid 1", "bid 2", "bid 3", "bid 4", "bid 5")
    assert match.to_act == (3,)
    bids(match, "pass")
    assert match.scores[1] == 5
    assert match.legal(1) == ["pass"]
    with pytest.raises(IllegalAction, match="more than you have"):
        match.act(1, "bid 6")


def test_4_3_a_pass_is_not_final():  # 4.3
    match = bids(three_short(), "pass", "bid 1", "pass")
    assert match.legal(1) == ["pass", "bid 2"]
    bids(match, "bid 2", "pass", "bid 3", "pass", "bid 4")
    assert match.to_act == (3,)


def test_4_4_bidding_ends_when_all_others_who_are_short_have_passed():  # 4.4
    match = bids(three_short(), "pass", "bid 1", "pass")
    assert match.state.bid == 1
    assert match.to_act == (1,)
    bids(match, "pass")
    assert match.to_act == (2,)
    assert all(words.startswith("keep") for words in match.legal(2))
    unsold = bids(three_short(), "pass", "pass")
    assert unsold.legal(3) == ["pass", "bid 1"]
    assert bids(unsold, "pass").legal(1) == ["take", "refuse"]


def test_4_5_the_last_bidder_pays_and_gets_the_flop():  # 4.5
    match = bids(three_short(), "bid 1", "bid 2", "bid 3", "bid 4", "pass", "pass")
    assert match.to_act == (1,)
    assert match.scores == [98, 91, 97, 97]
    assert match.state.carry == 8 + 3 + 1 + 1 + 4
    finish(match)


def test_4_6_a_sole_short_player_takes_flops_free():  # 4.6
    match = play(discards(flop(), "8H 6H", "", "", ""), "table flop 2C 3C 4C")
    before = match.scores
    assert match.legal(1)[0] == "keep 2C"
    bids(match, "keep 2C")
    assert match.to_act == (1,)
    assert match.scores == before
    assert match.deals[0].events[-1].verb == "flop"
    assert match.legal(1)[0].startswith("keep")


def test_4_7_first_voice_takes_an_unsold_flop_or_pays_one():  # 4.7
    match = bids(three_short(), "pass", "pass", "pass")
    assert (match.to_act, match.legal(1)) == ((1,), ["take", "refuse"])
    taken = bids(match.copy(), "take")
    assert taken.scores == match.scores
    assert taken.legal(1)[0] == "keep 2C"
    bids(match, "refuse")
    assert match.scores == [98, 94, 97, 97]
    assert match.state.carry == 14
    full = bids(play(discards(flop(), "", "3H", "3S", ""), "table flop 2C 3C 4C"), "pass", "pass")
    assert full.to_act == (2,)


def test_4_8_refusing_goes_round_and_round_at_rising_fees():  # 4.8
    match = bids(three_short(), "pass", "pass", "pass")
    for seat, fee in ((1, 1), (2, 2), (3, 3), (1, 4), (2, 5), (3, 6)):
        assert match.to_act == (seat,)
        assert match.legal(seat) == ["take", "refuse"]
        before = match.scores[seat]
        match.act(seat, "refuse")
        assert match.scores[seat] == before - fee
    with pytest.raises(IllegalAction, match="take the flop or refuse"):
        match.act(1, "bid 1")
    before = match.scores
    bids(match, "take")
    assert match.scores == before
    assert match.legal(1)[0] == "keep 2C"


@pytest.mark.parametrize(("language", "words"), [("en", "asked again"), ("de", "wieder gefragt"), ("fr", "de nouveau")])
def test_4_8_who_has_refused_is_asked_again(language, words):  # 4.8
    match = bids(three_short(), "pass", "pass", "pass", "refuse", "refuse", "refuse")
    assert match.to_act == (1,) and match.legal(1) == ["take", "refuse"]
    (article,) = (text for text in rulebook.source(match.game, language).split("\n\n") if text.startswith("4.8 "))
    assert words in " ".join(article.split())


def test_4_9_who_cannot_pay_for_a_refusal_must_take():  # 4.9
    match = bids(three_short(chips=10), "pass", "pass", "pass", "refuse", "refuse", "refuse", "refuse", "refuse")
    assert match.scores == [8, 0, 0, 4]
    assert match.legal(3) == ["take"]  # the sixth refusal costs 6
    with pytest.raises(IllegalAction, match="must take"):
        match.act(3, "refuse")
    bids(match, "take")
    assert match.deals[0].events[-1].text() == "3 take"


def test_4_10_first_voice_stays_or_moves_after_each_flop():  # 4.10
    speakers = {}
    for rule in ("fixed", "rotates"):
        match = discards(flop(first_voice=rule), "8H 6H", "7H 3H", "7D 3S", "QC QD")
        play(match, "table flop 2C 3C 4C")
        speakers[rule] = [match.to_act[0]]
        bids(match, "bid 1", "pass", "pass", "pass", "keep 3C 2C")  # seat 1 is now full
        speakers[rule].append(match.to_act[0])
        bids(match, "bid 1", "pass", "pass")
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
        speakers[rule].append(match.to_act[0])
    assert speakers == {"fixed": [1, 2, 2], "rotates": [1, 2, 3]}
    match = flop(first_voice="rotates")
    finish(discards(match, "8H 6H", "7H 3H", "7D 3S", "QC QD").run_table())
    assert match.to_act == (2,)  # in the next deal, First Voice is again the seat to the left of the dealer
    full = play(discards(flop(first_voice="rotates"), "8H 6H", "", "7D 3S", ""), "table flop 2C 3C 4C")
    bids(full, "bid 1", "pass", "keep 2C")
    assert full.state.voice == 2  # seat 2 is First Voice, but does not bid because its hand is full
    assert full.to_act == (3,)


def test_5_1_keep_one_to_three_and_no_more_than_missing():  # 5.1
    legal = {}
    for missing, cards in ((1, "8H"), (2, "8H 6H"), (3, "8H 6H 4S"), (5, "8H 6H 4S TC TD")):
        match = play(discards(flop(), cards, "", "", ""), "table flop 2C 3C 4C")
        legal[missing] = match.legal(1)
    singles, pairs = ["keep 2C", "keep 3C", "keep 4C"], ["keep 2C 3C", "keep 2C 4C", "keep 3C 4C"]
    assert legal[1] == singles
    assert sorted(legal[2]) == sorted(singles + pairs)
    assert sorted(legal[3]) == sorted([*singles, *pairs, "keep 2C 3C 4C"])
    assert legal[5] == legal[3]
    with pytest.raises(IllegalAction, match="at least one"):
        match.act(1, "keep")


def test_5_2_which_cards_were_kept_is_secret_how_many_is_public():  # 5.2
    match = bids(three_short(), "bid 1", "pass", "pass", "keep 4C 2C")
    kept = next(event for event in match.deals[0].events if event.verb == "keep")
    assert kept.text() == "1 keep 2C 4C"
    assert kept.seen_from(0, False) == "1 keep ?? ??"
    assert match.view(0).cards[1] == 5
    assert match.view(0).hand[1] == 0
    holding = next(h for h in load("auction-flop-poker").holdings(match.view(0), 0) if h.kind == "keep")
    assert (holding.owner, holding.size, holding.may) == (1, 2, 0b111)
    assert int(match.state.pile) >> 1 & 1  # the three of clubs is discarded


def test_5_3_kept_cards_are_added_and_nothing_is_exchanged():  # 5.3
    match = three_short()
    held = int(match.state.hand[1])
    bids(match, "bid 1", "pass", "pass", "keep 2C 4C")
    assert int(match.state.hand[1]) == held | 0b101


def board(match):
    """Return the board as all viewers see it."""
    return public_board(Position(match), seen_deals(match, "public"))


def showdown(*hands, **options):
    """Return a match with the given hands, in which no player discards a card, after the showdown."""
    return bids(flop(hands=deal(*hands), seats=len(hands), **options), *["discard"] * len(hands))


def test_6_1_hands_are_shown_and_the_better_sort_wins():  # 6.1
    sorts = [
        "2C 3C 4C 5C 6C",
        "7C 7D 7H 7S 2D",
        "8C 8D 8H 3D 3H",
        "TC QC 9C JC AC",
        "9D TD JD QD KS",
        "4D 4H 4S TH KD",
        "5D 5H 6D 6H AD",
        "QS QH 8S 9H JH",
    ]
    match = showdown(*sorts)
    assert match.state.place[:8].tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert match.view("public").shown.tolist() == [int(hand) for hand in match.state.shown]
    assert int(match.view(3).shown[0]) == 0b11111
    assert match.view("public").place[0] == 1  # still visible in the next deal
    assert match.to_act
    assert showdown("AC KD QC 9D 8H", "2C 2D 3C 4C 5H").state.place[:2].tolist() == [2, 1]


def test_6_2_ace_high_or_lowest_straight_and_no_suits():  # 6.2
    assert showdown("AC 2D 3C 4C 5C", "2H 3D 4D 5D 6D").state.place[:2].tolist() == [2, 1]
    assert showdown("AC 2D 3C 4C 5C", "AD AH AS KC KD").state.place[:2].tolist() == [2, 1]
    assert showdown("AC 2D 3C 4C 5C", "KD KH KS QC JD").state.place[:2].tolist() == [1, 2]
    assert showdown("QC KD AC 2C 3C", "2D 2H 4D 6D 8D").state.place[:2].tolist() == [2, 1]
    assert showdown("KC KD 4C 4D 9H", "KH KS 4H 4S 8C").state.place[:2].tolist() == [1, 2]
    assert showdown("KC KD 4C 4D 9H", "KH KS 4H 4S 9C").state.place[:2].tolist() == [1, 1]


RANKED = ("QC QD QH 2C 3D", "JC JD JH 2D 4D", "TC TD TH 2H 6D", "8C 8D 8H 2S 3C")


def prizes(*hands, **options):
    return showdown(*hands, **options).state.prize[: len(hands)].tolist()


def test_6_3_second_and_third_win_30_and_10_per_cent_the_best_the_rest():  # 6.3
    assert prizes(*RANKED, ante=7) == [18, 8, 2, 0]  # shares of 28: 16.8, 8.4 and 2.8
    assert prizes(*RANKED[:3], ante=13) == [25, 11, 3]  # shares of 39: 23.4, 11.7 and 3.9
    assert prizes(*RANKED[:2], ante=13) == [19, 7]  # shares of 26: 18.2 and 7.8
    assert showdown(*RANKED[::-1], ante=7).deals[0].score == [-7, 2 - 7, 8 - 7, 18 - 7]


# These hands are equal to each other, and worse than the hands in `RANKED`.
TIED = ("AC KD 9C 7D 5C", "AD KC 9D 7C 5D", "AH KS 9H 7S 5H", "AS KH 9S 7H 5S")


def test_6_3_the_board_shows_a_prize_for_each_of_three_places_or_two():  # 6.3
    assert board(flop(ante=7))["prizes"] == [18, 8, 2]
    assert board(flop(hands=TWO, seats=2, ante=13))["prizes"] == [19, 7]
    assert board(flop(hands=[], seats=3, ante=13))["prizes"] == [25, 11, 3]


def test_6_4_tied_hands_share_the_places_that_they_fill():  # 6.4
    assert prizes(*TIED[:2], *RANKED[:2], ante=10) == [2, 2, 24, 12]
    assert prizes(*TIED[:2], "2C 3D 4C 6D 8C", "2D 3C 4D 6C 9H", ante=10) == [18, 18, 0, 4]
    assert prizes(*TIED[:3], "2C 3D 4C 6D 8C", ante=15) == [20, 20, 20, 0]
    assert prizes(RANKED[0], *TIED[:3], ante=15) == [36, 8, 8, 8]
    assert prizes(*RANKED[:3], *TIED[:2], ante=10) == [30, 15, 5, 0, 0]
    assert prizes(*TIED[:2], ante=10) == [10, 10]


def test_6_5_odd_chips_go_to_those_nearest_the_dealers_left():  # 6.5
    shares = {}
    for dealer in range(4):
        match = showdown(RANKED[0], *TIED[:3], ante=13, first=dealer)  # of 52 chips, 20 go to the three tied seats
        shares[dealer] = match.state.prize[:4].tolist()
        assert match.deals[0].carry == 0
        assert match.state.carry == 4 * 13  # the pot has only the antes of the next deal
    assert shares == {0: [32, 7, 7, 6], 1: [32, 6, 7, 7], 2: [32, 7, 6, 7], 3: [32, 7, 7, 6]}


def test_6_6_a_player_without_chips_takes_free_flops_and_wins():  # 6.6
    match = discards(flop(hands=TWO, seats=2, chips=10, ante=9), "4S", "2S")
    assert match.scores == [0, 0]
    play(match, "table flop QH TH 2H")
    assert match.legal(1) == ["pass"]
    bids(match, "pass", "pass")
    assert match.legal(1) == ["take"]
    play(match, "1 take", "1 keep TH", "table flop 2C 3C 4C", "0 keep 2C")
    assert match.over
    assert match.deals[0].score == [6 - 10, 14 - 10]


def test_7_1_the_match_ends_after_the_agreed_deals():  # 7.1
    for options, deals in (({}, 8), ({"deals": 3}, 3)):
        match = flop(chips=1000, **options)
        while not match.over:
            bids(match, "discard")
        assert len(match.deals) == deals
    spec = load("auction-flop-poker")
    assert [spec.settle_options({}, seats)["deals"] for seats in (2, 8)] == [4, 16]


def test_7_2_it_ends_before_a_deal_whose_ante_somebody_cannot_pay():  # 7.2
    match = showdown(*RANKED, ante=50)
    assert not match.over  # the last player has 50 chips, exactly the ante
    assert match.scores[3] == 0
    broke = showdown(*RANKED, ante=50, chips=99)
    assert broke.over
    assert broke.scores == [49 + 120, 49 + 60, 49 + 20, 49]


def test_7_3_most_chips_win_and_ties_share():  # 7.3
    assert showdown(*RANKED, deals=1).winners == [0]
    assert showdown(*RANKED[::-1], deals=1).winners == [3]
    match = showdown(*TIED[:2], deals=1)
    assert (match.scores, match.winners) == ([100, 100], [0, 1])
