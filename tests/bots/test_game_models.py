"""Tests that every game's model has no side effects and considers only legal actions."""

from __future__ import annotations

import pytest

from tests.bots.game_models import dice, house_action, imagined, judged, loaded, moments, stirred, too_slow, weighed_ids
from tests.contract.chance import every_game, raw, states_of, times

pytestmark = too_slow


@pytest.mark.integration
@every_game
def test_a_judgement_leaves_the_state_alone_and_heeds_nothing_hidden_but_hands(name, seats):
    for match, seat, rng in moments(loaded(name), f"alone {name}", times(3), False):
        states = imagined(match, seat, rng)
        before = raw(states)
        found = judged(states, seat)
        assert raw(states) == before
        assert 0 <= found <= 1
        states["deck"] = states["deck"][:, ::-1]
        states["seed"] += 1
        assert judged(states, seat) == found


@every_game
def test_weighed_actions_are_legal_ascending_and_hold_the_choice_of_the_house(name, seats):
    for match, seat, _ in moments(loaded(name), f"options {name}", times(5), False):
        found = weighed_ids(match, seat)
        assert found == sorted(set(found))
        assert set(found) <= set(match.legal_ids(seat))
        assert house_action(match, seat) in found


# For each game, the field of the state that stores the undealt pieces, and where these pieces start and end in it.
UNTOUCHED = {
    "auction-house": ("courts", lambda s: (int(s.turned).bit_count(), 12)),
    "auction-draw": ("deck", lambda s: (int(s.drawn), (int(s.set) + 1) * (int(s.set) + 2) // 2)),
    "auction-flop-poker": ("deck", lambda s: (int(s.top), int(s.top) + int(s.stock))),
}


@pytest.mark.parametrize("name", UNTOUCHED)
def test_only_what_nobody_has_touched_is_stirred(name):
    field, places = UNTOUCHED[name]
    moved = 0
    for match, _, rng in moments(loaded(name), f"reshuffle_stock {name}", 3, True):
        states, before = states_of(match).copy(), states_of(match).copy()
        stirred(states, dice(rng))
        start, end = places(states[0])
        assert sorted(states[0][field][start:end]) == sorted(before[0][field][start:end])
        moved += raw(states) != raw(before)
        states[0][field][start:end] = before[0][field][start:end]
        assert raw(states) == raw(before)
    assert moved
