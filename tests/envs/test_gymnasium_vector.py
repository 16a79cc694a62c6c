"""Tests that the compiled vector environment for Gymnasium behaves like Gymnasium's own vector environments."""

from __future__ import annotations

import doctest
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import (
    DictInfoToList,
    DtypeObservation,
    FlattenObservation,
    NormalizeObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)

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


def pair_of(mode, **arguments):
    """Return our vector environment and Gymnasium's own, with deterministic opponents."""
    opponent = LastLegal(saleroom.envs.gymnasium.OneSeat("auction-pitch").terms)
    ours = make(opponents=opponent, autoreset=mode.name.lower(), **arguments)
    return ours, gymnasium.make_vec(
        NAME, COUNT, "sync", vector_kwargs={"autoreset_mode": mode}, opponents=opponent, **arguments
    )


def assert_same(ours, theirs, which):
    """Assert that observations are equal in the flagged episodes."""
    if not isinstance(ours, dict):
        np.testing.assert_array_equal(ours[which], theirs[which])
        return
    assert ours.keys() == theirs.keys()
    for part in ours:
        np.testing.assert_array_equal(ours[part][which], theirs[part][which])


@pytest.mark.parametrize("seeds", ["batch", "list"])
@pytest.mark.parametrize("history", [0, 3, 40])
def test_it_goes_as_the_librarys_own_vector_of_single_environments_goes(seeds, history):
    ours, theirs = pair_of(AutoresetMode.SAME_STEP, history=history)
    numbers = [int.from_bytes(seed, "big") for seed in batch_seeds(9, COUNT)] if seeds == "batch" else [9, 4, 9, 7, 0]
    seen, infos = ours.reset(seed=9 if seeds == "batch" else numbers)
    wanted, told = theirs.reset(seed=numbers)
    first = np.ones(COUNT, bool)
    while first.any():  # only first episodes have the same seeds in both
        assert_same(seen, wanted, first)
        assert (infos["action_mask"][first] == np.stack(told["action_mask"])[first]).all()
        actions = infos["action_mask"].argmax(1)
        seen, rewards, ended, _, infos = ours.step(actions)
        wanted, owed, over, _, told = theirs.step(np.where(first, actions, np.stack(told["action_mask"]).argmax(1)))
        assert (rewards[first] == owed[first]).all() and (ended[first] == over[first]).all()
        for i in np.flatnonzero(first & ended):
            assert_same(infos["final_obs"][i], told["final_obs"][i], ...)
            assert (infos["final_info"]["action_mask"][i] == told["final_info"]["action_mask"][i]).all()
        first &= ~ended


@pytest.mark.parametrize("history", [0, 9])
def test_in_the_next_step_it_begins_again_as_the_librarys_own_vector_does(history):
    ours, theirs = pair_of(AutoresetMode.NEXT_STEP, history=history)
    seen, infos = ours.reset(seed=[*range(COUNT)])
    wanted, told = theirs.reset(seed=0)  # their environment i gets the seed i
    same, over = np.ones(COUNT, bool), np.zeros(COUNT, bool)
    while same.any():
        assert_same(seen, wanted, same)
        assert (infos["action_mask"][same] == np.stack(told["action_mask"])[same]).all()
        assert not infos["action_mask"][over].any() and "final_obs" not in infos
        actions = infos["action_mask"].argmax(1)
        begins = over
        seen, rewards, over, truncated, infos = ours.step(actions)
        wanted, owed, ended, _, told = theirs.step(np.where(same, actions, np.stack(told["action_mask"]).argmax(1)))
        assert not rewards[begins].any() and not over[begins].any() and infos["action_mask"][begins].any(1).all()
        same &= ~begins
        assert (rewards[same] == owed[same]).all() and (over[same] == ended[same]).all() and not truncated.any()


def test_without_autoreset_an_episode_begins_when_it_is_reset():
    env = make(autoreset="disabled", history=4)
    last, infos = env.reset(seed=3)
    over = np.zeros(COUNT, bool)
    while not over.any():
        last, _, over, _, infos = env.step(infos["action_mask"].argmax(1))
    with pytest.raises(ResetNeeded, match=f"episode {over.argmax()} is over; reset it"):
        env.step(env.action_space.sample())
    seen, infos = env.reset(seed=[*range(COUNT)], options={"reset_mask": over})
    fresh, _ = make(history=4).reset(seed=[*range(COUNT)])
    assert_same(seen, fresh, over)
    assert_same(seen, last, ~over)
    env.step(env.action_space.sample(infos["action_mask"]))


