"""Tests of the independent implementations (twins) of four games, with invented deals, in the order of the rules."""

from __future__ import annotations

import pytest

from tests.games.draw.twin import Draw
from tests.games.hearts.twin import Hearts
from tests.games.house.twin import House
from tests.games.pitch.twin import Pitch
from tests.games.twins import Fault, Twin

SUITED = {suit: [rank + suit for rank in "AKQJT98765432"] for suit in "CDHS"}


def deal(twin: Twin, *hands: str | list[str]) -> None:
    """Deal the given hands. Seats without a given hand get the remaining cards in order."""
    given = [hand.split() if isinstance(hand, str) else hand for hand in hands]
    rest = [card for card in twin.stock if not any(card in hand for hand in given)]
    size = twin.hand_size()
    for seat in range(twin.seats):
        cards = given[seat] if seat < len(given) else [rest.pop(0) for _ in range(size)]
        twin.apply(" ".join(["table deal", str(seat), *cards]))


def say(twin: Twin, *events: str) -> None:
    for event in events:
        twin.apply(event)


def play_out(twin: Twin) -> None:
    """Let each seat play its highest legal card until the deal is over."""
    number = twin.deal_number
    while not twin.over and twin.deal_number == number:
        seat = twin.to_act()[0]
        best = max(twin.legal(seat), key=lambda text: "23456789TJQKA".index(text[5]))
        twin.apply(f"{seat} {best}")


def moon(options: dict, *bids: str) -> Twin:
    """Play a deal in which seat 1 holds all spades and leads, so that it must take all the pain cards."""
    twin = Hearts(options, 4, 0)
    deal(twin, *(SUITED[suit] for suit in "HSCD"))
    say(twin, *(bids or ("1 bid 3", "2 pass", "3 pass", "0 pass", "1 name D")))
    play_out(twin)
    return twin


def test_hearts_8_moon_match_wins_at_once_and_the_pot_is_shared() -> None:
    twin = moon({})
    assert twin.over and twin.winners == [1] and twin.last_carry == 16
    assert twin.last_score == [0, -16, 0, 0] and twin.scores == [54, 38, 54, 54]


def test_hearts_8_moon_pot_is_taken_and_an_auction_follows() -> None:
    twin = moon({"moon": "pot"})
    assert twin.last_score == [0, 0, 0, 0] and twin.last_carry == 0
    deal(twin)
    assert twin.phase == "bid" and twin.to_act() == [2]


def test_hearts_7_a_pot_that_stayed_has_the_last_bidder_name_again() -> None:
    twin = moon({"moon": "off"})
    assert twin.last_carry == 16 and twin.dealer == 1
    deal(twin)
    assert twin.to_act() == [1] and twin.legal(1) == ["name C", "name D", "name H", "name S"]


def test_hearts_7_a_pot_from_an_all_pass_deal_has_an_ordinary_auction() -> None:
    twin = moon({"moon": "off"}, "1 pass", "2 pass", "3 pass", "0 pass")
    assert twin.last_carry == 13 and twin.last_score == [0, -13, 0, 0]
    deal(twin)
    assert twin.to_act() == [2] and twin.legal(2)[:2] == ["pass", "bid 1"]


def test_hearts_6_a_broke_player_ends_the_match_and_debts_are_forgiven() -> None:
    bids = ("1 bid 10", "2 pass", "3 pass", "0 pass", "1 name D")
    twin = moon({"moon": "off", "chips": 10}, *bids)
    assert twin.over and twin.last_carry == 10
    assert twin.scores == [12, 2, 12, 12] and twin.winners == [0, 2, 3]


def test_hearts_6_two_clear_leave_an_odd_chip_and_that_is_no_pot_that_stayed() -> None:
    twin = Hearts({}, 4, 0)
    hand_1, hand_2 = [*SUITED["S"][:-1], "2C"], [*SUITED["C"][:-1], "2S"]
    deal(twin, SUITED["H"], hand_1, hand_2, SUITED["D"])
    say(twin, "1 bid 2", "2 pass", "3 pass", "0 pass", "1 name C")
    play_out(twin)  # seat 1 takes 11 pain cards; seat 2 takes the last trick with 2 pain cards
    assert twin.last_score == [7, -13, -2, 7] and twin.last_carry == 1
    deal(twin)
    assert twin.phase == "bid"


