"""Tests that compiled code uses only instructions of Numba's target processor, which need not be the host."""

from __future__ import annotations

import os
import sys

import pytest

from saleroom.modes import MODE
from tests.children import start as start_child

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="it is about machine code")

MEMBERS = """
import numpy as np
from saleroom.kernel import bits, target
from saleroom.kernel.compile import entry

@entry
def members(word, out):
    for index in range(len(out)):
        out[index] = bits.nth(word, index)

out = np.zeros(9, np.int64)
members(np.uint64(0x8000400020001137), out)
print(target.has("bmi2"), *out)
"""


@pytest.mark.parametrize(
    "settings",
    [
        {"NUMBA_CPU_NAME": "generic"},
        {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""},
        {"NUMBA_CPU_FEATURES": ""},
    ],
)
def test_members_of_a_set_are_found_without_the_hosts_instructions(tmp_path, settings):
    file = tmp_path / "members.py"
    file.write_text(MEMBERS)
    process = start_child(
        [sys.executable, str(file)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "SALEROOM_CACHE": "", **settings},
        text=True,
        stdout=-1,
        stderr=-1,
    )
    out, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    assert out.split() == ["False", "0", "1", "2", "4", "5", "8", "12", "29", "46"]
