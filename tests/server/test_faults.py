"""Faults during play on servers that share tables.

No acknowledged move is lost, and no two events of a table get the same number.

Each fault hits the process that owns a table. After all faults, a checker replays all logs through the referee.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from saleroom.games import NAMES
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests.server.faults import faults_here
from tests.server.sites import Play, check_all, site
from tests.server.takeovers import Takeovers
from tests.server.test_kill import Person

pytestmark = pytest.mark.integration

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
FAILURES = 200 if SOAK else 15
GAMES = NAMES if SOAK else NAMES[:2]
SERVERS = 3


async def fail_again_and_again(folder: Path, report: Callable[[str], None]) -> None:
    async with site(folder, SERVERS) as at:
        database = DatabaseUrl(at.database)
        store = await Store.open(database)
        play, takeovers, faults = Play(at), Takeovers(store), faults_here(at)
        kept = 0

        async def check(people: list[Person]) -> None:
            nonlocal kept
            await check_all(database, people)
            kept += sum(len(person.kept) for person in people)

        for number in range(FAILURES):
            await play.fill(GAMES)
            fault = faults[number % len(faults)]
            owners = await takeovers.owned([people[0].table for people in play.tables.values()])
            owner = play.rng.choice(sorted(set(owners.values())))
            node = next(node for node in at.nodes if node.process == owner)
            async with takeovers.measured(fault.__name__, [table for table in owners if owners[table] == owner]):
                await fault(at, node, play.progressed)
            await play.progressed()
            await check(play.leave())
            report(f"{number + 1} {fault.__name__}: {takeovers.of(fault.__name__)}; {kept} moves kept and checked")
        await play.stop()
        await store.close()
        await check(play.people)
    assert kept >= FAILURES
    report(f"all: {takeovers.of()}")
    for fault in faults:
        report(f"{fault.__name__}: {takeovers.of(fault.__name__)}")


@pytest.mark.timeout(7200 if SOAK else 900)
async def test_every_acknowledged_move_survives_whatever_fails(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    def report(line: str) -> None:
        print(time.strftime("%H:%M:%S"), line, flush=True)
        record_property("fault", line)

    await fail_again_and_again(tmp_path, report)
