"""Tests of copies of environments.

A copy has the same spaces, masks and seeds, and continues in the same way. Without a seed, the copy's random matches
are different.
"""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from saleroom.envs import open_spiel, pettingzoo
from saleroom.envs.gymnasium import OneSeat
from saleroom.envs.gymnasium_vector import OneSeatVector

GAME = "auction-house"
copied = pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)


def vector_of():
    return OneSeatVector(GAME, 6, threads=1)


def first_match(env):
    """Reset `env` without a seed, and return the state of its match."""
    env.reset()
    return env.unwrapped._episode.state().tobytes()


@copied
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env])
def test_copies_that_were_never_seeded_play_different_matches(again, make):
    env = make(GAME)
    matches = {first_match(again(env)) for _ in range(4)} | {first_match(env)}
    assert len(matches) == 5


@copied
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_copies_of_a_seeded_one_play_the_same_next_matches(again, make):
    env = make(GAME)
    env.reset(seed=3)
    twin = again(env)
    assert [first_match(twin) for _ in range(3)] == [first_match(env) for _ in range(3)]


@copied
def test_unseeded_spaces_of_copies_draw_differently(again):
    env = pettingzoo.env(GAME)
    draws = []
    for one in (env, again(env), again(env)):
        one.reset(seed=5)
        draws.append([int(one.action_space(one.agent_selection).sample()) for _ in range(30)])
    assert draws[0] != draws[1] != draws[2] != draws[0]


@copied
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, OneSeat])
def test_seeded_spaces_of_copies_draw_alike(again, make):
    env = make(GAME)
    env.reset(seed=5)
    agents = getattr(env, "possible_agents", [None])
    for agent in agents:
        space = env.action_space if agent is None else env.action_space(agent)
        space.seed(7)
    twin = again(env)
    for agent in agents:
        spaces = [one.action_space if agent is None else one.action_space(agent) for one in (env, twin)]
        assert type(spaces[0]) is type(spaces[1]) and spaces[0] == spaces[1]
        assert [int(spaces[0].sample()) for _ in range(9)] == [int(spaces[1].sample()) for _ in range(9)]


@copied
def test_a_vector_environment_draws_legal_actions_after_it_was_copied(again):
    env = vector_of()
    env.reset(seed=4)
    env.action_space.seed(9)
    twin = again(env)
    assert type(twin.action_space) is type(env.action_space) and twin.action_space == env.action_space
    for _ in range(40):
        actions = twin.action_space.sample()
        np.testing.assert_array_equal(actions, env.action_space.sample())
        assert twin.unwrapped.action_masks()[np.arange(6), actions].all()
        for ours, theirs in zip(env.step(actions)[:4], twin.step(actions)[:4], strict=True):
            np.testing.assert_array_equal(ours, theirs)
    seeds = [one.reset()[0].tobytes() for one in (env, twin)]
    assert seeds[0] == seeds[1]


@copied
def test_vector_environments_that_were_never_seeded_play_different_matches(again):
    env = vector_of()
    assert len({one.reset()[0].tobytes() for one in (again(env), again(env), env)}) == 3


def test_some_episodes_of_a_vector_environment_begin_again():
    env, whole = vector_of(), vector_of()
    env.reset(seed=4)
    for _ in range(3):
        env.step(env.action_space.sample())
    before, masks = env.unwrapped.env.observations.copy(), env.unwrapped.action_masks()
    where = np.array([True, False, True, False, False, True])
    observations, infos = env.reset(seed=11, options={"reset_mask": where})
    fresh, fresh_infos = whole.reset(seed=11)
    np.testing.assert_array_equal(observations, np.where(where[:, None], fresh, before))
    np.testing.assert_array_equal(infos["action_mask"], np.where(where[:, None], fresh_infos["action_mask"], masks))
    actions = env.action_space.sample()
    after, expected = env.step(actions), whole.step(np.where(where, actions, whole.action_space.sample()))
    np.testing.assert_array_equal(after[0][where], expected[0][where])


def test_a_part_that_does_not_begin_again_goes_on_as_without_it():
    envs = vector_of(), vector_of()
    for env in envs:
        env.reset(seed=4)
    where = np.array([False, True, False, True, False, False])
    envs[0].reset(options={"reset_mask": where})
    for _ in range(30):
        actions = envs[1].action_space.sample()
        taken = np.where(where, envs[0].action_space.sample(), actions)
        results = envs[0].step(taken), envs[1].step(actions)
        for one, other in zip(results[0][:3], results[1][:3], strict=True):
            np.testing.assert_array_equal(one[~where], other[~where])


@pytest.mark.parametrize("mask", [[True] * 6, np.ones(5, bool), np.ones(6), np.zeros(6, bool)])
def test_a_mask_that_means_nothing_is_refused(mask):
    env = vector_of()
    env.reset(seed=4)
    before = env.unwrapped.env.observations.copy()
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(env.unwrapped.env.observations, before)


@copied
def test_a_game_of_openspiel_goes_on_with_the_next_state_of_its_seed(again):
    pyspiel = pytest.importorskip("pyspiel")

    game = pyspiel.load_game("saleroom_auction_house(chance=sampled,rng_seed=3)")
    assert isinstance(game, open_spiel.Game)
    first = str(game.new_initial_state())
    twin = again(game)
    later = [str(twin.new_initial_state()) for _ in range(3)]
    assert first not in later and later == [str(game.new_initial_state()) for _ in range(3)]
