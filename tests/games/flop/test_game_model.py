"""Tests of the model of Auction Flop Poker that the search bot uses: evidence about hands, and the value of chips."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots.game_models import dice, imagined, judged, leaned, loaded, moments, prospects_of, told, too_slow
from tests.contract.chance import raw, states_of
from tests.games.flop.worlds import places

pytestmark = too_slow
GAME = loaded("flop")


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 8])
def test_the_truth_is_likelier_than_what_is_imagined_and_leaning_helps(seats: int):
    true, made, better = [], [], []
    for match, seat, rng in moments(GAME, "truth", 4, True, seats, deals=3, ante=2, chips=100, first_voice="fixed"):
        states = imagined(match, seat, rng)
        true.append(judged(states_of(match), seat))
        made.append(judged(states, seat))
        leaned(states, seat, dice(rng))
        better.append(judged(states, seat))
    assert max(true + made) <= 1
    assert np.mean(true) > 0.9
    assert np.mean(made) < 0.5 * np.mean(better) < 0.5 * np.mean(true)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_world_that_leans_still_fits_all_that_is_seen(seats: int):
    reshuffled = 0
    for match, seat, rng in moments(GAME, "fits", 3, False, seats, deals=4):
        states = imagined(match, seat, rng)
        leaned(states, seat, dice(rng))
        assert raw(GAME.record.view(states, seat)) == raw(match.views(seat))
        world, truth = places(states[0]), places(match.state)
        assert sum(world) == sum(truth) == (1 << 52) - 1
        assert [cards.bit_count() for cards in world] == [cards.bit_count() for cards in truth]
        s = states[0]
        for other in range(seats):
            dealt = int(s.hand[other])
            for at in range(s.keeps[other]):
                kept = int(s.hand[other]) & int(s.keep_may[other, at])
                assert kept.bit_count() == s.keep_size[other, at]
                dealt &= ~kept
            assert dealt & (int(s.thrown[other]) | int(s.seen)) == 0
        reshuffled += int(s.reshuffles > 0)
    assert reshuffled or seats < 8


def settled(scores: list[int], deal: int, **options: int):
    return prospects_of(GAME, scores, options, deal=deal)


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([112, 100, 96, 92], deal)[0] for deal in range(2, 9)]
    assert leads == sorted(leads)
    assert leads[0] < 0.6
    assert 0.8 < leads[-1] < 1
    poor = [settled([poorest + 15, poorest + 4, poorest], 2, deals=50)[0] for poorest in (80, 40, 10, 3)]
    assert poor == sorted(poor)


def test_notes_tell_what_became_of_the_deal():
    deals = 0
    for match, _, _ in moments(GAME, "notes", 3, True, 4, deals=4):
        s = match.state
        if s.deal == deals + 1 or s.deal == 1:
            deals = int(s.deal)
            continue
        deals = int(s.deal)
        for seat in range(4):
            facts = list(told(GAME, states_of(match), seat).values())
            assert facts[0] == (s.place[seat] == 1)
            assert facts[1] == (s.prize[seat] > 0)
            assert facts[2] == s.prize[seat]
            assert facts[3] == s.prize[:4].sum()
