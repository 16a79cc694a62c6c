"""Tests of an upgrade in which an older version and this version share one store. No table is lost.

The older version is the repository before its newest migration.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from saleroom.server.ops.settings import CLIENT, DatabaseUrl
from saleroom.server.storage import migrations
from saleroom.server.storage.datafile import NEWEST
from tests.children import finished
from tests.server.sites import Play, check_all, site

pytestmark = pytest.mark.integration

REPOSITORY = Path(__file__).parents[2]
GAMES = ("auction-pitch", "auction-hearts")


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


@pytest.fixture
def older(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `python -m saleroom` runs the version before the newest migration."""
    with tarfile.open(fileobj=BytesIO(git("archive", before_newest_migration(), "src/saleroom"))) as archive:
        archive.extractall(tmp_path / "older", filter="data")
    source = tmp_path / "older" / "src"
    (source / "saleroom" / "server" / "client").symlink_to(CLIENT)
    return {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}


async def upgrade_under_play(folder: Path, environment: dict[str, str]) -> None:
    async with site(folder, servers=0) as at:
        first, second = await at.add(environment), await at.add(environment)
        play = Play(at)
        await play.fill(GAMES)
        await play.progressed()
        await at.add()  # migrates the database
        await play.fill(GAMES)
        await play.progressed()
        await first.server.kill()
        at.nodes.remove(first)
        await play.progressed()
        await asyncio.to_thread(refuses_to_start, at.database, environment)
        second.signal(signal.SIGTERM)
        await second.server.process.wait()
        at.nodes.remove(second)
        await play.fill(GAMES)
        await play.progressed()
        await play.moved()
        await play.stop()
        await check_all(DatabaseUrl(at.database), play.everybody, told=False)


def refuses_to_start(database: str, environment: dict[str, str]) -> None:
    """Check that the older version refuses a newer database with an error of one line."""
    command = [sys.executable, "-m", "saleroom", "serve", "--no-open", "--port", "0", "--data", database]
    done = finished(command, text=True, env=environment)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "newer Saleroom" in done.stderr


async def test_a_newer_program_takes_the_place_of_an_older_one_under_play(
    tmp_path: Path, older: dict[str, str]
) -> None:
    await upgrade_under_play(tmp_path, older)
