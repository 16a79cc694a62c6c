"""Clusters in bulk: in several processes, in order, to a file that only grows, until there are enough."""

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
from saleroom.lab.arena.statistics import all_within
from saleroom.lab.arena.times import Spending, Times, timing
from saleroom.lab.executors import executor
from saleroom.lab.tasks import Task

FIRST_LOOK = 32  # clusters; the next looks are at twice as many each
SPELL = 0.5  # seconds that a process plays, about, before it hands over what it has
MOST_AT_ONCE = 64

Cluster = tuple[list[Row], Spending]
"""Its rows, and what its decisions took."""


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
    """Play a plan, or what a folder's results lack of it; all rows, in order.

    Args:
        plan: what to play.
        out: the folder whose `results.jsonl` holds the rows and grows; None keeps them in memory alone.
        jobs: how many processes play; with more than one, `make` must be a function of a module.
        until: stop once every pair's difference is known to within this to each side. It is looked at after 32
            clusters, 64, 128, … alone: who stops at the first narrow interval among many stops too early.
        make: makes the players, as `bots.player` does.
        get_ready: compiles the game, once the results have been found sound.
        rows: the list to fill, for a caller who wants what there is after an interruption.
        took: gets what the players' decisions took, which lies beside the results as well.
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
    """How far it came, and what goes on."""
    if out is not None and file is not None:
        file.flush()
        rows[:] = results.read(plan, out / results.FILE)  # it may have ended between the file and the rows
    kept = f"stopped after {len(rows) // plan.turns} of {plan.deals} {thing(plan)}"
    return kept if out is None else f"{kept}; the same command goes on from there: {out}"


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
    """What is counted, for people."""
    return "matches" if plan.matches else "deals"


def is_enough(plan: Plan, rows: list[Row], deals: int, until: float | None) -> bool:
    """Whether the first `deals` clusters are where one looks, and every pair's interval is narrow enough there."""
    looks = deals % FIRST_LOOK == 0 and (deals // FIRST_LOOK).bit_count() == 1
    if until is None or not looks or len(plan.names) < 2:
        return False
    return all_within(differences(plan, rows[: deals * plan.turns]), until)


def _played(plan: Plan, start: int, jobs: int, make: Make, on: str | None = None) -> Iterator[Cluster]:
    """The clusters from `start` on, in order."""
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
    """How many clusters a task is to have, so that it takes about a spell."""

    clusters = 1


def _tasks(plan: Plan, start: int, make: Make, spell: _Spell) -> Iterator[Task]:
    while start < plan.deals:
        end = min(start + spell.clusters, plan.deals)
        yield _play_some, plan, range(start, end), make
        start = end


def _play_some(plan: Plan, numbers: range, make: Make) -> tuple[list[Cluster], float]:
    """Some clusters, and the seconds that they took."""
    start = time.perf_counter()
    return [_play(plan, number, make) for number in numbers], time.perf_counter() - start


def _play(plan: Plan, number: int, make: Make) -> Cluster:
    spending: Spending = {}
    return play_cluster(plan, number, timing(make, spending)), spending


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str] | None]:
    """The file of results in a folder, at its end; no other arena may write to it meanwhile."""
    if out is None:
        yield None
        return
    out.mkdir(parents=True, exist_ok=True)
    with (out / results.FILE).open("a", encoding="utf-8", newline="\n") as file:
        run_folder.claim(file, out, "arena")
        yield file


@contextmanager
def _progress(plan: Plan, start: int) -> Iterator[Callable[[], None]]:
    """A bar with the time that remains on standard error, when that is a terminal."""
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
