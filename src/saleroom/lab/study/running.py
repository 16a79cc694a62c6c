"""Play a study in blocks, in any order, on this machine or others, until the results are precise enough."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.runs import folders
from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.progress import Show, explained, progress
from saleroom.lab.runs.tasks import Executor, Task
from saleroom.lab.study import drama, measures
from saleroom.lab.study.differences import base_of, differences, named, sequence_for, widest
from saleroom.lab.study.plan import BASE, Study, Table
from saleroom.lab.study.playing import play
from saleroom.lab.study.storage import BlockStore, opened

GROWTH = 1.25
"""Factor by which a table's number of matches grows from one check to the next."""
Counts = dict[Table, int]
"""Number of matches that count for each table. The folder can contain more matches than were requested."""


def run(
    study: Study,
    out: Path | None,
    jobs: int,
    until: float | None,
    on: str | None,
    get_ready: Callable[[], None],
) -> tuple[BlockStore, Counts]:
    """Play the matches of a study that the folder `out` does not contain yet.

    Args:
        study: what to play.
        out: the folder that stores every block; None keeps them only in memory.
        jobs: number of processes.
        until: a variant is played until the intervals of all its differences in shares of wins extend at most this far
            to each side.
        on: the Ray cluster that plays instead of local processes.
        get_ready: compiles what the players need, after the folder has been checked.
    """
    with opened(study, out) as blocks:
        if blocks.matches:
            print(f"{out} holds {blocks.matches:,} matches; continuing", file=sys.stderr)
        get_ready()
        with (
            explained(lambda: f"stopped after {blocks.matches:,} matches{folders.continues(out)}"),
            executor(jobs, on) as where,
            progress(study.game, blocks.matches) as show,
        ):
            return blocks, _play(study, blocks, where, until, show)


def _play(study: Study, blocks: BlockStore, where: Executor, until: float | None, show: Show) -> Counts:
    """Play the study in rounds, and check after each round which tables are precise enough.

    If `until` is None, there is only one round.
    """
    counts = dict.fromkeys(study.tables, 0)
    open_tables, foreseen = set(study.tables), sum(map(study.most, study.tables))
    while open_tables:
        due = {table: _next(study, table, counts[table], until) for table in open_tables}
        for _ in play_missing(study, blocks, where, due):
            show(blocks.matches, foreseen)
        counts |= due
        open_tables = {table for table in _undecided(study, blocks, counts, until) if counts[table] < study.most(table)}
        foreseen = _foreseen(study, blocks, counts, open_tables, until)
    return counts


def _next(study: Study, table: Table, count: int, until: float | None) -> int:
    """Return the total number of matches that a table must have at the next check."""
    if until is None:
        return study.most(table)
    block = study.block(table)
    return min(study.most(table), block * max(count // block + 1, math.ceil(count / block * GROWTH)))


def play_missing(study: Study, blocks: BlockStore, where: Executor, due: Counts) -> Iterator[None]:
    """Play and store the missing matches of each table, up to the numbers in `due`."""
    for (_, _, table, numbers), rows in where.as_done(_tasks(study, blocks, due)):
        blocks.add(table, numbers, rows)
        yield


def _tasks(study: Study, blocks: BlockStore, due: Counts) -> Iterator[Task]:
    """Yield blocks of all tables in turn, so that an interrupted study has data for every table."""
    longest = max(due.values())
    for start in range(0, longest, min(map(study.block, due))):
        for table in study.tables:
            numbers = range(start, min(start + study.block(table), due.get(table, 0)))
            if start % study.block(table) == 0 and numbers and not blocks.has(table, numbers):
                yield play_block, study, table, numbers


def _undecided(study: Study, blocks: BlockStore, counts: Counts, until: float | None) -> set[Table]:
    """Return the tables whose differences are not yet precise enough, together with their base tables."""
    if until is None:
        return set()
    wide = {table for table in study.tables if table.variant != BASE and _half(study, blocks, table, counts) > until}
    return wide | {base_of(table) for table in wide}


def _half(study: Study, blocks: BlockStore, table: Table, counts: Counts) -> float:
    """Return half the width of the widest interval of the table: those of its shares of wins minus the base's."""
    if table.compares_players:
        return 0.0
    base, limit = base_of(table), counts[table]
    pair = (named(one, blocks.rows(one, limit)) for one in (table, base))
    return widest(differences(sequence_for(study), table, *pair))


def _foreseen(study: Study, blocks: BlockStore, counts: Counts, open_tables: set[Table], until: float | None) -> int:
    """Return the expected total number of matches, extrapolated from the current interval widths."""
    total = sum(counts.values())
    for table in open_tables - {base_of(table) for table in open_tables}:
        half = _half(study, blocks, table, counts)
        more = study.most(table) if math.isinf(half) else counts[table] * (half / (until or half)) ** 2
        total += int(min(study.most(table), more) - counts[table])
    return max(total, blocks.matches)


def play_block(study: Study, table: Table, numbers: range) -> NDArray[np.float64]:
    """Play the matches `numbers` of a table; return a row for each match with the columns from `measures.columns`."""
    seeds = [study.seed_of(number) for number in numbers]
    options = study.options(table.variant, table.seats)
    line_ups = [play(study.spec, options, names, seeds) for names in table.line_ups]
    if table.compares_players:
        return measures.compared(line_ups)
    return measures.rows(line_ups[0], drama.lowest(study, table, numbers))
