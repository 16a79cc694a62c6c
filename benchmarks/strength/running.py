"""Play the cells on all cores until all are decided or the time has run out.

Every second cluster that is played belongs to the cell that has had the least time so far, so that no cell is
neglected. The other clusters belong to the cell that seems closest to a decision, so that as many cells as possible are
decided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from math import inf

from benchmarks.strength.players import make
from benchmarks.strength.playing import Kept, Line, play
from saleroom.lab.arena import Plan, play_cluster
from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.tasks import Task
from saleroom.lab.runs.workers import Submit
from saleroom.statistics.estimates import BETTER, WORSE
from saleroom.statistics.sequences import FIRST, judgement, remaining, sequence

Notice = Callable[[str], None]


class Course:
    """Progress of a cell."""

    def __init__(self, kept: Kept) -> None:
        """Continue the cell after its stored clusters."""
        self.kept, self.cell = kept, kept.cell
        self.under_way: set[int] = set()
        self.done, self.nearest = False, inf
        self.look()

    def look(self) -> None:
        """Check whether the cell is decided, and estimate the remaining seconds."""
        lead = sequence(self.kept.values)
        decided = self.cell.row.early and judgement(lead) in (BETTER, WORSE)
        self.done = decided or lead.count >= self.cell.most
        more = min(remaining(lead), self.cell.most - lead.count) if self.cell.row.early else inf
        self.nearest = more * self.each if lead.count >= FIRST else inf

    def next(self) -> int | None:
        """Return the next cluster to play, or None if the cell is done or has no cluster left."""
        if self.done:
            return None
        waiting = (n for n in range(self.cell.most) if n not in self.kept.lines and n not in self.under_way)
        return next(waiting, None)

    @property
    def each(self) -> float:
        """Mean seconds of a cluster on one core."""
        return self.kept.seconds / len(self.kept.lines) if self.kept.lines else 0.0

    @property
    def spent(self) -> float:
        """Seconds on one core, including an estimate for clusters in progress."""
        return self.kept.seconds + self.each * len(self.under_way)


def warm_up(game: str) -> None:
    """Compile all code that a game's cells call, so that no two processes compile it at the same time."""
    play_cluster(Plan(game, {}, 4, ("ismcts:2", "clairvoyant", "search:2", "house"), 1, bytes(32)), 0, make)


def warm_all(submit: Submit, games: Sequence[str]) -> None:
    """Compile the code for several games."""
    for warm in [submit(warm_up, game) for game in games]:
        warm.result()


def run(courses: list[Course], jobs: int, seconds: float, notice: Notice, on: str | None = None) -> None:
    """Play until all cells are done or `seconds` have passed.

    Raise `ChildProcessError` if one of several processes dies.
    """
    until = time.monotonic() + seconds
    by_key = {course.cell.key: course for course in courses}
    with executor(jobs, on) as where:
        warm_all(where.submit, sorted({course.cell.game for course in courses if not course.done}))
        # a cell that seemed decided can become undecided through clusters that were still being played
        while time.monotonic() < until and any(course.next() is not None for course in courses):
            for (_, cell, number), line in where.as_done(_tasks(courses, until)):
                _keep(courses, by_key[cell.key], number, line, notice)


def _tasks(courses: Sequence[Course], until: float) -> Iterator[Task]:
    """Yield clusters, alternately from the cell that has had the least time and from the cell nearest to its end."""
    for turn in count():
        if time.monotonic() >= until or (following := _next(courses, turn)) is None:
            return
        course, number = following
        yield play, course.cell, number


def _next(courses: Iterable[Course], turn: int) -> tuple[Course, int] | None:
    """Return the next cell and cluster for a turn, or None if no cluster is left."""
    for course in sorted(courses, key=lambda course: (turn % 2 and course.nearest, course.spent)):
        if (number := course.next()) is not None:
            course.under_way.add(number)
            return course, number
    return None


def _keep(courses: list[Course], course: Course, number: int, line: Line, notice: Notice) -> None:
    course.kept.add(line)
    course.under_way.discard(number)
    course.look()
    if course.done and not course.under_way:
        over = sum(other.done for other in courses)
        notice(
            f"{over} of {len(courses)} done: {course.cell.key}, {len(course.kept.lines)} clusters, {course.spent:.0f} s"
        )
