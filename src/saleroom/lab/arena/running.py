"""Play clusters in several processes until there are enough, and append their results to a file in cluster order."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from os import SEEK_END
from pathlib import Path
from typing import IO

from saleroom import bots
from saleroom.bots.prepare import prepare
from saleroom.games import load
from saleroom.lab.arena import results, times
from saleroom.lab.arena.differences import differences
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Make, Row, play_cluster
from saleroom.lab.arena.times import Spending, Times, timing
from saleroom.lab.runs import folders
from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.lines import to_line
from saleroom.lab.runs.progress import explained, progress
from saleroom.lab.runs.tasks import Task
from saleroom.statistics.estimates import all_within

FIRST_LOOK = 32  # number of clusters before the first check; each later check comes after twice as many clusters
SPELL = 0.5  # seconds for which a process should play before it returns its clusters
MOST_AT_ONCE = 64

Cluster = tuple[list[Row], Spending]
"""Rows of a cluster, and the times of its decisions."""


def run(
    plan: Plan,
    out: Path | None = None,
    jobs: int = 1,
    until: float | None = None,
    make: Make = bots.player,
    get_ready: Callable[[], None] | None = None,
    rows: list[Row] | None = None,
    took: Times | None = None,
    on: str | None = None,
) -> list[Row]:
    """Play the clusters that the folder `out` does not contain yet, and return the rows of all clusters in order.

    Args:
        plan: what to play.
        out: the folder whose `results.jsonl` stores the rows; None keeps them only in memory.
        jobs: number of processes; with more than one, `make` must be a function of a module.
        until: stop once the interval of every pair's difference extends at most this far to each side. The intervals
            are checked only after 32, 64, 128, … clusters, because with many checks, an interval that is narrow by
            chance would end play too early.
        make: creates the players, as `bots.player` does.
        get_ready: compiles the game, after the results have been checked.
        rows: the list to fill, for a caller who needs the rows after an interruption.
        took: gets the times of the players' decisions, which are also stored next to the results.
        on: the Ray cluster that plays instead of local processes.
    """
    rows, took = [] if rows is None else rows, {} if took is None else took
    with nullcontext() if out is None else folders.claimed(out / results.FILE, "arena") as file:
        if out is not None and file is not None:
            rows += results.read(plan, out / results.FILE)
            if not file.seek(0, SEEK_END):
                file.write(to_line(plan.header()))
                file.flush()
        held = len(rows) // plan.turns
        took |= times.kept(out, held)
        done = held == plan.deals or any(is_enough(plan, rows, deals, until) for deals in range(1, held + 1))
        if held:
            what = "nothing is left to play" if done else "going on"
            print(f"{out} holds {held} of {plan.deals} {thing(plan)}; {what}", file=sys.stderr)
        if done:
            return rows
        (get_ready or (lambda: prepare(load(plan.game))))()
        with explained(lambda: _held(plan, rows, out, file)):
            _extend(plan, rows, took, jobs, until, make, file, out, on)
    return rows


def _held(plan: Plan, rows: list[Row], out: Path | None, file: IO[str] | None) -> str:
    """Return the message after an interruption, which says how much has been played and how to continue."""
    if out is not None and file is not None:
        file.flush()
        # the file may have a cluster that `rows` lacks, if the interruption came between the two updates
        rows[:] = results.read(plan, out / results.FILE)
    return f"stopped after {len(rows) // plan.turns} of {plan.deals} {thing(plan)}{folders.continues(out)}"


def _extend(
    plan: Plan,
    rows: list[Row],
    took: Times,
    jobs: int,
    until: float | None,
    make: Make,
    file: IO[str] | None,
    out: Path | None,
    on: str | None,
) -> None:
    start = len(rows) // plan.turns
    with progress(plan.game, start, plan.deals) as show:
        for number, (cluster, spending) in enumerate(_play_missing(plan, start, jobs, make, on), start):
            if file is not None:
                file.write("".join(map(to_line, cluster)))
                file.flush()
            times.record_times(out, number, spending)
            rows += cluster
            took[number] = spending
            show(number + 1, plan.deals)
            if is_enough(plan, rows, len(rows) // plan.turns, until):
                return


def thing(plan: Plan) -> str:
    """Return what the plan's clusters are, as a plural noun for messages."""
    return "matches" if plan.matches else "deals"


def is_enough(plan: Plan, rows: list[Row], deals: int, until: float | None) -> bool:
    """Return whether a check is due after `deals` clusters and finds every pair's interval narrow enough."""
    looks = deals % FIRST_LOOK == 0 and (deals // FIRST_LOOK).bit_count() == 1
    if until is None or not looks or len(plan.names) < 2:
        return False
    return all_within(differences(plan, rows[: deals * plan.turns]), until)


def _play_missing(plan: Plan, start: int, jobs: int, make: Make, on: str | None = None) -> Iterator[Cluster]:
    """Play the clusters from number `start` on, and yield them in order."""
    spell = _Spell()
    with executor(min(jobs, plan.deals - start or 1), on) as where:
        for clusters, seconds in where.in_order(_tasks(plan, start, make, spell)):
            if where.cores() > 1:  # a single process stores every cluster immediately
                spell.clusters = max(1, min(MOST_AT_ONCE, int(len(clusters) * SPELL / max(seconds, 1e-6))))
            yield from clusters


class _Spell:
    """Number of clusters in a task, adjusted so that a task takes about `SPELL` seconds."""

    clusters = 1


def _tasks(plan: Plan, start: int, make: Make, spell: _Spell) -> Iterator[Task]:
    while start < plan.deals:
        end = min(start + spell.clusters, plan.deals)
        yield _play_some, plan, range(start, end), make
        start = end


def _play_some(plan: Plan, numbers: range, make: Make) -> tuple[list[Cluster], float]:
    """Play the clusters `numbers`; return them, and the time in seconds that this took."""
    start = time.perf_counter()
    return [_play(plan, number, make) for number in numbers], time.perf_counter() - start


def _play(plan: Plan, number: int, make: Make) -> Cluster:
    spending: Spending = {}
    return play_cluster(plan, number, timing(make, spending)), spending
