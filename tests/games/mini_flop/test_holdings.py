"""Tests of what a seat knows about hidden cards in Mini Flop Poker, and of the cards on the table."""

from __future__ import annotations

from saleroom.kernel.cards import NAMES
from tests.games.mini_flop.test_articles import poker
from tests.games.small import cards, known
from tests.seedcards import Stream
from tests.tables import bids, table

PACK = "JC QC KC AC JD QD KD AD"


def test_another_hand_may_be_any_unseen_cards():
    match = bids(poker(), "bid 1")
    assert known(match, 1) == {0: (2, cards(PACK) & ~cards("AC JD KD"))}


def test_a_deal_leaves_nothing_on_the_table():  # 3.1
    match = bids(poker(deals=1), "bid 1", "pass")
    assert match.over
    assert (int(match.state.flop), match.state.hand.any()) == (0, False)
    assert known(match, 0) == {}


def test_the_pack_is_shuffled_as_far_as_cards_are_turned_over():  # 1.2
    for seats in (2, 3):
        match = table("mini-flop-poker", seats=seats)
        shuffled = Stream(bytes.fromhex(match.seed_text or ""), 1, 0).shuffled(PACK.split(), 2 * seats + 1)
        assert [NAMES[card] for card in match.state.deck[:8]] == shuffled
