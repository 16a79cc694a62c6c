"""Tests of tricks: the duty to follow suit, the winning card, and what play reveals about a hand."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.kernel import tricks
from saleroom.kernel.bits import NONE
from saleroom.kernel.cards import NUMBERS
from saleroom.kernel.tricks import NO_CARD, NO_TRUMP
from tests.kernel.states import cards, state

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
HAND = cards("2C AC 5D 7H")
PACK = np.uint64((1 << 52) - 1)


def test_suit_is_followed_by_who_holds_it():
    assert tricks.follow_suit(HAND, CLUBS) == cards("2C AC")
    assert tricks.follow_suit(HAND, SPADES) == HAND


def test_suit_may_be_trumped_by_who_could_follow():
    assert tricks.follow_or_trump(HAND, CLUBS, HEARTS) == cards("2C AC 7H")
    assert tricks.follow_or_trump(HAND, CLUBS, CLUBS) == cards("2C AC")
    assert tricks.follow_or_trump(HAND, SPADES, HEARTS) == HAND


def test_a_low_ace_ranks_below_the_two_of_its_suit():
    for suit in "CDHS":
        keys = [tricks.low_ace(NUMBERS[rank + suit]) for rank in "A23456789TJQK"]
        assert keys == list(range(13 * "CDHS".index(suit), 13 * "CDHS".index(suit) + 13))


@pytest.mark.parametrize(
    ("card", "best", "trump", "wins"),
    [
        ("AC", "KC", NO_TRUMP, True),
        ("KC", "AC", NO_TRUMP, False),
        ("AD", "2C", NO_TRUMP, False),
        ("2D", "AC", DIAMONDS, True),
        ("AC", "2D", DIAMONDS, False),
        ("3D", "2D", DIAMONDS, True),
        ("2D", "3D", DIAMONDS, False),
        ("AD", "2C", CLUBS, False),
    ],
)
def test_the_highest_trump_wins_or_the_highest_of_the_suit_led(card, best, trump, wins):
    assert bool(tricks.beats(NUMBERS[card], NUMBERS[best], trump)) == wins


def dealt(*hands: str, **fields):
    """Return a state of three seats with the given hands, before the first trick."""
    deck = np.array([NUMBERS[name] for hand in hands for name in hand.split()])
    sets = {name: [cards("2C")] * 3 for name in ("hand", "may", "played", "taken")}
    s = state(
        3, deck=deck, on_table=[5] * 8, tricks_won=[5] * 3, trick=cards("2C"), in_trick=5, tricks=5, **sets, **fields
    )
    tricks.deal_hands(s, len(hands[0].split()), PACK)
    tricks.open_tricks(s)
    return s


def test_each_seat_is_dealt_its_part_of_the_deck_and_nothing_is_played():
    s = dealt("2C 3D", "AC 4D", "KC 5D")
    assert s.hand[:4].tolist() == [int(cards(hand)) for hand in ("2C 3D", "AC 4D", "KC 5D")] + [0]
    assert s.may[:4].tolist() == [int(PACK)] * 3 + [0]
    assert s.played[:3].tolist() == s.taken[:3].tolist() == s.tricks_won[:3].tolist() == [0] * 3
    assert (s.trick, s.in_trick, s.tricks) == (NONE, 0, 0)
    assert s.on_table[:3].tolist() == [NO_CARD] * 3
    assert [tricks.cards_left(s, seat, 2) for seat in range(3)] == [2, 2, 2]


def play(s, *plays: tuple[int, str], trump: int = NO_TRUMP):
    for seat, name in plays:
        tricks.play_to_trick(s, seat, NUMBERS[name], NUMBERS[name], trump)


def test_a_trick_fills_up_and_goes_to_its_winner():
    s = dealt("2C 3D", "AC 4D", "KC 5D", led=0, winning=0, winning_seat=0)
    play(s, (2, "KC"))
    assert (s.led, s.winning, s.winning_seat, s.in_trick) == (CLUBS, NUMBERS["KC"], 2, 1)
    play(s, (0, "2C"))
    assert (s.winning_seat, s.winning) == (2, NUMBERS["KC"])
    assert [tricks.cards_left(s, seat, 2) for seat in range(3)] == [1, 2, 1]
    assert s.on_table[:3].tolist() == [NUMBERS["2C"], NO_CARD, NUMBERS["KC"]]
    assert not tricks.trick_is_full(s)
    play(s, (1, "AC"))
    assert (s.winning_seat, s.winning) == (1, NUMBERS["AC"])
    assert tricks.trick_is_full(s)
    assert s.trick == cards("2C AC KC")
    assert tricks.collect_trick(s) == 1
    assert s.taken[:3].tolist() == [0, int(cards("2C AC KC")), 0]
    assert s.tricks_won[:3].tolist() == [0, 1, 0]
    assert (s.trick, s.in_trick, s.tricks) == (NONE, 0, 1)
    assert s.on_table.tolist() == [NO_CARD] * 8
    assert s.hand[:3].tolist() == [int(cards(card)) for card in ("3D", "4D", "5D")]
    assert s.played[:3].tolist() == [int(cards(card)) for card in ("2C", "AC", "KC")]


def test_tricks_add_up():
    s = dealt("2C 3D", "AC 4D", "KC 5D", led=0, winning=0, winning_seat=0)
    play(s, (2, "KC"), (0, "2C"), (1, "AC"))
    tricks.collect_trick(s)
    play(s, (1, "4D"), (2, "5D"), (0, "3D"))
    assert tricks.collect_trick(s) == 2
    play(s, (1, "9S"), (2, "2S"), (0, "3S"))
    assert tricks.collect_trick(s) == 1
    assert s.taken[:3].tolist() == [0, int(cards("2C AC KC 9S 2S 3S")), int(cards("4D 5D 3D"))]
    assert (s.tricks_won[:3].tolist(), s.tricks) == ([0, 2, 1], 3)


def test_trumps_that_were_played_are_those_of_all_seats():
    s = dealt("2C 3D", "AC 4D", "KC 5D", led=0, winning=0, winning_seat=0, trump=DIAMONDS)
    play(s, (2, "KC"), (0, "3D"), (1, "AC"), trump=DIAMONDS)
    assert tricks.all_played(s) == cards("KC 3D AC")
    assert tricks.in_trump(s) == cards("3D")
    assert tricks.collect_trick(s) == 0
    assert tricks.seat_with_card(s.played, 3, NUMBERS["AC"]) == 1
    assert tricks.seat_with_card(s.played, 3, NUMBERS["2S"]) == -1


def test_who_neither_follows_a_plain_suit_nor_trumps_is_void_in_it():
    s = dealt("2C 3D", "AC 4D", "KC 5D", led=CLUBS)
    for card in ("AC", "4D"):
        tricks.show_void(s, 1, NUMBERS[card], DIAMONDS)
    assert s.may[1] == PACK
    tricks.show_void(s, 1, NUMBERS["2S"], DIAMONDS)
    assert int(s.may[1]) == int(PACK) & ~0x1FFF


def test_the_turn_passes_to_the_left_and_round():
    s = state(3, acting=0)
    tricks.advance_turn(s, 0)
    assert s.acting == 0b10
    tricks.advance_turn(s, 2)
    assert s.acting == 0b1
