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


@pytest.fixture
def older(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `python -m saleroom` runs the version before the newest migration."""
    versions = Path(migrations.__file__).parent / "versions"
    (newest,) = (path.relative_to(REPOSITORY) for path in versions.glob(f"*_{NEWEST}.py"))
    commits = finished(["git", "-C", REPOSITORY, "log", "--diff-filter=A", "--format=%H", "--", newest], text=True)
    before = f"{commits.stdout.split()[-1]}^" if commits.stdout.strip() else "HEAD"
    with tarfile.open(fileobj=BytesIO(git("archive", before, "src/saleroom"))) as archive:
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
