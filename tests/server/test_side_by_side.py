"""Tests of an upgrade in which an older version and this version share one store. No table is lost.

The older version is the repository before its newest migration.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from saleroom.server.ops.settings import DatabaseUrl
from tests.children import finished
from tests.server.older_version import older_version
from tests.server.sites import Play, check_all, site

pytestmark = pytest.mark.integration

GAMES = ("auction-pitch", "auction-hearts")


@pytest.fixture
def older(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `python -m saleroom` runs the version before the newest migration."""
    return older_version(tmp_path)


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
        await check_all(DatabaseUrl(at.database), play.people, messages=False)


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
