"""Tests of the hidden cards of Auction Flop Poker, and of the fields that are cleared after a deal."""

from __future__ import annotations

from saleroom.games import load
from saleroom.kernel.cards import NUMBERS
from tests.games.flop.test_articles import FOUR, discards, finish, flop, three_short
from tests.tables import bids, play

GAME = load("auction-flop-poker")
PACK = (1 << 52) - 1
GATHERED = (
    "hand",
    "thrown",
    "cards",
    "discarded",
    "keeps",
    "keep_size",
    "keep_may",
    "turned",
    "seen",
    "undealt",
    "mixed",
)
GATHERED += ("pile", "top", "stock", "reshuffles", "fee", "mixed_old", "flop")


def cards(text):
    return sum(1 << NUMBERS[name] for name in text.split())


def known(match, watcher):
    """Return, by owner and kind of holding (such as a hand), the size and possible cards that `watcher` knows."""
    return {(one.owner, one.kind): (one.size, one.may) for one in GAME.holdings(match.view(watcher), watcher)}


def test_what_seats_really_hold_threw_away_and_kept():
    match = bids(three_short(), "bid 1", "pass", "pass", "keep 2C 4C")
    assert GAME.held(match.state, 1, "hand") == cards("TC TD 4S")
    assert GAME.held(match.state, 1, "keep") == cards("2C 4C")
    assert GAME.held(match.state, 1, "discards") == cards("8H 6H")
    assert GAME.held(match.state, 2, "keep") == 0


def test_what_a_seat_knows_of_the_others():
    match = bids(three_short(), "bid 1", "pass", "pass", "keep 2C 4C").copy()
    unseen = PACK & ~cards(f"{FOUR[0].split(' ', 3)[3]} 2C 3C 4C") & ~int(match.state.flop)
    seen = known(match, 0)
    assert {kind: size for kind, (size, _) in seen.items()} == {
        (1, "hand"): 3, (1, "discards"): 2, (1, "keep"): 2,
        (2, "hand"): 4, (2, "discards"): 1,
        (3, "hand"): 4, (3, "discards"): 1,
    }  # fmt: skip
    assert seen[1, "keep"][1] == cards("2C 3C 4C")
    for kind in ((1, "hand"), (2, "hand"), (2, "discards")):
        assert seen[kind][1] & unseen == unseen


def test_an_action_says_how_many_cards_it_covers():
    for match, seat in ((flop(), 1), (play(discards(flop(), "8H 6H", "", "", ""), "table flop 2C 3C 4C"), 1)):
        for action, words in zip(match.legal_ids(seat), match.legal(seat), strict=True):
            assert GAME.covered(action) == len(words.split(" ")) - 1


def test_cards_are_gathered_after_a_deal():
    match = bids(three_short(deals=1), "pass", "pass", "pass", "refuse", "take")
    finish(match)
    assert match.over
    assert [name for name in GATHERED if match.state[name].any()] == []


def test_a_world_has_every_card_once_and_chance_of_its_own():
    match = bids(three_short(), "bid 1", "pass", "pass", "keep 2C 4C")
    for number in range(4):
        world = match.imagine(2, number)
        hands = [int(hand) for hand in world.hand[:4]]
        assert [hand.bit_count() for hand in hands] == [5, 5, 4, 4]
        assert hands[2] == int(match.state.hand[2])
        thrown = [int(hand) for hand in world.thrown[:4]]
        assert [hand.bit_count() for hand in thrown] == [0, 2, 1, 1]
        stock = [int(card) for card in world.deck[int(world.top) : int(world.top) + int(world.stock)]]
        sets = [*hands, *thrown, sum(1 << card for card in stock), int(world.flop)]
        assert len(set(stock)) == int(match.state.stock)
        assert sum(hand.bit_count() for hand in sets) == (sum(sets)).bit_count() == 52 - 1  # all but the discarded 3C
        assert bytes(world.seed) != bytes(match.state.seed)
