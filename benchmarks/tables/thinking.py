"""Latency for people while bots search at two hundred other tables."""

from __future__ import annotations

import asyncio
from statistics import median

import httpx

from benchmarks.figures import Figure, over
from benchmarks.tables import crowd
from benchmarks.tables.cores import ALL, CROWD, keep_to
from benchmarks.tables.measure import FULL_RUNS, FULL_SECONDS, QUICK_RUNS, QUICK_SECONDS, Played, ours
from benchmarks.tables.processes import many_sockets
from benchmarks.timing import Effort

TABLES, BUSY = 200, 200
PLAYER = "hard"
BELOW = 1.5
"""Limit for the ratio of the latencies with and without bots that search."""


def thinking(effort: Effort) -> list[Figure]:
    """Measure the latency at 200 tables of people, without and with 200 other tables of three searching bots each."""
    full = effort.rounds > 3
    runs, seconds = (FULL_RUNS, FULL_SECONDS) if full else (QUICK_RUNS, QUICK_SECONDS)
    keep_to(CROWD)
    try:
        with many_sockets():
            quiet, busy, moves = asyncio.run(_in_turns(runs, seconds))
    finally:
        keep_to(ALL)
    note = f"{moves} moves of players who search, and of those they play with, in {runs * seconds:.0f} s"
    title = f"{TABLES} tables of people beside {BUSY} with {PLAYER} players"
    return [
        Figure(f"{title}: p50", "ms", busy[0], quiet[0], over(busy[0], quiet[0]), below=BELOW, note=note),
        Figure(f"{title}: p99", "ms", busy[1], quiet[1], over(busy[1], quiet[1]), below=BELOW),
    ]


async def _in_turns(runs: int, seconds: float) -> tuple[tuple[float, float], tuple[float, float], int]:
    """Return the medians of the p50 and p99 latencies: without searching bots, then with them.

    Also return the number of moves at the bots' tables.
    """
    async with ours(TABLES, []) as played:
        quiet, busy, moves = [], [], 0
        for _ in range(runs):
            await played.play(seconds)
            quiet.append(played.runs[-1])
            moves += await _played_with_bots(played, seconds)
            busy.append(played.runs[-1])
    (q50, q99), (b50, b99) = ((median(r.p50 for r in some), median(r.p99 for r in some)) for some in (quiet, busy))
    return (q50, q99), (b50, b99), moves


async def _played_with_bots(played: Played, seconds: float) -> int:
    async with httpx.AsyncClient(timeout=120) as http:
        bots = [crowd.BusyBots(played.port, http, PLAYER) for _ in range(BUSY)]
        tasks = [asyncio.create_task(table.play()) for table in bots]
        await asyncio.sleep(3)  # until all bots' tables have started
        before = sum(table.moves for table in bots)
        await played.play(seconds)
        moves = sum(table.moves for table in bots) - before
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(2)  # until the bots have noticed that their tables have ended
    return moves
