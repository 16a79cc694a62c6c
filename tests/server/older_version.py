"""The version of Saleroom before its newest migration, from the history of this repository."""

from __future__ import annotations

import os
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from saleroom.server.ops.settings import CLIENT
from saleroom.server.storage import migrations
from saleroom.server.storage.datafile import NEWEST
from tests.children import finished

REPOSITORY = Path(__file__).parents[2]


def git(*arguments: str) -> bytes:
    """Return git's output; skip the test if there is no history."""
    done = finished(["git", "-C", REPOSITORY, *arguments])
    if done.returncode != 0 or not done.stdout:
        pytest.skip("NOT TESTED: the history of this repository is not here")
    return done.stdout


def before_newest_migration() -> str:
    """Return the last commit with all migrations of this version but the newest. Branches can have had others."""
    versions = Path(migrations.__file__).parent / "versions"
    folder = versions.relative_to(REPOSITORY)
    wanted = {path.name for path in versions.glob("*.py") if not path.name.endswith(f"_{NEWEST}.py")}
    for commit in ["HEAD", *git("log", "--full-history", "--format=%H", "--", str(folder)).decode().split()]:
        listed = git("ls-tree", "--name-only", commit, f"{folder}/").decode().splitlines()
        if {Path(name).name for name in listed} == wanted:
            return commit
    pytest.fail("no commit has the migrations before the newest one")


def older_version(folder: Path) -> dict[str, str]:
    """Return an environment in which `python -m saleroom` runs the version before the newest migration, from files in
    `folder`.
    """
    with tarfile.open(fileobj=BytesIO(git("archive", before_newest_migration(), "src/saleroom"))) as archive:
        archive.extractall(folder / "older", filter="data")
    source = folder / "older" / "src"
    (source / "saleroom" / "server" / "client").symlink_to(CLIENT)
    return {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
