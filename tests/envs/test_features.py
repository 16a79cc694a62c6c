"""Tests that observation features match their declarations, and that NumPy and JAX compute the same features."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from saleroom.envs import vector
from saleroom.envs.features import Features
from saleroom.games import NAMES

EXAMPLES = str(Path(__file__).resolve().parents[2] / "examples")


def rows_of(name: str) -> tuple[vector.Vector, np.ndarray]:
    """Return observations from random deals. Each seat is observed at its turns."""
    env = vector.make(name, 8, seed=1, scope="deal")
    seen = []
    for _ in range(12):
        env.step(env.sample())
        seen.append(env.observations.copy())
    return env, np.concatenate(seen)


@pytest.mark.parametrize("name", NAMES)
def test_a_flag_is_told_by_its_value_and_a_number_by_its_range(name):
    env, rows = rows_of(name)
    features = Features(env.terms)
    found, tables = features(rows), features.tables
    assert found.shape == (len(rows), features.size) and found.dtype == np.float32
    for row, told in zip(rows, found, strict=True):
        seat, questions = row[0], tables.asked.shape[1]
        assert np.array_equal(told[:questions], row[tables.asked[seat]] == tables.answer[seat])
        scaled = told[questions:][tables.span > 0] * tables.span[tables.span > 0]
        assert np.allclose(scaled + tables.low[tables.span > 0], row[tables.read[seat]][tables.span > 0], atol=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_jax_computes_the_same(name):
    pytest.importorskip("jax")
    sys.path.insert(0, EXAMPLES)
    ours = import_module("ppo.features")
    env, rows = rows_of(name)
    theirs = np.asarray(ours.features(ours.eyes_of(env.terms), rows))
    assert np.allclose(Features(env.terms)(rows), theirs, atol=1e-6)
