"""Clusters in bulk: in several processes, in order, to an append-only file, until there are enough."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from typing import IO

from saleroom import bots
from saleroom.bots.prepare import prepare
from saleroom.games import load
from saleroom.lab import run_folder
from saleroom.lab.arena import results, times
from saleroom.lab.arena.differences import differences
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Make, Row, play_cluster
from saleroom.lab.arena.times import Spending, Times, timing
from saleroom.lab.executors import executor
from saleroom.lab.tasks import Task
from saleroom.statistics.estimates import all_within

FIRST_LOOK = 32  # clusters; the next checks are at powers of two times as many
SPELL = 0.5  # approximate seconds that a process plays before it returns its clusters
MOST_AT_ONCE = 64

Cluster = tuple[list[Row], Spending]
"""The rows of a cluster, and the time of its decisions."""


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
    """Play a plan, or the part of it that a folder's results lack; return all rows, in order.

    Args:
        plan: what to play.
        out: the folder whose `results.jsonl` stores the rows; None keeps them only in memory.
        jobs: number of processes; with more than one, `make` must be a function of a module.
        until: stop once every pair's difference is known to within this to each side. It is checked only after 32
            clusters, 64, 128, …: stopping at the first narrow interval among many would stop too early.
        make: creates the players, as `bots.player` does.
        get_ready: compiles the game, after the results have been checked.
        rows: the list to fill, for a caller who needs the rows after an interruption.
        took: gets the times of the players' decisions, which are also stored next to the results.
        on: the Ray cluster that plays instead of processes.
    """
    rows, took = [] if rows is None else rows, {} if took is None else took
    with _opened(out) as file:
        if out is not None and file is not None:
            rows += results.read(plan, out / results.FILE)
            if not file.seek(0, SEEK_END):
                file.write(results.to_line(plan.header()))
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
        try:
            _extend(plan, rows, took, jobs, until, make, file, out, on)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_held(plan, rows, out, file)) from None
        except bots.PlayerFailed as failure:
            raise bots.PlayerFailed(f"{failure}; {_held(plan, rows, out, file)}") from None
    return rows


def _held(plan: Plan, rows: list[Row], out: Path | None, file: IO[str] | None) -> str:
    """Return how far the arena came, and how to continue."""
    if out is not None and file is not None:
        file.flush()
        # the process may have ended between writing to the file and to the rows
        rows[:] = results.read(plan, out / results.FILE)
    kept = f"stopped after {len(rows) // plan.turns} of {plan.deals} {thing(plan)}"
    return kept if out is None else f"{kept}; the same command continues there: {out}"


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
    with _progress(plan, start) as advance:
        for number, (cluster, spending) in enumerate(_played(plan, start, jobs, make, on), start):
            if file is not None:
                file.write("".join(map(results.to_line, cluster)))
                file.flush()
            times.keep(out, number, spending)
            rows += cluster
            took[number] = spending
            advance()
            if is_enough(plan, rows, len(rows) // plan.turns, until):
                return


def thing(plan: Plan) -> str:
    """Return the plural noun for the plan's clusters."""
    return "matches" if plan.matches else "deals"


def is_enough(plan: Plan, rows: list[Row], deals: int, until: float | None) -> bool:
    """Return whether `deals` is a number at which to check, and every pair's interval is narrow enough there."""
    looks = deals % FIRST_LOOK == 0 and (deals // FIRST_LOOK).bit_count() == 1
    if until is None or not looks or len(plan.names) < 2:
        return False
    return all_within(differences(plan, rows[: deals * plan.turns]), until)


def _played(plan: Plan, start: int, jobs: int, make: Make, on: str | None = None) -> Iterator[Cluster]:
    """Yield the clusters from `start`, in order."""
    if jobs == 1 and on is None:
        for number in range(start, plan.deals):
            yield _play(plan, number, make)
        return
    spell = _Spell()
    with executor(min(jobs, plan.deals - start or 1), on) as found:
        for clusters, seconds in found.in_order(_tasks(plan, start, make, spell)):
            spell.clusters = max(1, min(MOST_AT_ONCE, int(len(clusters) * SPELL / max(seconds, 1e-6))))
            yield from clusters


class _Spell:
    """The number of clusters for a task, such that it takes about a spell."""

    clusters = 1


def _tasks(plan: Plan, start: int, make: Make, spell: _Spell) -> Iterator[Task]:
    while start < plan.deals:
        end = min(start + spell.clusters, plan.deals)
        yield _play_some, plan, range(start, end), make
        start = end


def _play_some(plan: Plan, numbers: range, make: Make) -> tuple[list[Cluster], float]:
    """Return some clusters, and the seconds that they took."""
    start = time.perf_counter()
    return [_play(plan, number, make) for number in numbers], time.perf_counter() - start


def _play(plan: Plan, number: int, make: Make) -> Cluster:
    spending: Spending = {}
    return play_cluster(plan, number, timing(make, spending)), spending


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str] | None]:
    """Open the file of results in a folder, at its end, and lock it against other arenas."""
    if out is None:
        yield None
        return
    out.mkdir(parents=True, exist_ok=True)
    with (out / results.FILE).open("a", encoding="utf-8", newline="\n") as file:
        run_folder.claim(file, out, "arena")
        yield file


@contextmanager
def _progress(plan: Plan, start: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar with the remaining time on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(plan.game, total=plan.deals, completed=start)
        yield lambda: bar.advance(task)
