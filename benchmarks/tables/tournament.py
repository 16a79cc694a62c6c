"""Response time of the page of a club event with as many people as there can be."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from benchmarks.timing import Effort
from tests.server.event_people import open_club
from tests.server.test_tournament_pages import played

PEOPLE = 500
PAGES = 30


def tournament(effort: Effort) -> list[Figure]:
    """Measure the processor milliseconds of a page after three rounds. The target is below 100."""
    people = PEOPLE if effort.rounds > 3 else PEOPLE // 5
    with tempfile.TemporaryDirectory() as folder:
        first, *others = asyncio.run(_pages(Path(folder), people))
    note = f"the first page {first:.0f} ms, the slowest other {max(others):.0f} ms"
    return [Figure(f"page of a club event, {people} people", "ms", median(others), below=100, note=note, alone=True)]


async def _pages(folder: Path, people: int) -> list[float]:
    took = []
    async with open_club(folder) as club:
        await played(club, people)
        for _ in range(PAGES):
            began = time.process_time()
            (await club.page()).model_dump_json()
            took.append(1000 * (time.process_time() - began))
    return took
