"""Verify files of match records in one or more processes, with progress on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.tasks import Executor, Task
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.match.bulk_referee import BulkReferee
from saleroom.match.files import lines

PART = 1 << 18
"""Number of bytes in a task: a task gets whole lines until it has at least this size."""


class Verdict(NamedTuple):
    """Result of verifying a part of a file."""

    size: int
    """Number of bytes in the part."""
    records: int
    unfinished: int
    faults: list[tuple[int, str]]
    """Pairs of a line number, from 1, and a fault."""


class Total(NamedTuple):
    """Result of verifying a whole file."""

    records: int
    unfinished: int
    faults: int


def verify(
    paths: Iterable[Path],
    fair: bool,
    jobs: int,
    object_to: Callable[[Path, int, str], None],
    advance: Callable[[int], None],
) -> Iterator[tuple[Path, Total]]:
    """Verify each file in `jobs` processes; the verdicts do not depend on the number of processes.

    `object_to` is called with every fault, in line order. `advance` is called with the number of newly verified bytes.
    """
    paths = list(paths)
    expected = sum(path.stat().st_size for path in paths if path.is_file())
    with ending_by_signal(), executor(jobs) as run:
        for path in paths:
            total = Total(0, 0, 0)
            for verdict in _verdicts(path, fair, expected, run):
                for number, fault in verdict.faults:
                    object_to(path, number, fault)
                counts = verdict.records, verdict.unfinished, len(verdict.faults)
                total = Total(*(so_far + more for so_far, more in zip(total, counts, strict=True)))
                advance(verdict.size)
            yield path, total


def _verdicts(path: Path, fair: bool, expected: int, run: Executor) -> Iterator[Verdict]:
    tasks: Iterator[Task] = ((_verdict, number, part, fair, expected) for number, part in _parts(path))
    return run.in_order(tasks)


def _parts(path: Path) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the lines of a file in parts, each with the number of its first line."""
    part, size, first = [], 0, 1
    for number, line in enumerate(lines(path), 1):
        part.append(line)
        size += len(line)
        if size >= PART:
            yield first, part
            part, size, first = [], 0, number + 1
    if part:
        yield first, part


@cache
def _referee(expected: int) -> BulkReferee:
    """Return this process's referee, which keeps its caches between tasks."""
    return BulkReferee(expected=expected)


def _verdict(first: int, part: list[bytes], fair: bool, expected: int) -> Verdict:
    unfinished, wrong, referee = 0, [], _referee(expected)
    for number, line in enumerate(part, first):
        record, faults = referee.line_faults(line, fair)
        wrong += [(number, fault) for fault in faults]
        unfinished += not faults and "scores" not in record
    return Verdict(sum(map(len, part)) + len(part), len(part), unfinished, wrong)
