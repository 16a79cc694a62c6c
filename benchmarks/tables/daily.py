"""Response time of the page of a daily deal with very many results."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from sqlalchemy import Connection, insert

from benchmarks.figures import Figure
from benchmarks.timing import Effort
from saleroom.server.contests import days
from saleroom.server.contests.daily import Dailies
from saleroom.server.contests.level_comparison import COMPARED
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.columns import contest_results, contest_scores
from saleroom.server.storage.store import Store

GAME = "auction-hearts"
FULL_RESULTS, QUICK_RESULTS = 1_000_000, 100_000
PAGES = 200
CHUNK = 50_000


def daily(effort: Effort) -> list[Figure]:
    """Measure milliseconds for the page of a deal that very many people have played. The target is below 50."""
    results = FULL_RESULTS if effort.rounds > 3 else QUICK_RESULTS
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_pages(Path(folder) / "daily.sqlite3", results))
    note = f"95th percentile {sorted(took)[int(0.95 * PAGES)]:.1f} ms"
    return [Figure(f"page of a daily deal, {results:,} results", "ms", median(took), below=50, note=note, alone=True)]


async def _pages(path: Path, results: int) -> list[float]:
    store, day = await Store.open(path), days.today(time.time())
    contest = days.contest_name(day, GAME)
    await store.database.write(lambda connection: _fill(connection, contest, results))
    for level in COMPARED:
        await store.contests.add_house_score(contest, level, 60)
    hub = Hub(store, "build")
    dailies, took = Dailies(hub, public=True), []
    for number in range(PAGES):
        began = time.perf_counter()
        page = await dailies.page(GAME, day, _holder(number * 4999 % results))
        took.append(1000 * (time.perf_counter() - began))
        assert page.players == results and page.opened is not None
    await hub.close()
    await store.close()
    return took


def _fill(connection: Connection, contest: str, results: int) -> None:
    """Write results of people with scores between 0 and 200."""
    for start in range(0, results, CHUNK):
        rows = [_row(contest, number) for number in range(start, min(start + CHUNK, results))]
        connection.execute(insert(contest_results), rows)
    share, more = divmod(results, 201)
    counts = [{"contest": contest, "score": score, "count": share + (score < more)} for score in range(201)]
    connection.execute(insert(contest_scores), counts)


def _row(contest: str, number: int) -> dict[str, object]:
    return {
        "contest": contest,
        "identity": _holder(number),
        "table_id": f"table-{number}",
        "name": f"P{number}",
        "account": number % 3 == 0,
        "score": number % 201,
        "at": float(number),
    }


def _holder(number: int) -> str:
    return f"{number:064x}"
