"""Tests of `Terms`, which describe the game that an environment plays, and of the properties computed from them."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.envs.terms import MOST_COVERED, Terms
from saleroom.games import NAMES, load

WRONG = [
    ({"game": "poker-house"}, "is no game"),
    ({"game": "auction-pitch", "seats": 3}, "4 to 7 seats, not 3"),
    ({"game": "auction-pitch", "seats": True}, "not True"),
    ({"game": "auction-hearts", "seats": 5}, "has 4 seats, not 5"),
    ({"game": "auction-pitch", "scope": "game"}, "'deal' or 'match'"),
    ({"game": "auction-pitch", "reward": "points"}, "'score' or 'ahead' or 'win'"),
    ({"game": "auction-pitch", "reward": "win"}, "only a match is won"),
    ({"game": "auction-pitch", "colour": "red"}, "no option 'colour'"),
    ({"game": "auction-pitch", "target": 0}, "a number from 1 to 50"),
    ({"game": "auction-draw", "stake": 20, "chips": 10}, "more than the 10 chips"),
]


@pytest.mark.parametrize(("asked", "said"), WRONG)
def test_terms_that_cannot_be_are_refused_in_one_clear_line(asked, said):
    with pytest.raises(ValueError, match=said) as refusal:
        Terms.of(**asked)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_said_is_as_usual(name):
    terms, game = Terms.of(name), load(name)
    assert (terms.seats, terms.scope, terms.reward) == (game.usual_seats, "deal", "score")
    assert terms.options == game.settle_options({}, game.usual_seats)


def test_seats_may_be_a_numpy_number_and_options_words_or_numbers():
    terms = Terms.of("pitch", np.int64(5), low="taken", target=3)
    assert (terms.seats, terms.options["low"], terms.options["target"]) == (5, "taken", 3)
    assert type(terms.seats) is int
    terms = Terms.of("pitch", target=np.int16(7))
    assert terms.options["target"] == 7 and type(terms.options["target"]) is int


@pytest.mark.parametrize("name", NAMES)
def test_symbols_are_actions_then_hidden_choices_then_pieces_then_draws(name):
    terms = Terms.of(name)
    assert terms.first_turned == terms.actions + MOST_COVERED + 1
    assert terms.drawn == terms.first_turned + len(terms.game.pieces)
    assert terms.symbols == terms.drawn + bool(terms.game.drawn)
    assert terms.table == terms.seats


def test_utility_is_that_of_the_scope_and_a_share_for_the_win():
    deal, match, won = (Terms.of("pitch", 4, *how) for how in (["deal"], ["match"], ["match", "win"]))
    assert deal.utility == (-4, 4)
    assert match.utility == (-800, 10)
    assert won.utility == (0, 1)
    ahead = [Terms.of("pitch", 4, scope, "ahead").utility for scope in ("deal", "match")]
    assert ahead == [(-8, 8), (-810, 810)]
    assert (deal.deals, match.deals) == (1, 200)
    assert match.longest == 200 * deal.longest == 200 * 28
