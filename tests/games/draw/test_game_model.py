"""Tests of the model of Auction Draw that the search bot uses: evidence from bids and plays, candidate moves, and the
value of chips.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games.draw.rules.record import BID
from saleroom.games.draw.rules.rules import BIDS, PASS
from tests.bots.game_models import imagined, judged, loaded, moments, prospects_of, told, too_slow, weighed_ids
from tests.contract.chance import states_of

pytestmark = too_slow
GAME = loaded("draw")


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
def test_the_truth_is_likelier_than_what_is_imagined(seats: int):
    true, made = [], []
    usual = GAME.settle_options({}, seats)
    for match, seat, rng in moments(GAME, "truth", 10, True, seats, **usual):
        if match.state.length > 0:
            true.append(judged(states_of(match), seat))
            made.append(judged(imagined(match, seat, rng), seat))
    assert 0 < min(true + made) <= max(true + made) <= 1
    assert np.mean(true) > 1.05 * np.mean(made)


def test_little_is_left_out_of_what_is_weighed():
    bids = 0
    for match, seat, _ in moments(GAME, "options", 12, False, 4, deals=3, last_two="auction", chips=200):
        found, legal = weighed_ids(match, seat), match.legal_ids(seat)
        if match.state.phase != BID:
            assert found == legal
            continue
        assert found[0] == PASS
        assert len(found) <= 13
        assert found[1:2] == [action for action in legal if action >= BIDS][:1]
        bids += len(found) < len(legal)
    assert bids


def settled(scores: list[int], deal: int, **options: int):
    return prospects_of(GAME, scores, options, deal=deal)


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([72, 60, 56, 52], deal, chips=60)[0] for deal in range(2, 9)]
    assert leads == sorted(leads)
    assert leads[0] < 0.6
    assert 0.75 < leads[-1] < 1
    poor = [settled([poorest + 15, poorest + 4, poorest], 2, deals=50)[0] for poorest in (80, 40, 10, 3)]
    assert poor == sorted(poor)


def test_notes_tell_what_became_of_the_deal():
    before, blocked = 1, 0
    for match, _, _ in moments(GAME, "notes", 4, True, 4, deals=6, chips=60, stake=2):
        s = match.state
        if s.deal > before:
            for seat in range(4):
                facts = list(told(GAME, states_of(match), seat).values())
                assert facts[0] == (not s.shown[seat].any())
                assert facts[1] == (s.won[seat] > 0)
                assert facts[2] == s.shown[:4].any(axis=1).all()
                assert facts[3] == s.won[:4].sum() + s.last_carry
                assert (facts[4] > 0) >= (facts[0] == 0 and s.shown[seat][0] != 1)
                blocked += int(facts[2])
        before = int(s.deal)
    assert blocked
