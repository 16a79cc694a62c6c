"""Tests of tianshou's collectors with Saleroom's environments, including the action masks that the collectors read."""

# pyright: reportMissingImports=false
from __future__ import annotations

import numpy as np
import pytest
from tianshou.data import Batch
from tianshou.env import DummyVectorEnv, PettingZooEnv

from saleroom.envs import pettingzoo

pytestmark = pytest.mark.outside


def test_its_vector_of_our_tables_goes_on_by_masked_actions():
    make = lambda: PettingZooEnv(pettingzoo.env("auction-pitch", seats=4))  # noqa: E731
    env, chance, ended = DummyVectorEnv([make, make]), np.random.default_rng(0), 0
    seen, _ = env.reset()
    for _ in range(120):
        masks = np.stack([Batch(one).mask for one in seen]).astype(bool)
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])
        seen, rewards, terminated, truncated, _ = env.step(actions)
        assert rewards.shape == (2, 4) and not truncated.any()
        if len(done := np.flatnonzero(terminated)):
            ended += len(done)
            again, _ = env.reset(done)
            seen = np.array([again[list(done).index(at)] if at in done else one for at, one in enumerate(seen)])
    assert ended >= 2
