"""Law: no match exceeds its game's bounds, and the phase determines whether an action is hidden."""

from __future__ import annotations

import random

import numpy as np

from saleroom.bots.compiled import heuristics
from saleroom.bots.compiled.playing import HOUSE, RANDOM, choose_one
from saleroom.match.events import of_action
from tests.contract.chance import every_table, moments, new_match, random_moments, times
from tests.oracles import beyond_bounds


def finished(name, seats):
    """Yield finished matches.

    In every second match, some players are `house` bots and the others play at random. In the remaining matches, all
    play at random.
    """
    heuristics.load(name)
    for number in range(times(6)):
        rng = random.Random(f"bounds {name} {seats} {number}")
        match = new_match(name, seats, rng)
        if number % 2:
            dice = np.array([rng.getrandbits(64)], np.uint64)
            kinds = rng.choices([HOUSE, HOUSE, RANDOM], k=seats)
            while not match.over:
                seat = rng.choice(match.to_act)
                match.act(seat, int(choose_one(match.views(seat), 0, seat, kinds[seat], dice)))
        else:
            for _ in moments(match, rng):
                pass
        yield match


@every_table
def test_no_match_goes_beyond_its_bounds(name, seats):
    for match in finished(name, seats):
        assert beyond_bounds(match) == []


@every_table
def test_the_phase_alone_says_what_is_hidden_and_the_id_how_many_pieces(name, seats):
    for match, _ in random_moments(name, seats, 2, "hidden"):
        game = match.game
        hidden = {*game.private, *game.sealed}
        for seat in match.to_act:
            closed = game.phases[match.state.phase] in hidden
            for action, words in zip(match.legal_ids(seat), match.legal(seat), strict=True):
                event = of_action(game, seat, words)
                assert (event.verb in hidden) == closed
                if closed:
                    assert game.covered(action) == len(event.pieces)