def test_episodes_that_wait_keep_their_last_observation_while_others_are_reset():
    env = make(autoreset="next_step", history=4)
    _, infos = env.reset(seed=3)
    env.step(infos["action_mask"].argmax(1))
    last, infos = env.reset(options={"reset_mask": np.arange(COUNT) < 2})  # all deals are equally long
    over = np.zeros(COUNT, bool)
    while not over.any():
        last, _, over, _, infos = env.step(infos["action_mask"].argmax(1))
    assert not over.all()
    seen, infos = env.reset(seed=5, options={"reset_mask": ~over})
    assert_same(seen, last, over)
    assert (infos["action_mask"].any(1) == ~over).all() and (env.unwrapped.action_masks().any(1) == ~over).all()
    _, rewards, *_ = env.step(infos["action_mask"].argmax(1))
    assert not rewards[over].any()


@pytest.mark.parametrize("history", [0, 4])
@pytest.mark.parametrize(
    ("wrapper", "arguments"),
    [(FlattenObservation, {}), (NormalizeObservation, {}), (DtypeObservation, {"dtype": np.float64})],
)
def test_wrappers_of_observations_take_it_if_it_begins_in_the_next_step(wrapper, arguments, history):
    env = make(autoreset="next_step", history=history)
    if wrapper is not FlattenObservation and history:
        env = FlattenObservation(env)
    env = wrapper(env, **arguments)
    seen, infos = env.reset(seed=2)
    for _ in range(30):
        assert seen in env.observation_space and np.isfinite(seen).all()
        seen, *_, infos = env.step(env.action_space.sample(infos["action_mask"]))


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_a_step_before_the_first_reset_is_refused(autoreset):
    env = make(autoreset=autoreset)
    with pytest.raises(ResetNeeded, match="have not begun; reset the environment"):
        env.step(env.action_space.sample())
    with pytest.raises(ResetNeeded, match="reset all of them first"):
        env.reset(options={"reset_mask": np.arange(COUNT) == 1})


def test_an_episode_depends_on_its_own_seed_only():
    seeds = [5, 6, 7, 8, 5]
    envs = [make(opponents="random", history=5), make(opponents="random", history=5)]
    envs[0].reset(seed=seeds)
    envs[1].reset(seed=seeds[::-1])
    alive = np.ones(COUNT, bool)
    while alive.any():
        actions = envs[0].unwrapped.action_masks().argmax(1)
        results = envs[0].step(actions), envs[1].step(actions[::-1])
        alive &= ~results[0][2]
        assert_same(results[0][0], {part: rows[::-1] for part, rows in results[1][0].items()}, alive)
        assert (results[0][1] == results[1][1][::-1])[alive].all()


def test_seeds_in_a_list_also_decide_what_follows_and_none_draws_another():
    envs = make(), make()
    first = [one.reset(seed=[1, 2, 3, 4, 5])[0] for one in envs]
    later = [one.reset()[0] for one in envs]
    assert (later[0] == later[1]).all() and (later[0] != first[0]).any()
    drawn = [one.reset(seed=[1, None, 3, None, 5])[0] for one in envs]
    assert (drawn[0] == drawn[1]).all()
    assert [(drawn[0][i] == first[0][i]).all() for i in range(COUNT)] == [True, False, True, False, True]


@pytest.mark.parametrize(
    ("seed", "reason"), [([1, 2], "5 episodes need as many seeds, not 2"), ([1, 2, 3, 4, -1], "a seed is a number")]
)
def test_seeds_that_mean_nothing_are_refused_and_change_nothing(seed, reason):
    env = make()
    env.reset(seed=3)
    before = env.unwrapped.env.observations.copy()
    with pytest.raises(ValueError, match=reason):
        env.reset(seed=seed)
    assert (env.unwrapped.env.observations == before).all()


def test_actions_are_drawn_from_masks_as_the_library_hands_them_over():
    env = make()
    _, infos = env.reset(seed=3)
    masks = np.zeros_like(infos["action_mask"])
    masks[np.arange(COUNT), [4, 0, 56, 7, 9]] = 1
    for mask in (masks, masks.astype(bool), tuple(masks)):
        assert env.action_space.sample(mask).tolist() == [4, 0, 56, 7, 9]
    for wrong in (masks[:4], masks[:, :9], masks.astype(float), "legal"):
        with pytest.raises(ValueError, match=r"mask must be an array of flags of shape \(5, 57\)"):
            env.action_space.sample(wrong)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"autoreset": "later"}, "autoreset is 'later'; it must be 'next_step' or 'same_step' or 'disabled'"),
        ({"normalised": "yes"}, "normalised is 'yes'"),
        ({"copy": None}, "copy is None"),
        ({"seed": 3}, "pass the seed to reset"),
        ({"history": -1}, "history is -1"),
        ({"mask": "obs"}, "no option 'mask'"),
        ({"render_mode": "ansi"}, "no option 'render_mode'"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments, reason):
    with pytest.raises(ValueError, match=reason) as refused:
        make(**arguments)
    assert "\n" not in str(refused.value)


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
