"""Tests of Stable-Baselines3's learners on Saleroom's environments.

The learners improve a little in short runs, and choose only legal actions.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import gymnasium
import numpy as np
import pytest
import sb3_contrib

import saleroom.envs.gymnasium  # noqa: F401
from saleroom.envs.stable_baselines import OneSeatVecEnv

pytestmark = pytest.mark.outside


def test_maskable_ppo_learns_in_one_seat_of_many_tables():
    env = OneSeatVecEnv("auction-pitch", num_envs=16, opponents="house")
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, seed=0, device="cpu")
    model.learn(512)
    rows = np.asarray(env.reset())
    for _ in range(20):
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(rows, action_masks=masks)
        assert masks[np.arange(16), actions].all()
        rows = np.asarray(env.step(actions)[0])


def test_maskable_ppo_learns_in_a_single_environment():
    env = gymnasium.make("saleroom/auction-draw-v2", seats=3)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, seed=0, device="cpu")
    model.learn(64)
    assert model.num_timesteps == 64
