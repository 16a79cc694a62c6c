"""Tests of the one-learner environment as a vector environment of Stable-Baselines3. Its outputs equal those of the
underlying environment.

Stable-Baselines3 is not installed for every run, so these tests run only where it is installed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from saleroom.envs import one_learner
from saleroom.envs.scaling import scaled

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")

from saleroom.envs.stable_baselines import OneSeatVecEnv  # the import requires Stable-Baselines3

WHAT: dict[str, Any] = {"seats": 2, "opponents": "random", "scope": "match", "deals": 3}


def pair(**arguments: Any) -> tuple[OneSeatVecEnv, one_learner.OneLearner]:
    """Return two environments with the same episodes: one with Stable-Baselines3's interface, and the
    underlying one.
    """
    env, plain = OneSeatVecEnv("mini-pitch", 6, **WHAT, **arguments), one_learner.make("mini-pitch", 6, **WHAT)
    env.seed(5)
    env.reset()
    plain.reset(5)
    return env, plain


@pytest.mark.parametrize("normalised", [True, False])
def test_it_shows_what_the_environment_shows(normalised):
    env, plain = pair(normalised=normalised)
    ended_ever = 0
    brought, lengths = np.zeros(6), np.zeros(6, int)
    for _ in range(60):
        actions = plain.sample().copy()
        assert (env.action_masks() == plain.masks).all()
        rows, rewards, dones, infos = env.step(actions)
        _, theirs, ended = plain.step(actions)
        wanted = scaled(plain.terms, plain.observations) if normalised else plain.observations
        assert (rows == wanted).all() and (rewards == theirs).all() and (dones == ended).all()
        brought, lengths = brought + theirs, lengths + 1
        finals = iter(plain.final_observations())
        for place, info in enumerate(infos):
            assert bool(info) == ended[place]
            if info:
                last = next(finals)
                wanted = scaled(plain.terms, last[None])[0] if normalised else last
                assert (info["terminal_observation"] == wanted).all() and not info["TimeLimit.truncated"]
                assert (info["episode"]["r"], info["episode"]["l"]) == (brought[place], lengths[place])
                brought[place], lengths[place], ended_ever = 0, 0, ended_ever + 1
    assert ended_ever > 6


def test_what_is_handed_out_is_not_written_again():
    env, _ = pair()
    while True:
        masks = env.action_masks()
        rows, rewards, dones, _ = env.step(masks.argmax(1))
        if dones.any() and rewards.any():
            break
    kept = rows.copy(), rewards.copy(), dones.copy(), masks.copy()
    for _ in range(10):
        env.step(env.action_masks().argmax(1))
    assert all((one == other).all() for one, other in zip(kept, (rows, rewards, dones, masks), strict=True))


def test_it_answers_what_learners_ask_of_single_environments():
    env, _ = pair()
    assert [mask.tolist() for mask in env.env_method("action_masks", indices=[4, 1])] == [
        env.action_masks()[4].tolist(),
        env.action_masks()[1].tolist(),
    ]
    assert env.get_attr("num_envs", [0, 2]) == [6, 6]
    with pytest.raises(AttributeError, match="have no method 'render'"):
        env.env_method("render")
    assert env.observation_space.shape == (env.env.layout.size,) and env.action_space.n == env.env.terms.actions
    env.close()


def test_a_learner_of_sb3_contrib_learns_from_it():
    contrib: Any = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    env, _ = pair()
    learner = contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=24, n_epochs=1, seed=1, device="cpu")
    learner.learn(96)
    assert learner.num_timesteps == 96
    actions, _ = learner.predict(env.reset(), action_masks=env.action_masks())
    assert env.action_masks()[np.arange(6), actions].all()
