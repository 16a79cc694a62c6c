"""Tests of the texts with which Auction House refuses actions."""

from __future__ import annotations

import pytest

from saleroom.games.house.rules.words import DUTIES, VERBS
from saleroom.kernel.refusals import Refusal
from tests.games.house.test_articles import house, kitty, no_auction
from tests.tables import bids, play, why

WORDS = {
    "pass": "pass",
    "offer": "offer 4C D",
    "lay": "lay 4C",
    "trade": "trade 2",
    "kitty": "kitty 4C",
    "play": "play 4C",
}


def offered():
    return bids(house(), "offer 4C D")


def phases():
    """Yield, for each phase, a match in that phase and a seat that is to act."""
    yield house(), 1
    yield offered(), 2
    yield play(offered(), "2 lay TD", "3 lay 3D", "0 lay 6D"), 1
    yield no_auction(house()), 2
    yield play(kitty(no_auction(house()), "AC", "AH", "AD", "AS"), "table trump KH"), 1


@pytest.mark.parametrize("number", range(5))
def test_each_phase_says_its_duty_to_the_words_and_ids_of_another(number):
    match, seat = list(phases())[number]
    phase = int(match.state.phase)
    for verb, words in WORDS.items():
        if verb not in VERBS[phase]:
            assert why(match, seat, words) == str(Refusal(DUTIES[phase]))
    strange = {"bid": (2, 53), "trade": (2, 52, 64 + 2), "card": (52, 53, 56, 64, 3 * 64 + 51)}
    kind = {"BID": "bid", "TRADE": "trade"}.get(match.game.phases[phase].upper(), "card")
    for action in strange[kind]:
        assert why(match, seat, action) == str(Refusal(DUTIES[phase]))
    for action in (57, 63, 64 + 52, 127):
        assert why(match, seat, action) == f"there is no action {action}"
    assert why(match, seat, "dance") == "that is no action of this game"


def test_of_offers():
    match = house()
    assert why(match, 1, "pass 4C") == "a pass is the one word"
    for wrong in ("offer", "offer 4C", "offer 4C X", "offer 4C D D", "offer 4C CD"):
        assert why(match, 1, wrong) == "name the card that you offer and the suit that you call"
    assert why(match, 1, "offer 1C D") == "that is no card; write its rank, then its suit, such as 7C"
    assert why(match, 1, "offer 4C C") == "call a suit other than that of the card offered"
    assert why(match, 1, "offer AC D") == "you do not hold AC"


def test_of_cards_laid_and_put_aside():
    assert why(offered(), 2, "lay") == why(offered(), 2, "lay 7C 8C") == "name one card to lay"
    assert why(offered(), 2, "lay 1C") == "that is no card; write its rank, then its suit, such as 7C"
    assert why(offered(), 2, "lay 4C") == "you do not hold 4C"
    assert why(no_auction(house()), 2, "kitty") == "name one card to kitty"


def test_of_trades():
    match = play(offered(), "2 lay TD", "3 lay 3D", "0 lay 6D")
    for wrong in ("trade", "trade 4", "trade -1", "trade 2 3"):
        assert why(match, 1, wrong) == "name who to trade with: seat 0, seat 2 or seat 3"
    assert why(match, 1, "trade 3") == "you must take the highest of the diamonds laid: TD, so trade with seat 2"
    free = play(offered(), "2 lay 9C", "3 lay TC", "0 lay TS")
    assert why(free, 1, "trade 1") == "you cannot trade with yourself"
    first = play(bids(house(), "offer 4C D"), "2 lay 9C", "3 lay TC", "0 lay 6D")
    assert why(first, 1, "trade 2") == "you must take the highest of the diamonds laid: 6D, so trade with seat 0"


def test_of_cards_played():
    match = play(kitty(no_auction(house()), "AC", "AH", "AD", "AS"), "table trump KH", "1 play 4C")
    assert why(match, 2, "play 2H") == "clubs were led: follow suit"
    assert why(match, 2, "play 6C") == "you do not hold 6C"
    assert why(match, 2, "play 2C") == "you do not hold 2C"