def test_hearts_3_redeal_counts_and_keeps_the_pot() -> None:
    twin = Hearts({"all_pass": "redeal", "deals": 2}, 4, 3)
    for first in (0, 1):
        deal(twin)
        say(twin, *(f"{(first + step) % 4} pass" for step in range(4)))
    assert twin.over and twin.scores == [50] * 4 and twin.winners == [0, 1, 2, 3]


def test_hearts_4_pain_limits() -> None:
    twin = Hearts({}, 4, 0)
    hand_1, hand_2 = [*SUITED["S"][:-1], "2C"], [*SUITED["C"][:-1], "2H"]
    deal(twin, [*SUITED["H"][:-1], "2S"], hand_1, hand_2)
    say(twin, "1 bid 2", "2 pass", "3 pass", "0 pass", "1 name C")
    assert "play 2C" not in twin.legal(1) and len(twin.legal(1)) == 12
    say(twin, "1 play 3S")
    assert twin.legal(2) == ["play 2H"]


def test_house_3_the_highest_card_of_the_called_suit_must_be_taken() -> None:
    twin = House({}, 4, 0)
    deal(twin)  # seat 0 gets clubs, seat 1 diamonds, seat 2 hearts, seat 3 spades
    assert "offer 7D D" not in twin.legal(1)
    say(twin, "1 offer 7D S", "3 lay AS", "0 lay TC")
    assert twin.to_act() == [2] and twin.sealed() == [2, 3, 0]
    say(twin, "2 lay TH")
    assert twin.legal(1) == ["trade 3"]
    say(twin, "1 trade 3")
    assert "AS" in twin.hands()[1] and "7D" in twin.hands()[3]


def test_house_7_a_tie_carries_and_the_last_round_has_no_trump() -> None:
    twin = House({"rounds": 2}, 4, 0)
    deal(twin)
    say(twin, "1 pass", "2 pass", "3 pass", "0 pass")
    say(twin, "0 kitty TC", "1 kitty TD", "2 kitty TH", "3 kitty AS", "table trump KD")
    play_out(twin)  # seat 1 takes all nine tricks
    assert twin.last_score == [0, 31, 0, 0] and twin.last_carry == 0
    deal(twin)
    say(twin, "2 pass", "3 pass", "0 pass", "1 pass")
    say(twin, *(f"{seat} kitty T{suit}" for seat, suit in enumerate("CDHS")))
    assert twin.table_needs() is None and twin.to_act() == [2]
    with pytest.raises(Fault):
        twin.apply("table trump KD")


def test_house_5_a_court_card_turns_once() -> None:
    twin = House({"reveal": "before-auction"}, 4, 0)
    deal(twin)
    say(twin, "table trump KD", "1 pass", "2 pass", "3 pass", "0 pass")
    say(twin, *(f"{seat} kitty T{suit}" for seat, suit in enumerate("CDHS")))
    play_out(twin)
    deal(twin)
    with pytest.raises(Fault, match="court"):
        twin.apply("table trump KD")


@pytest.mark.parametrize(
    ("rule", "bid", "legal"),
    [
        ("four", 4, ["pass", "bid 4"]),
        ("four", 3, ["pass", "bid 4"]),
        ("any", 3, ["pass", "bid 3", "bid 4"]),
        ("never", 4, ["pass"]),
    ],
)
def test_pitch_2_dealer_match(rule: str, bid: int, legal: list[str]) -> None:
    twin = Pitch({"dealer_match": rule}, 4, 0)
    deal(twin)
    say(twin, f"1 bid {bid}", "2 pass", "3 pass")
    assert twin.legal(0) == legal


PITCH_HANDS = ("2H 3H 4H 5H 6H 7H", "AS KS QS JS 9S 8S", "2S 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D")


def test_pitch_5_low_dealt_or_taken() -> None:
    for low, score in (("dealt", [0, 3, 1, 0]), ("taken", [0, 4, 0, 0])):
        twin = Pitch({"low": low}, 4, 0)
        deal(twin, *PITCH_HANDS)
        say(twin, "1 bid 3", "2 pass", "3 pass", "0 pass")
        play_out(twin)
        assert twin.last_score == score


def test_pitch_7_a_failed_bid_is_lost_and_8_the_target_goes_by_precedence() -> None:
    twin = Pitch({"target": 1}, 4, 0)
    deal(twin, *PITCH_HANDS)
    say(twin, "1 bid 4", "2 pass", "3 pass", "0 pass")
    play_out(twin)
    assert twin.last_score == [0, -4, 1, 0] and twin.winners == [2]


