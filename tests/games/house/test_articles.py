"""Tests of the rules of Auction House, article by article."""

from __future__ import annotations

import random
from typing import Any

import pytest

from saleroom.games import load
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from saleroom.match.match import Match
from tests.tables import bids, deal, play, table

# Every seat holds cards of all four suits. When seat 0 deals, seat 1 is eldest.
MIXED = deal(
    "AC 2C 3C 4D 5D 6D 7H 8H 9S TS",
    "4C 5C 6C 7D 8D 9D AH TH 2S 3S",
    "7C 8C 9C AD TD 2H 3H 4S 5S 6S",
    "TC 2D 3D 4H 5H 6H 9H 7S 8S AS",
)

# Each seat holds only one suit, so no seat can follow suit.
SUITED = [f"table deal {seat} {' '.join(rank + suit for rank in 'A23456789T')}" for seat, suit in enumerate("CDHS")]

# If these hands are played in the order of `TIE_ORDERS`, seats 1 and 2 win four tricks each, and seat 0 wins the last
# trick.
TIE = deal(
    "TH 9H 8H 7H 6H 5H 4H 3H 6S 7S",
    "TD 9D 8D 7D AC AS 2S 3S 4S 5S",
    "TC 9C 8C 7C AD 2D 3D 4D 2H AH",
    "2C 3C 4C 5C 6C 5D 6D TS 9S 8S",
)
TIE_KITTY = ("3H", "AS", "AH", "8S")  # worth 3 + 1 + 1 + 8 = 13 points
TIE_ORDERS = (
    "6S 7S 4H 5H 6H 7H 8H 9H TH",
    "TD 9D 8D 7D AC 2S 3S 4S 5S",
    "TC 9C 8C 7C AD 2D 3D 4D 2H",
    "2C 3C 4C 5C 6C 5D 6D TS 9S",
)
# If seat 1 leads, and diamonds or no suit are trump, seat 1 wins five tricks with these cards and seat 2 wins four.
WORK = ("", "TD 9D 8D 7D 6D AC", "TC 9C 8C 7C AD 2D 3D 4D 5D", "2C 3C 4C 5C 6C")
IDLE = [rank + suit for suit in "HS" for rank in "A23456789T"]
ANY = " ".join(rank + suit for suit in "CDHS" for rank in "A23456789T")


def house(*events, hands=MIXED, **options) -> Match:
    return table("auction-house", *hands, *events, **options)


def no_auction(match: Match) -> Match:
    """Let all four players pass."""
    return bids(match, "pass", "pass", "pass", "pass")


def kitty(match: Match, *cards: str) -> Match:
    """Let each seat put one card aside, starting with seat 0. Stop before the trump card is turned."""
    for seat, card in enumerate(cards):
        match.apply_event(f"{seat} kitty {card}")
    return match


def tricks(match: Match, *orders: str, count: int = 9) -> Match:
    """Play `count` tricks. Each seat plays the first legal card in its text of `orders`."""
    for _ in range(4 * count):
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.apply_event(f"{seat} play {next(card for card in orders[seat].split() if f'play {card}' in legal)}")
    return match


def one_seat_on(hands: list[str]) -> list[str]:
    """Return the given hands, each dealt to the next seat to the left."""
    return sorted(hand.replace(f"deal {seat}", f"deal {(seat + 1) % 4}") for seat, hand in enumerate(hands))


def tied_round(match: Match, *trump: str, by: int = 0) -> Match:
    """Give each hand of `TIE` to the seat that is `by` seats further left, and play until the round is scored."""
    play(kitty(no_auction(match), *TIE_KITTY[4 - by :], *TIE_KITTY[: 4 - by]), *trump)
    return tricks(match, *TIE_ORDERS[4 - by :], *TIE_ORDERS[: 4 - by])


def undealt(**options: object) -> Match:
    """Return a match before its first deal, in which seat 0 is the dealer."""
    spec = load("auction-house")
    return Match(spec, spec.settle_options(options, 4), ["test"] * 4, seed=1, first=0)


def round_won(match: Match, *trump: str, cards: tuple[str, ...]) -> Match:
    """Play a round in which eldest wins five of nine tricks, and with them the kitty `cards`."""
    match.table_due()
    idle = [card for card in IDLE if card not in cards]
    orders = ["", "", "", ""]
    for place, work in enumerate(WORK):
        order = work.split()
        orders[(match.dealer + place) % 4] = " ".join(order + [idle.pop() for _ in range(9 - len(order))])
    play(match, *deal(*(f"{order} {card}" for order, card in zip(orders, cards, strict=True))))
    return tricks(play(kitty(no_auction(match), *cards), *trump), *orders)


