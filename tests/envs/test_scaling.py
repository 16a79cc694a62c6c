"""Tests of the bounds that scale observations: no play exceeds them, and each bound fits in fewer than 32 bits."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.envs import scaling, vector
from saleroom.envs.scaling import bounds_of, scaled
from saleroom.envs.terms import Terms
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from tests.contract.chance import LENGTHS


@pytest.mark.skipif(not COMPILED, reason="whole matches")
@pytest.mark.parametrize("scope", ["deal", "match"])
@pytest.mark.parametrize("name", NAMES)
def test_no_play_leaves_them(name, scope):
    short = {option.name: 3 for option in load(name).options if option.name in LENGTHS}
    env = vector.make(name, 64, seed=1, scope=scope, threads=1, **short)
    low, high = bounds_of(env.terms)
    for _ in range(300):
        assert (low <= env.observations).all() and (env.observations <= high).all()
        env.step(env.sample())
    rows = scaled(env.terms, env.observations)
    assert rows.dtype == np.float32 and rows.min() >= 0 and rows.max() <= 1


def test_compiled_code_scales_as_numpy_does():
    env = vector.make("auction-pitch", 64, seed=1, threads=1)
    for _ in range(40):
        env.step(env.sample())
    low, high = (bound.astype(np.float64) for bound in bounds_of(env.terms))
    factor = np.divide(1, high - low, out=np.zeros_like(low), where=high > low).astype(np.float32)
    wanted = np.clip((env.observations.astype(np.float32) - low.astype(np.float32)) * factor, 0, 1)
    assert scaled(env.terms, env.observations).tobytes() == wanted.tobytes()
    assert scaled(env.terms, env.observations[:0]).shape == (0, env.layout.size)


@pytest.mark.parametrize("compiled", [True, False])
def test_rows_of_any_shape_are_scaled(compiled, monkeypatch):
    monkeypatch.setattr(scaling, "COMPILED", compiled)
    terms = Terms.of("auction-pitch")
    low, high = bounds_of(terms)
    rows = np.random.default_rng(0).integers(low, high, (2, 3, len(low)), np.int32, endpoint=True)
    cube = scaled(terms, rows)
    assert cube.shape == rows.shape
    for one, two in zip(rows, cube, strict=True):
        assert (scaled(terms, one) == two).all()
        assert all((scaled(terms, row) == wanted).all() for row, wanted in zip(one, two, strict=True))
    monkeypatch.setattr(scaling, "COMPILED", COMPILED)
    assert scaled(terms, rows).tobytes() == cube.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_none_is_as_wide_as_the_number_that_holds_it(name):
    low, high = bounds_of(Terms.of(name))
    assert low.min() > -(2**20)
    wide = high > 2**20
    strength = Terms.of(name).layout.parts.get("strength")
    assert not wide.any() or (strength is not None and wide[strength.at].sum() == wide.sum())


def test_what_is_scaled_can_be_told_apart_again():
    terms = Terms.of("auction-pitch")
    low, high = bounds_of(terms)
    assert (scaled(terms, low[None]) == 0).all()
    assert (scaled(terms, high[None])[0] == (high > low)).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_score_may_be_all_that_a_match_can_make_of_it(name):
    terms = Terms.of(name)
    (low, high), scores = bounds_of(terms), terms.layout.parts["scores"].at
    least, most = terms.bounds.match
    start = int(terms.options.get("chips", 0))
    assert (low[scores] <= start + least).all() and (high[scores] >= start + most).all()
