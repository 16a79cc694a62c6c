"""Tests of what a seat knows about the hidden cards of Auction House, and of the worlds imagined for this seat."""

from __future__ import annotations

from saleroom.games import load
from saleroom.kernel.cards import NUMBERS
from saleroom.match import boards
from saleroom.match.deal_history import seen_deals
from tests.games.house.test_articles import house, kitty, no_auction, round_won, undealt
from tests.tables import bids, play

GAME = load("auction-house")
PLAIN = sum(1 << NUMBERS[rank + suit] for suit in "CDHS" for rank in "A23456789T")
COURTS = {NUMBERS[rank + suit] for suit in "CDHS" for rank in "JQK"}


def cards(text):
    return sum(1 << NUMBERS[name] for name in text.split())


def known(match, watcher):
    """Return, by owner and kind of holding (such as a hand), the size and possible cards that `watcher` knows."""
    return {(one.owner, one.kind): (one.size, one.may) for one in GAME.holdings(match.view(watcher), watcher)}


def test_of_other_hands_only_their_size_is_known_at_first():
    match = house()
    unseen = PLAIN & ~int(match.state.hand[1])
    assert known(match, 1) == {(owner, "hand"): (10, unseen) for owner in (0, 2, 3)}


def test_a_card_that_was_shown_is_with_its_seat_and_with_no_other():
    match = play(bids(house(), "offer 4C D"), "2 lay TD", "3 lay 3D", "0 lay 6D", "1 trade 2")
    shown = cards("4C 3D 6D")
    unseen = PLAIN & ~int(match.state.hand[1])
    for owner, own in ((2, "4C"), (3, "3D"), (0, "6D")):
        assert known(match, 1)[owner, "hand"] == (10, unseen & ~shown | cards(own))


def test_a_card_put_aside_is_hidden_and_missing_from_its_hand():
    match = kitty(no_auction(house()), "AC", "AH")
    unseen = PLAIN & ~int(match.state.hand[2])
    assert known(match, 2) == {
        (0, "hand"): (9, unseen),
        (0, "kitty"): (1, unseen),
        (1, "hand"): (9, unseen),
        (1, "kitty"): (1, unseen),
        (3, "hand"): (10, unseen),
    }


def test_a_round_begins_with_nothing_shown():
    match = play(bids(house(), "offer 4C D"), "2 lay TD", "3 lay 3D", "0 lay 6D", "1 trade 2")
    kitty(match, "AC", "7D", "AD", "AS")
    play(match, "table trump KD")
    while len(match.deals) == 1:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    view = match.view("public")
    assert (view.starter, view.partner, view.trump_card, view.trump) == (-1, -1, -1, -1)
    assert not view.known.any()
    assert view.shown[:4].tolist() == match.state.laid[:4].tolist() == [-1] * 4


def test_the_last_round_shows_no_trump_card():
    match = round_won(undealt(rounds=2), "table trump KD", cards=("2H", "3S", "4H", "5S")).run_table()
    assert match.view("public").trump_card == -1


def test_a_world_turns_the_court_cards_that_were_turned_and_the_rest_in_any_order():
    match = round_won(undealt(), "table trump KD", cards=("2H", "3S", "4H", "5S"))
    match = round_won(match, "table trump JD", cards=("2H", "3S", "4H", "5S"))
    match = round_won(match, "table trump QD", cards=("2H", "3S", "4H", "5S")).run_table()
    assert int(match.view("public").turned) == cards("KD JD QD")
    orders = set()
    for number in range(4):
        world = match.imagine(0, number)
        courts = [int(card) for card in world.courts]
        assert set(courts) == COURTS
        assert set(courts[:3]) == {NUMBERS["KD"], NUMBERS["JD"], NUMBERS["QD"]}
        orders.add(tuple(courts[3:]))
        assert bytes(world.seed) != bytes(match.state.seed)
    assert len(orders) == 4


def test_a_hand_shows_the_ace_last_in_its_suit():
    ranks, match = "T98765432A", house()
    hands = [boards.own_part(boards.Position(match), seat, seen_deals(match, seat))["hand"] for seat in range(4)]
    for hand in hands:
        for suit in "CDHS":
            shown = [card[0] for card in hand if card[1] == suit]
            assert shown == sorted(shown, key=ranks.index), hand
    assert any(len([card for card in hand if card[1] == suit]) > 1 for hand in hands for suit in "CDHS")