def random_round(match: Match, rng: random.Random) -> Match:
    """Play random actions until the round is scored."""
    deals = len(match.deals)
    while not match.over and len(match.deals) == deals:
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.legal(seat)))
    return match


def board(match: Match) -> Any:
    """Return the board as all viewers see it."""
    return public_board(Position(match), seen_deals(match, "public"))


def trumps(match: Match) -> list[str]:
    """Return the court cards that were turned in the match, in order."""
    return [event.pieces[0] for deal in match.deals for event in deal.events if event.words == "trump"]


def test_1_1_first_dealer_is_drawn_and_the_deal_passes_left():  # 1.1
    spec = house().game
    options = spec.settle_options({"rounds": 3}, 4)
    dealers = {Match(spec, options, ["x"] * 4, seed=seed).run_table().dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    match = house(first=2, rounds=3)
    assert match.to_act == (3,)
    random_round(match, random.Random(1))
    assert (match.dealer, match.to_act) == (3, (0,))
    random_round(match, random.Random(1))
    assert (match.dealer, match.to_act) == (0, (1,))


def test_1_2_ten_plain_cards_each_anew_every_round_ace_low():  # 1.2
    match = house(hands=[], rounds=3)
    dealt = []
    for _ in range(3):
        hands = [event.pieces for event in match.deals[-1].events if event.verb == "deal"]
        assert [len(hand) for hand in hands] == [10] * 4
        assert sorted(card for hand in hands for card in hand) == sorted(ANY.split())
        dealt.append(hands)
        random_round(match, random.Random(1))
    assert dealt[0] != dealt[1] != dealt[2]
    swapped = [SUITED[0].replace("AC", "AD"), SUITED[1].replace("AD", "AC"), *SUITED[2:]]
    match = kitty(no_auction(house(hands=swapped, rounds=1)), "TC", "TD", "TH", "TS").run_table()
    play(match, "1 play 2D", "2 play AH", "3 play AS", "0 play AD")
    assert match.to_act == (1,)
    play(match, "1 play AC", "2 play 2H", "3 play 2S", "0 play 2C")
    assert match.to_act == (0,)


def test_1_3_court_cards_are_shuffled_once_for_the_match():  # 1.3
    spec = house().game
    orders = []
    for seed, way in ((1, 0), (1, 1), (2, 0)):
        rng = random.Random(way)
        match = Match(spec, spec.settle_options({}, 4), ["x"] * 4, seed=seed).run_table()
        while not match.over:
            random_round(match, rng)
        orders.append(trumps(match))
        assert sorted(orders[-1]) == sorted(rank + suit for suit in "CDHS" for rank in "JQK")
        assert int(match.view("public").turned).bit_count() == 12
    assert orders[0] == orders[1] != orders[2]  # the cards played in the rounds make no difference
    used = play(kitty(no_auction(house()), "AC", "AH", "AD", "AS"), "table trump KD")
    tricks(used, *[ANY] * 4)
    with pytest.raises(ValueError, match="KD cannot come"):
        play(kitty(no_auction(play(used, *MIXED)), "AC", "AH", "AD", "AS"), "table trump KD")


@pytest.mark.parametrize("reveal", ["after-kitty", "before-auction"])
def test_1_4_last_round_has_no_trump_however_short_the_match(reveal):  # 1.4
    for rounds in (1, 2, 13):
        match = house(hands=[], rounds=rounds, reveal=reveal)
        while not match.over:
            random_round(match, random.Random(rounds))
        assert len(match.deals) == rounds
        assert len(trumps(match)) == rounds - 1
        assert not any(event.words == "trump" for event in match.deals[-1].events)
    match = round_won(undealt(rounds=1, reveal=reveal), cards=("AH", "AS", "2H", "2S"))
    assert match.deals[0].score == [0, 6, 0, 0]  # there is no trump suit, so cards of other suits lose


def test_2_1_from_eldest_each_passes_or_offers_once():  # 2.1
    match = house(first=2)
    for seat in (3, 0, 1, 2):
        assert match.to_act == (seat,)
        assert match.legal(seat)[0] == "pass"
        assert {words.split(" ")[0] for words in match.legal(seat)} == {"pass", "offer"}
        bids(match, "pass")
    assert {words.split(" ")[0] for words in match.legal(0)} == {"kitty"}


def test_2_2_an_offer_shows_a_card_and_calls_another_suit():  # 2.2
    match = house()
    offers = {words for words in match.legal(1) if words != "pass"}
    held = [name for name in ANY.split() if name in MIXED[1]]
    assert offers == {f"offer {card} {suit}" for card in held for suit in "CDHS" if suit != card[1]}
    assert len(offers) == 30
    assert {f"offer 2D {suit}" for suit in "CHS"} <= set(house(hands=SUITED).legal(1))  # seat 1 has none of these
    bids(match, "offer 7D H")
    assert (match.view("public").starter, match.view("public").called) == (1, 2)
    assert match.game.pieces[match.view("public").shown[1]] == "7D"


def test_2_3_one_auction_a_round_or_none():  # 2.3
    match = bids(house(), "pass", "offer 7C H")
    assert match.to_act == (0, 1, 3)
    play(match, "3 lay TC", "0 lay AC", "1 lay 4C", "2 trade 0")
    assert match.to_act == (0, 1, 2, 3)
    assert match.legal(3)[0] == "kitty TC"
    match = no_auction(house())
    assert match.to_act == (0, 1, 2, 3)
    assert match.view("public").starter == -1


def test_3_1_three_lay_any_card_in_any_order():  # 3.1
    for order in ((2, 3, 0), (0, 3, 2), (3, 2, 0)):
        match = bids(house(), "offer 4C D")
        for seat in order:
            assert seat in match.to_act
            assert len(match.legal(seat)) == 10
            assert 1 not in match.to_act
            match.act(seat, match.legal(seat)[-1])
            assert seat not in match.to_act
        assert match.to_act == (1,)
        assert [event.text() for event in match.deals[0].events][-3:] == ["2 lay 6S", "3 lay AS", "0 lay TS"]


def test_3_2_lays_are_seen_when_all_three_are_in():  # 3.2
    seen = []
    for lays in (("2 lay 7C", "3 lay TC"), ("3 lay AS", "2 lay TD")):
        match = play(bids(house(), "offer 4C D"), *lays)
        seen.append([match.view(watcher).tobytes() for watcher in (0, 1, "public")])
        assert match.record(seat=0)["deals"][0]["events"][-2:] == ["2 lay ??", "3 lay ??"]
        play(match, "0 lay 6D")
        assert [int(card) for card in match.view("public").shown[:4]] == [int(card) for card in match.state.shown[:4]]
        shown = [match.game.pieces[card] for card in match.view("public").shown[:4]]
        assert {shown[2], shown[3]} == {words.split(" ")[2] for words in lays}
        assert (shown[0], shown[1]) == ("6D", "4C")
        trade = match.legal(1)[0].split(" ")[1]
        open_lays = [*sorted(lays), "0 lay 6D"]
        for events in ((), (f"1 trade {trade}",), ("2 kitty AD", "3 kitty AS", "0 kitty TS", "1 kitty 5C")):
            assert play(match, *events).record(seat=0)["deals"][0]["events"][5:8] == open_lays
    assert seen[0] == seen[1]


def test_3_3_must_trade_with_the_highest_of_the_suit_called():  # 3.3
    match = play(bids(house(), "offer 4C D"), "2 lay TD", "3 lay 3D", "0 lay 6D")
    assert match.legal(1) == ["trade 2"]
    assert board(match)["must_trade"] == 2
    assert board(play(match, "1 trade 2"))["must_trade"] is None
    match = play(bids(house(), "offer 4C D"), "2 lay AD", "3 lay 2D", "0 lay TS")
    assert match.legal(1) == ["trade 3"]  # the ace is the lowest card
    match = play(bids(house(), "offer 4C D"), "2 lay AD", "3 lay AS", "0 lay TS")
    assert match.legal(1) == ["trade 2"]
    match = play(bids(house(), "offer AH C"), "2 lay AD", "3 lay AS", "0 lay AC")
    assert match.legal(1) == ["trade 0"]


def test_3_4_trades_with_any_where_the_suit_was_not_laid():  # 3.4
    match = play(bids(house(), "offer 4C D"), "2 lay 9C", "3 lay TC", "0 lay TS")
    assert match.legal(1) == ["trade 0", "trade 2", "trade 3"]
    assert board(match)["must_trade"] is None


def test_3_5_starter_cannot_decline():  # 3.5
    for lays in (("2 lay 9C", "3 lay TC", "0 lay TS"), ("2 lay AD", "3 lay AS", "0 lay TS")):
        match = play(bids(house(), "offer 4C D"), *lays)
        assert match.to_act == (1,)
        assert all(words.startswith("trade") for words in match.legal(1))
        with pytest.raises(ValueError, match="trade"):
            match.act(1, "pass")


def test_3_6_the_two_swap_and_the_others_take_theirs_back():  # 3.6
    match = play(bids(house(), "offer 4C D"), "2 lay TD", "3 lay 3D", "0 lay 6D", "1 trade 2")
    hands = [" ".join(words.split(" ")[1] for words in match.legal(seat)) for seat in range(4)]
    assert hands[0] == "2C 3C AC 4D 5D 6D 7H 8H 9S TS"
    assert hands[1] == "5C 6C 7D 8D 9D TD TH AH 2S 3S"
    assert hands[2] == "4C 7C 8C 9C AD 2H 3H 4S 5S 6S"
    assert hands[3] == "TC 2D 3D 4H 5H 6H 9H 7S 8S AS"


def test_4_1_everybody_puts_one_card_aside():  # 4.1
    traded = play(bids(house(), "offer 4C D"), "2 lay TD", "3 lay 3D", "0 lay 6D", "1 trade 2")
    for match in (traded, no_auction(house())):
        assert match.to_act == (0, 1, 2, 3)
        assert [len(match.legal(seat)) for seat in range(4)] == [10] * 4
        kitty(match, "AC", "7D", "AD", "AS").run_table()
        assert [int(hand).bit_count() for hand in match.state.hand[:4]] == [9] * 4
        assert match.to_act == (1,)
        assert "play 7D" not in match.legal(1)


def test_4_2_in_any_order_and_unseen():  # 4.2
    views = []
    for first, second in (("2 kitty 7C", "0 kitty AC"), ("0 kitty TS", "2 kitty 6S")):
        match = play(no_auction(house()), first, second)
        assert match.to_act == (1, 3)
        views.append([match.view(watcher).tobytes() for watcher in (1, 3, "public")])
        play(match, "3 kitty AS", "1 kitty AH")
        assert [event.actor for event in match.deals[0].events if event.verb == "kitty"] == ["1", "2", "3", "0"]
    assert views[0] == views[1]


def test_4_3_face_down_until_scored_then_shown_until_the_next():  # 4.3
    views, match = [], house()
    for cards in (("AC", "7D", "AD", "AS"), ("TS", "7D", "6S", "AS")):
        match = play(kitty(no_auction(house(hands=MIXED)), *cards), "table trump KD")
        views.append([match.view(watcher).tobytes() for watcher in (1, 3, "public")])
        events = match.record(seat=1)["deals"][0]["events"]
        assert events[8:] == ["1 kitty 7D", "2 kitty ??", "3 kitty ??", "0 kitty ??", "table trump KD"]
    assert views[0] == views[1]
    shown = ["TS", "7D", "6S", "AS"]
    tricks(match, *[ANY] * 4)
    assert match.record(seat=1)["deals"][0]["events"][8:12] == [f"{seat} kitty {shown[seat]}" for seat in (1, 2, 3, 0)]
    kitty(no_auction(play(match, *MIXED)), "AC", "AH", "AD", "TC")
    assert [match.game.pieces[card] for card in match.view("public").last_kitty[:4]] == shown
    tricks(play(match, "table trump QD"), *[ANY] * 4)
    assert [match.game.pieces[card] for card in match.view("public").last_kitty[:4]] == ["AC", "AH", "AD", "TC"]


def test_5_1_trump_is_turned_after_the_kitty_or_before_the_auction():  # 5.1
    match = kitty(no_auction(house()), "AC", "AH", "AD", "AS")
    assert trumps(match) == []
    assert match.view("public").trump == -1
    play(match, "table trump KH")
    assert (match.view("public").trump, match.to_act) == (2, (1,))
    assert (board(match)["trump_card"], board(match)["trumps"]) == ("KH", ["KH"])
    early = house("table trump KH", reveal="before-auction")
    assert (early.view("public").trump, early.to_act) == (2, (1,))
    assert early.deals[0].events[-1].text() == "table trump KH"
    kitty(no_auction(early), "AC", "AH", "AD", "AS").run_table()
    assert trumps(early) == ["KH"]
    assert early.legal(1)[0].startswith("play")


def test_6_1_eldest_leads_anything():  # 6.1
    match = play(kitty(no_auction(house(first=1)), "AC", "AH", "AD", "AS"), "table trump KH")
    assert match.to_act == (2,)
    assert len(match.legal(2)) == 9
    traded = play(bids(house(), "pass", "offer 7C D"), "3 lay 3D", "0 lay 4D", "1 lay 9D", "2 trade 1")
    assert kitty(traded, "AC", "AH", "AD", "AS").run_table().to_act == (1,)  # eldest leads, not the starter


def test_6_2_follow_suit_if_able():  # 6.2
    match = play(kitty(no_auction(house()), "AC", "AH", "AD", "AS"), "table trump KH", "1 play 4C")
    assert match.legal(2) == ["play 7C", "play 8C", "play 9C"]
    assert play(match, "2 play 7C").legal(3) == ["play TC"]


def test_6_3_unable_to_follow_plays_anything():  # 6.3
    match = play(kitty(no_auction(house()), "AC", "AH", "AD", "TC"), "table trump KH", "1 play 4C", "2 play 7C")
    assert len(match.legal(3)) == 9


def test_6_4_highest_trump_else_highest_of_the_suit_led_wins_and_leads():  # 6.4
    match = play(kitty(no_auction(house()), "AC", "AH", "AD", "TC"), "table trump KH")
    play(match, "1 play 4C", "2 play 7C", "3 play 8S", "0 play 2C")
    assert match.to_act == (2,)
    assert len(match.legal(2)) == 8
    play(match, "2 play 8C", "3 play 4H", "0 play 3C", "1 play 5C")
    assert match.to_act == (3,)
    play(match, "3 play 2D", "0 play 6D", "1 play 9D", "2 play TD", "2 play 9C", "3 play 5H", "0 play 7H", "1 play 6C")
    assert match.to_act == (0,)


def test_7_1_who_alone_took_the_most_scores_the_kitty():  # 7.1
    match = round_won(undealt(), "table trump KD", cards=("2H", "3S", "4H", "5S"))
    assert [int(count) for count in match.state.last_tricks[:4]] == [0, 5, 4, 0]
    assert match.deals[0].score == match.scores == [0, 14, 0, 0]
    assert match.deals[0].carry == 0
    rng = random.Random(5)
    for _ in range(20):  # three of the nine tricks can be the most that a seat takes
        match = random_round(house(hands=[], rounds=1), rng)
        won = [int(count) for count in match.state.last_tricks[:4]]
        alone = won.count(max(won)) == 1
        assert sum(won) == 9
        assert [points > 0 for points in match.scores] == [alone and count == max(won) for count in won]


def test_7_2_a_card_counts_its_rank_and_an_ace_one():  # 7.2
    for cards, worth in (
        (("AH", "2S", "3H", "4S"), 10),
        (("5H", "6S", "7H", "8S"), 26),
        (("9H", "TS", "TH", "AS"), 30),
    ):
        assert round_won(undealt(), "table trump KD", cards=cards).deals[0].score == [0, worth, 0, 0]


def test_7_3_a_tie_carries_the_points_until_a_kitty_is_won():  # 7.3
    match = tied_round(house(hands=TIE), "table trump KD")
    assert (match.deals[0].score, match.deals[0].carry) == ([0, 0, 0, 0], 13)
    tied_round(play(match, *one_seat_on(TIE)), "table trump QD", by=1)
    assert (match.deals[1].score, match.deals[1].carry) == ([0, 0, 0, 0], 26)
    round_won(match, "table trump JD", cards=("2H", "3S", "4H", "5S"))
    assert (match.deals[2].score, match.deals[2].carry) == ([0, 0, 0, 40], 0)


def test_7_4_a_tie_in_the_last_round_is_lost():  # 7.4
    match = tied_round(house(hands=TIE, rounds=2), "table trump KD")
    assert match.deals[0].carry == 13
    tied_round(play(match, *one_seat_on(TIE)), by=1)
    assert (match.deals[1].score, match.deals[1].carry) == ([0, 0, 0, 0], 0)
    assert (match.over, match.scores) == (True, [0, 0, 0, 0])


def test_7_5_most_points_win_and_ties_share():  # 7.5
    match = tied_round(house(hands=TIE, rounds=1))
    assert match.winners == [0, 1, 2, 3]
    assert round_won(undealt(rounds=1), cards=("2H", "3S", "4H", "5S")).winners == [1]
    match = round_won(undealt(rounds=2), "table trump KD", cards=("2H", "3S", "4H", "5S"))
    assert not match.over
    round_won(match, cards=("5H", "4S", "3H", "2S"))
    assert (match.scores, match.winners) == ([0, 14, 14, 0], [1, 2])