def test_pitch_6_ties_for_cards() -> None:
    for rule, score in (("non-pitcher", [1, 2, 0, 0]), ("nobody", [0, 2, 0, 0])):
        twin = Pitch({"cards_tie": rule}, 4, 0)
        deal(twin, "AC 2H 4H 5H 6H 7H", "3S 3C 4C 5C 6C KH", "2C 7C 8C 9C 2D 3D", "4D 5D 6D 7D 8D JH")
        say(twin, "1 bid 1", "2 pass", "3 pass", "0 pass")
        say(twin, "1 play 3S", "2 play 2D", "3 play JH", "0 play 2H", "1 play KH", "2 play 3D")
        say(twin, "3 play 4D", "0 play 4H", "1 play 3C", "2 play 2C", "3 play 5D", "0 play AC")
        play_out(twin)  # J + K and the ace count 4 each; the 3S scores High and Low
        assert twin.last_score == score


def test_draw_4_the_purchase_that_leaves_two_opens_the_auction_after_the_turn() -> None:
    twin = Draw({}, 4, 0)
    hands = ("6-6 6-5 6-4 6-3 6-2 6-1", "5-5 5-4 5-3 5-2 5-1 5-0", "6-0 4-4 4-3 4-2 4-1 4-0")
    deal(twin, *hands, "3-3 3-2 3-1 3-0 2-2 2-1")
    say(twin, "0 play 6-6")
    assert twin.legal(1) == ["buy", "pass"]
    say(twin, "1 buy", "table draw 2-0", "1 buy", "table draw 1-1")
    assert twin.legal(1) == ["pass"]
    say(twin, "1 pass")
    assert twin.legal(2)[:3] == ["pass", "bid 0", "bid 1"] and twin.legal(2)[-1] == "bid 27"
    say(twin, "2 bid 0", "3 bid 1", "0 pass", "1 pass", "2 pass", "3 bid 4", "0 pass", "1 pass")
    assert twin.table_needs() == "draw" and twin.scores[3] == 23
    with pytest.raises(Fault):
        twin.apply("table draw 1-0")
    say(twin, "table draw 0-0 1-0")
    assert twin.to_act() == [2] and twin.legal(2) == ["play 6-0 L", "play 6-0 R"]


def test_draw_6_blocked_after_a_turn_each_without_play_or_purchase() -> None:
    twin = Draw({"hand": 2, "stake": 2, "last_two": "left"}, 3, 1)
    deal(twin, "0-0 1-0", "6-6 5-5", "1-1 2-0")
    say(twin, "1 play 6-6", "2 pass", "0 pass")
    assert twin.deal_number == 1  # the lead counts as a play, so the round goes back to the leader
    say(twin, "1 pass")
    assert twin.deal_number == 2 and twin.last_score == [4, -2, -2] and twin.dealer == 2


def test_draw_6_the_last_tile_takes_the_pool_and_a_tie_splits_it() -> None:
    twin = Draw({"hand": 1, "stake": 3, "deals": 2}, 3, 0)
    deal(twin, "6-6", "5-5", "4-4")
    say(twin, "0 play 6-6")
    assert twin.last_score == [6, -3, -3]
    twin = Draw({"hand": 2, "stake": 3, "deals": 1}, 3, 0)
    deal(twin, "6-6 1-1", "2-0 0-0", "5-5 4-4")
    say(twin, "0 play 6-6", "1 pass", "2 pass", "0 pass")
    assert twin.last_carry == 1 and twin.last_score == [1, 1, -3] and twin.scores == [31, 31, 27]


def test_draw_6_a_locked_line_ends_at_once() -> None:
    twin = Draw({"hand": 7}, 2, 0)
    deal(twin, "6-6 5-4 6-3 6-2 1-0 0-0 1-1", "6-4 6-5 3-2 6-1 6-0 5-5 5-3")
    say(twin, "0 play 6-6", "1 play 6-4 L", "0 play 5-4 L", "1 play 6-5 L", "0 play 6-3 R")
    say(twin, "1 play 3-2 R", "0 play 6-2 R", "1 play 6-1 R", "0 play 1-0 R")
    assert twin.deal_number == 1
    twin.apply("1 play 6-0 R")
    assert twin.deal_number == 2 and twin.last_score == [3, -3]
