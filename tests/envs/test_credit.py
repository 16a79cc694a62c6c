"""Tests of credit in self-play. The credit of a decision is the sum of its seat's rewards before that seat's next
decision.
"""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from saleroom.envs import trajectories as module
from saleroom.envs import vector
from saleroom.envs.trajectories import UNKNOWN, Recorder, advantages, credit
from saleroom.kernel.compile import COMPILED


@pytest.mark.skipif(not COMPILED, reason="whole deals")
def test_its_example_runs():
    assert doctest.testmod(module).failed == 0


#            step: 0  1  2  3  4  5
MOVERS = np.array([0, 1, 0, 1, 0, 1])[:, None]
REWARDS = np.array([[1, 0], [0, 2], [4, 8], [16, 32], [64, 128], [256, 512]])[:, None, :]
ENDED = np.array([False, False, False, True, False, False])[:, None]


def test_a_decision_is_credited_with_all_until_its_seat_decides_again_or_the_episode_ends():
    found = credit(MOVERS, REWARDS, ENDED)
    # Expected credit of two decisions before the seat's next decision, two before the end, and two in the next episode
    assert found.rewards[:, 0].tolist() == [1 + 0, 2 + 8, 4 + 16, 32, 64 + 256, 512]
    assert found.following[:, 0].tolist() == [2, 3, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    assert found.over[:, 0].tolist() == [False, False, True, True, False, False]
    assert found.known[:, 0].tolist() == [True, True, True, True, False, False]


def test_advantages_are_those_that_are_reckoned_by_hand():
    values = np.array([10.0, 20, 30, 40, 50, 60], np.float32)[:, None]
    gains = advantages(credit(MOVERS, REWARDS, ENDED), values, trust=0.5, discount=0.9)
    last = 20 - 30
    assert gains[2, 0] == pytest.approx(last)
    assert gains[0, 0] == pytest.approx(1 + 0.9 * (30 + 0.5 * last) - 10)
    assert gains[3, 0] == pytest.approx(32 - 40)
    assert gains[1, 0] == pytest.approx(10 + 0.9 * (40 + 0.5 * (32 - 40)) - 20)


@pytest.mark.skipif(not COMPILED, reason="whole deals")
def test_nothing_that_a_seat_is_paid_is_lost_or_counted_twice():
    env = vector.make("auction-hearts", 8, seed=3, scope="deal")
    recorder, paid, decided = Recorder(env), np.zeros((8, 4)), np.zeros((8, 4), bool)
    for _ in range(150):
        decided[np.arange(8), env.movers] = True
        recorder.step(env.sample())
        paid += np.where(decided, env.rewards, 0)
        decided[env.ended] = False
    found, movers = recorder.credit(), np.stack([kept[0] for kept in recorder._kept])
    for seat in range(4):
        assert np.where(movers == seat, found.rewards, 0).sum(0) == pytest.approx(paid[:, seat])


def test_arrays_of_other_shapes_are_refused():
    with pytest.raises(ValueError, match=r"rewards \(steps, episodes, seats\); not \(6, 1\)"):
        credit(MOVERS, REWARDS[:5], ENDED)
