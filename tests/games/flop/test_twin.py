"""Tests of the independent implementation of Auction Flop Poker with given deals, in the order of its rules."""

from __future__ import annotations

import pytest

from tests.games.flop.twin import FlopPoker, poker_rank, prizes
from tests.games.twins import Fault

HANDS = ["AC KC QC JC 9C", "AD KD QD JD 9D", "AH KH QH JH 9H", "AS KS QS JS 9S"]


def dealt(options: dict, seats: int, first: int, hands: list[str]) -> FlopPoker:
    twin = FlopPoker(options, seats, first)
    for seat in range(seats):
        twin.apply(f"table deal {seat} {hands[seat]}")
    return twin


def say(twin: FlopPoker, *events: str) -> None:
    for event in events:
        twin.apply(event)


def test_flop_2_prices_and_words() -> None:
    twin = dealt({"chips": 10}, 2, 1, HANDS)
    assert twin.legal(0)[0] == "discard" and len(twin.legal(0)) == 1 + 5 + 10 + 10  # 8 chips left
    twin.apply("0 discard KC AC")
    assert twin.scores == [5, 8] and twin.hands()[0] == ["9C", "JC", "QC"]
    assert "discard 9D JD" in twin.legal(1)


def test_flop_4_a_pass_is_not_final_and_the_buyer_pays() -> None:
    twin = dealt({}, 4, 3, HANDS)
    say(twin, "0 discard 9C", "1 discard", "2 discard 9H", "3 discard 9S", "table flop 2C 3C 4C")
    assert twin.to_act() == [0] and twin.legal(0) == ["pass", "bid 1"]
    say(twin, "0 pass", "2 bid 1", "3 pass", "0 bid 2", "2 pass", "3 pass")
    assert twin.legal(0) == ["keep 2C", "keep 3C", "keep 4C"] and twin.scores[0] == 95


def test_flop_5_refusing_goes_round_at_rising_fees() -> None:
    twin = dealt({"chips": 10}, 3, 2, HANDS)
    say(twin, "0 discard 9C", "1 discard 9D", "2 discard", "table flop 2C 3C 4C")
    say(twin, "0 pass", "1 pass", "0 refuse", "1 refuse", "0 refuse")
    assert twin.scores == [3, 5, 8] and twin.legal(1) == ["take", "refuse"]
    say(twin, "1 refuse")
    assert twin.legal(0) == ["take"]  # refusing costs 5 chips, and the player has 3
    say(twin, "0 take", "0 keep 4C", "table flop 5C 6C 7C")
    assert twin.legal(1) == ["keep 5C", "keep 6C", "keep 7C"]  # 4.6: the only short player gets the flop


@pytest.mark.parametrize(("rule", "speaker"), [("fixed", 0), ("rotates", 1)])
def test_flop_8_first_voice(rule: str, speaker: int) -> None:
    twin = dealt({"first_voice": rule}, 3, 2, HANDS)
    say(twin, "0 discard JC 9C", "1 discard 9D", "2 discard 9H", "table flop 2C 3C 4C")
    say(twin, "0 bid 1", "1 pass", "2 pass", "0 keep 4C", "table flop 5C 6C 7C")
    assert twin.to_act() == [speaker]


def test_flop_8_a_full_first_voice_lets_the_next_short_player_speak() -> None:
    twin = dealt({"first_voice": "rotates"}, 4, 3, HANDS)
    say(twin, "0 discard JC 9C", "1 discard", "2 discard 9H", "3 discard", "table flop 2C 3C 4C")
    say(twin, "0 pass", "2 pass", "0 take", "0 keep 2C", "table flop 5C 6C 7C")
    assert twin.to_act() == [2]  # First Voice is seat 1, whose hand is full


def short_stock() -> FlopPoker:
    """Return a match of seven seats after five flops, with two cards left in the stock."""
    twin = FlopPoker({}, 7, 6)
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    for seat in range(7):
        twin.apply(" ".join(["table deal", str(seat), *cards[5 * seat : 5 * seat + 5]]))
    for seat in range(7):
        twin.apply(f"{seat} discard {cards[5 * seat]}")
    for taker in range(5):
        flop = cards[35 + 3 * taker : 38 + 3 * taker]
        say(twin, f"table flop {' '.join(flop)}", f"{taker} bid 1")
        say(twin, *(f"{seat} pass" for seat in range(taker + 1, 7)), f"{taker} keep {flop[0]}")
    return twin


def test_flop_3_the_old_stock_comes_first() -> None:
    twin = short_stock()
    assert twin.table_needs() == "reshuffle"
    with pytest.raises(Fault):
        twin.apply("table flop KS AS 2C")
    say(twin, "table reshuffle")
    for flop in ("KS 2C 7C", "KS AS KC", "KS AS AS"):
        with pytest.raises(Fault):
            twin.apply(f"table flop {flop}")
    say(twin, "table flop 2C AS KS", "5 bid 1", "6 pass", "5 keep 2C")
    assert twin.table_needs() == "flop"
    with pytest.raises(Fault):
        twin.apply("table flop KS 7C QC")  # 7C was discarded after the reshuffle


def test_flop_3_no_reshuffle_while_three_are_left() -> None:
    twin = dealt({}, 2, 1, HANDS)
    say(twin, "0 discard 9C", "1 discard")
    with pytest.raises(Fault):
        twin.apply("table reshuffle")


def test_flop_9_ranking() -> None:
    rising = [
        "7C 5D 4H 3S 2C",
        "2C 2D 5H 4S 3C",
        "3C 3D 2H 2S 4C",
        "2C 2D 2H 4S 3C",
        "AC 2D 3H 4S 5C",
        "2C 3D 4H 5S 6C",
        "7C 5C 4C 3C 2C",
        "2C 2D 2H 3S 3C",
        "2C 2D 2H 2S 3C",
        "AC 2C 3C 4C 5C",
        "TC JC QC KC AC",
    ]
    ranks = [poker_rank(hand.split()) for hand in rising]
    assert ranks == sorted(ranks) and len(set(ranks)) == len(ranks)
    assert poker_rank(["QC", "KD", "AH", "2S", "3C"])[0] == 0  # an ace does not connect a king and a two


def test_flop_9_prizes() -> None:
    assert prizes(19, 3)[:3] == [13, 5, 1]
    assert prizes(19, 2)[:3] == [14, 5, 0]


def test_flop_9_ties_share_their_places_odd_chips_from_the_dealers_left() -> None:
    twin = dealt({"ante": 5, "deals": 1}, 4, 1, HANDS)
    say(twin, "2 discard", "3 discard", "0 discard", "1 discard")
    assert twin.last_score == [0, 0, 0, 0]
    low = "2C 4D 6H 8S TC"
    twin = dealt({"ante": 5, "deals": 1}, 3, 1, [HANDS[0], HANDS[1], low])
    say(twin, "2 discard", "0 discard", "1 discard")  # the two flushes share 14 of 15 chips; the last prize is 1 chip
    assert twin.scores == [102, 102, 96]
    twin = dealt({"ante": 1, "deals": 1}, 3, 0, [HANDS[0], HANDS[1], low])
    say(twin, "1 discard", "2 discard", "0 discard")  # each gets 1 chip of the pot of 3; seat 1 also gets the odd chip
    assert twin.last_score == [0, 1, -1] and twin.winners == [1]
