"""The cache of compiled rules: quick when nothing changed, and never yesterday's rule."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import saleroom
from saleroom.kernel.compile import COMPILED

PLAY = """
import numpy as np
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.kernel.game import sow
game = load("auction-pitch")
states = game.blank(1, game.settle_options({}, 4), 4)
sow(states, [bytes(32)])
loops.playout(states, 0, np.array([1], np.uint64), 200)
print(states["scores"].sum(), sum(loops.playout.stats.cache_hits.values()))
"""

pytestmark = pytest.mark.skipif(not COMPILED, reason="the interpreter has no cache")


def play(source: Path, cache: Path) -> tuple[int, int]:
    """The sum of scores after some play, and how often compiled code came from the cache."""
    where = {**os.environ, "PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache)}
    said = subprocess.run([sys.executable, "-c", PLAY], env=where, capture_output=True, text=True, check=True)
    total, hits = said.stdout.split()
    return int(total), int(hits)


def test_a_changed_helper_is_never_served_from_the_cache(tmp_path):
    source, cache = tmp_path / "source", tmp_path / "cache"
    shutil.copytree(Path(saleroom.__file__).parent, source / "saleroom")
    before, hits = play(source, cache)
    assert hits == 0
    assert play(source, cache) == (before, 1)
    helper = source / "saleroom/kernel/tricks.py"
    text = helper.read_text("utf-8")
    assert "(key > best)" in text
    stamp = helper.stat()
    helper.write_text(text.replace("(key > best)", "(key < best)"), "utf-8")
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    after, hits = play(source, cache)
    assert hits == 0
    assert after != before


def test_an_unwritable_cache_still_plays(tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    where = {**os.environ, "XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", PLAY], env=where, capture_output=True, text=True, check=True)
    assert said.stdout
