"""Law: no match goes further than its game says, and what is hidden is decided by the phase alone."""

from __future__ import annotations

import random

import numpy as np

from saleroom.bots.compiled import heuristics
from saleroom.bots.compiled.playing import HOUSE, RANDOM, choose_one
from saleroom.match.events import TABLE, Deal, of_action
from tests.contract.chance import every_table, moments, new_match, random_moments, times


def finished(name, seats):
    """Random matches and, every second time, matches between house players and random ones, at their ends."""
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


def actions_of(deal: Deal) -> int:
    return sum(event.actor != TABLE for event in deal.events)


def turned_in(deal: Deal) -> int:
    return sum(len(event.pieces) for event in deal.events if event.actor == TABLE and event.owner is None)


@every_table
def test_no_match_goes_beyond_its_bounds(name, seats):
    for match in finished(name, seats):
        bounds = match.game.bounds(match.options, seats)
        assert len(match.deals) <= bounds.deals
        assert max(map(actions_of, match.deals)) <= bounds.moves
        turned = max(map(turned_in, match.deals))
        assert turned <= bounds.turned
        assert match.game.upturned or not turned
        start = int(match.options.get("chips", 0))
        low, high = bounds.match
        assert all(low <= score - start <= high for score in match.scores)
        low, high = bounds.deal
        assert all(low <= change <= high for change in match.deals[0].score or ())
        assert len(match.deals) > 1 or all(low <= score - start <= high for score in match.scores)  # a pot shared out


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
