"""Tests of the cache of compiled rules: it is used when nothing has changed, and never supplies an outdated rule."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import saleroom
from saleroom.kernel.compile import COMPILED

PROBE = """
from saleroom.kernel.compile import entry
from saleroom.kernel.tricks import NO_TRUMP, beats

@entry
def takes(card, best):
    return beats(card, best, NO_TRUMP)
"""
ASK = """
from saleroom.kernel.probe import takes
print(takes(9, 5), sum(takes.stats.cache_hits.values()))
"""
"""Script that calls a rule through a helper in another module. It prints whether the higher card takes the trick."""

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="the interpreter has no cache"),
    pytest.mark.usefixtures("no_shared_cache"),
]


def ask(source: Path, cache: Path) -> tuple[str, int]:
    """Return whether the higher card takes the trick, and how many functions were loaded from the cache."""
    where = {**os.environ, "PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(source)}
    where["PYTHONDONTWRITEBYTECODE"] = "1"  # Python compares only size and time stamp, which the test preserves
    said = subprocess.run([sys.executable, "-c", ASK], env=where, capture_output=True, text=True, check=True)
    found, hits = said.stdout.split()
    return found, int(hits)


@pytest.fixture
def source(tmp_path):
    """Copy the package, add a rule, and return the folder of the copy."""
    shutil.copytree(
        Path(saleroom.__file__).parent,
        tmp_path / "source/saleroom",
        ignore=shutil.ignore_patterns("client", "__pycache__"),
    )
    (tmp_path / "source/saleroom/kernel/probe.py").write_text(PROBE, "utf-8")
    return tmp_path / "source"


@pytest.mark.integration
def test_a_changed_helper_is_never_served_from_the_cache(source, tmp_path):
    assert ask(source, tmp_path / "cache") == ("True", 0)
    assert ask(source, tmp_path / "cache") == ("True", 1)
    helper = source / "saleroom/kernel/tricks.py"
    text = helper.read_text("utf-8")
    assert "(key > best)" in text
    stamp = helper.stat()
    helper.write_text(text.replace("(key > best)", "(key < best)"), "utf-8")
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert ask(source, tmp_path / "cache") == ("False", 0)


def test_an_unwritable_cache_still_plays(source, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    assert ask(source, blocked) == ("True", 0)


def test_a_rule_that_the_digest_does_not_cover_is_refused(source):
    (source / "saleroom/match/probe.py").write_text(PROBE, "utf-8")
    where = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", "import saleroom.match.probe"]
    done = subprocess.run(command, env=where, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("TypeError: saleroom.match.probe.takes cannot be compiled there")
