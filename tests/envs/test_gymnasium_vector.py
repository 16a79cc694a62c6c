"""Tests that the compiled vector environment for Gymnasium behaves like Gymnasium's own vector environments."""

from __future__ import annotations

import doctest
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics

import saleroom.envs.gymnasium
from saleroom.envs import gymnasium_vector
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.match.seeds import batch_seeds

pytestmark = pytest.mark.skipif(not COMPILED, reason="players and whole deals")
NAME, COUNT = f"saleroom/{load('auction-pitch').environment_id}", 5


def make(count=COUNT, **arguments) -> Any:
    return gymnasium.make_vec(NAME, count, vectorization_mode="vector_entry_point", **arguments)


class LastLegal:
    """Deterministic opponent that always takes the last legal action."""

    def __init__(self, terms) -> None:
        self.terms = terms

    def choose(self, views, seat):
        from saleroom.kernel import choices, loops

        ids = np.zeros(self.terms.actions, np.int64)
        return int(ids[choices.write(loops.legal(views.copy(), 0, seat), ids) - 1])


@pytest.mark.integration
def test_its_example_runs():
    assert doctest.testmod(gymnasium_vector).failed == 0


def test_it_is_a_vector_environment_with_spaces_that_batch_those_of_one():
    env = make()
    assert isinstance(env, VectorEnv) and env.num_envs == COUNT
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space == batch_space(env.single_observation_space, COUNT)
    assert env.action_space == batch_space(env.single_action_space, COUNT)
    assert env.spec.id == NAME and env.unwrapped is env
    one = gymnasium.make(NAME)
    assert env.single_observation_space == one.observation_space
    assert env.single_action_space.n == one.action_space.n


@pytest.mark.parametrize("arguments", [{}, {"normalised": True}, {"scope": "match", "target": 1, "seat": None}])
def test_everything_it_returns_is_in_its_spaces_and_of_their_types(arguments):
    env = make(**arguments)
    observations, infos = env.reset(seed=1)
    for _ in range(30):
        assert observations in env.observation_space
        assert infos["action_mask"].shape == (COUNT, env.terms.actions) and infos["_action_mask"].all()
        actions = env.action_space.sample()
        assert actions in env.action_space
        assert infos["action_mask"][np.arange(COUNT), actions].all()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert [array.dtype for array in (rewards, terminations, truncations)] == [np.float64, bool, bool]
        assert rewards.shape == terminations.shape == truncations.shape == (COUNT,)
        assert not truncations.any()
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all() and (infos["_final_info"] == terminations).all()
            assert all(row in env.single_observation_space for row in infos["final_obs"][terminations])
            assert all(row is None for row in infos["final_obs"][~terminations])
        else:
            assert "final_obs" not in infos


def test_it_goes_as_the_librarys_own_vector_of_single_environments_goes():
    opponent = LastLegal(saleroom.envs.gymnasium.OneSeat("auction-pitch").terms)
    ours = make(opponents=opponent)
    theirs = gymnasium.make_vec(
        NAME, COUNT, "sync", vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP}, opponents=opponent
    )
    seeds = [int.from_bytes(seed, "big") for seed in batch_seeds(9, COUNT)]
    seen, infos = ours.reset(seed=9)
    wanted, told = theirs.reset(seed=seeds)
    first = np.ones(COUNT, bool)
    while first.any():  # only first episodes have the same seeds in both
        assert (seen[first] == wanted[first]).all()
        assert (infos["action_mask"][first] == np.stack(told["action_mask"])[first]).all()
        actions = infos["action_mask"].argmax(1)
        seen, rewards, ended, _, infos = ours.step(actions)
        wanted, owed, over, _, told = theirs.step(np.where(first, actions, np.stack(told["action_mask"]).argmax(1)))
        assert (rewards[first] == owed[first]).all() and (ended[first] == over[first]).all()
        for i in np.flatnonzero(first & ended):
            assert (infos["final_obs"][i] == told["final_obs"][i]).all()
            assert (infos["final_info"]["action_mask"][i] == told["final_info"]["action_mask"][i]).all()
        first &= ~ended


def test_a_seed_decides_everything_and_a_reset_without_one_begins_otherwise():
    env, other = make(), make()
    for one in (env, other):
        one.action_space.seed(3)
    first = [one.reset(seed=4)[0] for one in (env, other)]
    assert (first[0] == first[1]).all()
    for _ in range(20):
        mine, yours = (one.step(one.action_space.sample()) for one in (env, other))
        assert all((a == b).all() for a, b in zip(mine[:4], yours[:4], strict=True))
    later = [one.reset()[0] for one in (env, other)]
    assert (later[0] == later[1]).all() and (later[0] != first[0]).any()
    assert (env.reset(seed=4)[0] == first[0]).all()


def test_what_is_handed_out_stays_unless_it_is_asked_not_to():
    for copies in (True, False):
        env = make(copy=copies)
        before, _ = env.reset(seed=1)
        kept = before.copy()
        env.step(env.action_space.sample())
        assert (before == kept).all() == copies


def test_an_action_that_is_not_legal_is_refused_with_the_reason():
    env = make()
    _, infos = env.reset(seed=1)
    with pytest.raises(InvalidAction, match="episode 0: seat 0 may not do action"):
        env.step((1 - infos["action_mask"]).argmax(1))


def test_the_librarys_wrappers_take_it():
    env = RecordEpisodeStatistics(NormalizeReward(make(normalised=True)))
    env.reset(seed=2)
    ended = 0
    for _ in range(30):
        _, rewards, terminations, _, infos = env.step(env.unwrapped.action_space.sample())
        assert np.isfinite(rewards).all()
        if terminations.any():
            assert (infos["episode"]["l"][terminations] > 0).all()
            ended += terminations.sum()
    assert ended
    env.close()
    assert env.unwrapped.closed


def test_infos_can_be_told_apart_by_environment():
    env = DictInfoToList(make())
    _, infos = env.reset(seed=2)
    assert len(infos) == COUNT and all("action_mask" in info for info in infos)
