"""Tests of the parallel environment for PettingZoo, including PettingZoo's own check. Seats act simultaneously in
sealed phases, and one after another in other phases.
"""

from __future__ import annotations

import copy
import doctest
import pickle

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from saleroom.envs import parallel, pettingzoo
from saleroom.envs.episode import Episode
from saleroom.games import NAMES
from saleroom.kernel.compile import COMPILED
from saleroom.match.errors import IllegalAction

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole deals")


def first_legal(observations):
    masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
    return {agent: int(mask.argmax()) for agent, mask in masks.items() if mask.any()}


def test_its_example_runs():
    assert doctest.testmod(parallel).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_as_one_after_another_goes(name):
    env = pettingzoo.parallel_env(name, scope="deal")
    alone = Episode(env.terms)
    observations, _ = env.reset(seed=3)
    alone.begin(3)
    together = 0
    while env.agents:
        actions = first_legal(observations)
        together = max(together, len(actions))
        brought = np.zeros(env.terms.seats)
        for agent, action in actions.items():
            assert alone.mover == int(agent.removeprefix("seat_"))
            alone.act(action)
            brought += alone.rewards
        observations, rewards, over, _, _ = env.step(actions)
        assert list(rewards.values()) == brought.tolist()
        assert set(over.values()) == {alone.over}
        for seat, seen in enumerate(observations.values()):
            assert (seen["observation"] == alone.observe(seat)).all()
    assert alone.over
    assert together > 1 or name != "auction-house"


@pytest.mark.parametrize("name", NAMES)
def test_the_librarys_check(name):
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=60)


@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("name", NAMES)
def test_seeds(name, mask):
    parallel_seed_test(lambda: pettingzoo.parallel_env(name, mask=mask, scope="match"), num_cycles=50)


@pytest.mark.parametrize("again", [lambda env: env, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_draws_without_a_mask_are_legal_for_all_who_choose_together(again):
    env = pettingzoo.parallel_env("auction-house", reveal="before-auction", scope="match")
    env.reset(seed=1)
    for agent in env.agents:
        env.action_space(agent).seed(7)
    env, together = again(env), 0
    for _ in range(200):
        if not env.agents:
            break
        together = max(together, len(env._episode.acting))
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    assert together > 1


def test_an_action_that_is_missing_or_not_legal_changes_nothing():
    env = pettingzoo.parallel_env("auction-house", reveal="before-auction", scope="deal")
    observations, _ = env.reset(seed=1)
    while len(first_legal(observations)) < 2:
        observations, *_ = env.step(first_legal(observations))
    good = first_legal(observations)
    last, before = [*good][-1], env.state()
    for bad, said in (
        ({**good, last: 10_000}, "there is no action 10000"),
        ({**good, last: None}, f"{last} is to act"),
    ):
        with pytest.raises(IllegalAction, match=said):
            env.step(bad)
        assert (env.state() == before).all()
    env.step(good)
    assert (env.state() != before).any()


def test_no_sealed_choice_is_shown_before_all_are_made():
    env, other = (pettingzoo.parallel_env("auction-house", scope="deal") for _ in range(2))
    observations, _ = env.reset(seed=1)
    other.reset(seed=1)
    while len(first_legal(observations)) < 2:
        actions = first_legal(observations)
        observations, *_ = env.step(actions)
        other.step(actions)
    # Each agent sees only its own mask, which the choices of other agents do not change.
    mine = observations["seat_3"]["action_mask"]
    for one in (env, other):
        seat = one._episode.mover
        one._episode.act(int(np.flatnonzero(one._episode.mask(seat))[0 if one is env else -1]))
    assert (env._episode.observe(3) == other._episode.observe(3)).all()
    assert (env._episode.mask_if_acting(3) == mine).all()
