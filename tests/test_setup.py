"""Tests that `make setup` in a fresh clone leaves a small environment, in which Saleroom plays."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.children import finished

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 600
"""Maximum size of the environment and of `web/node_modules` in megabytes."""


def megabytes(*folders: Path) -> int:
    """Return the size of all files in megabytes, counted in whole blocks as by `du`."""
    paths = {path.lstat().st_ino: path.lstat().st_blocks for folder in folders for path in folder.rglob("*")}
    return sum(paths.values()) * 512 // 2**20


def copy_tracked(target: Path) -> None:
    """Copy the files that Git tracks, with their uncommitted changes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name, follow_symlinks=False)


@pytest.mark.integration
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only Git knows the files of a clone")
def test_a_set_up_keeps_nothing_that_only_builds_the_client(tmp_path):
    copy_tracked(tmp_path)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "VIRTUAL_"))}
    done = finished(["make", "setup"], timeout=540, cwd=tmp_path, text=True, env=plain)
    assert done.returncode == 0, done.stdout + done.stderr
    assert megabytes(tmp_path / ".venv", tmp_path / "web") <= LARGEST
    assert not (tmp_path / "web/node_modules").exists()
    assert (tmp_path / "src/saleroom/server/client/index.html").is_file()
    again = finished(["make", "setup"], timeout=540, cwd=tmp_path, text=True, env=plain)
    assert "Building" not in again.stdout and again.returncode == 0, again.stdout + again.stderr
    told = finished([tmp_path / ".venv/bin/saleroom", "solve", "mini-pitch"], cwd=tmp_path, text=True, env=plain)
    assert told.returncode == 2 and "in a checkout make lab" in told.stderr
