"""Tests of the fast random generator for playouts and imagined worlds. tests/test_chance.py tests shuffles and draws
from a seed.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from saleroom.kernel.chance import fresh_chance, roll, roll_below

SPLITMIX = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B)
"""First numbers of SplitMix64 seeded with 0, computed by its reference implementation."""


def test_rolls_are_those_of_splitmix():
    rng = np.zeros(1, np.uint64)
    assert tuple(int(roll(rng)) for _ in SPLITMIX) == SPLITMIX


def test_a_roll_below_a_bound_scales_the_upper_half():
    rng = np.zeros(1, np.uint64)
    assert [int(roll_below(rng, 1000)) for _ in SPLITMIX] == [(number >> 32) * 1000 >> 32 for number in SPLITMIX]


def test_a_world_has_a_seed_of_its_own_and_a_stream_that_has_not_begun():
    s = SimpleNamespace(seed=np.zeros(8, np.uint32), stream=np.ones(17, np.uint32))
    fresh_chance(s, np.zeros(1, np.uint64))
    halves = [half for number in SPLITMIX[:4] for half in (number & 0xFFFFFFFF, number >> 32)]
    assert s.seed.tolist() == halves
    assert s.stream.tolist() == [0] * 16 + [1]
