"""Play the cells on all cores, the cheapest so far first, until all is clear or the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait

from benchmarks.strength.players import make
from benchmarks.strength.playing import Kept, Line, play
from saleroom.lab.arena import Plan, play_cluster
from saleroom.lab.arena.statistics import estimate
from saleroom.lab.workers import Submit, workers

FIRST = 16
"""Clusters before the first look; every later look is at twice as many."""
CLEAR = 3.0
"""Standard errors from the bar at which a cell is clear: at all looks together no more wrong than 1 in 20."""

Notice = Callable[[str], None]


class Course:
    """How far a cell is."""

    def __init__(self, kept: Kept) -> None:
        """It begins where the last run ended."""
        self.kept, self.cell = kept, kept.cell
        self.stage = min(FIRST, self.cell.most)
        self.under_way: set[int] = set()
        self.done = False
        self.look()

    def look(self) -> None:
        """Go to the next stage if this one is complete, unless enough is known."""
        while not self.done and all(number in self.kept.lines for number in range(self.stage)):
            clear = self.cell.row.early and is_clear(self.kept.values[: self.stage])
            self.done = clear or self.stage == self.cell.most
            self.stage = min(2 * self.stage, self.cell.most)

    def next(self) -> int | None:
        """The next cluster to play, None while this stage needs no more."""
        if self.done:
            return None
        waiting = (n for n in range(self.stage) if n not in self.kept.lines and n not in self.under_way)
        return next(waiting, None)

    @property
    def spent(self) -> float:
        """Seconds on one core, with those of clusters under way as far as they can be guessed."""
        each = self.kept.seconds / len(self.kept.lines) if self.kept.lines else 0.0
        return self.kept.seconds + each * len(self.under_way)


def is_clear(values: list[float]) -> bool:
    """Whether the mean is so far from nothing that more clusters would hardly turn it."""
    found = estimate(values)
    return found.mean is not None and found.error is not None and abs(found.mean) > CLEAR * found.error


def warm_up(game: str) -> None:
    """Compile all that a game's cells call, so that no two processes do it at once."""
    play_cluster(Plan(game, {}, 4, ("ismcts:2", "clairvoyant", "search:2", "house"), 1, bytes(32)), 0, make)


def run(courses: list[Course], jobs: int, seconds: float, notice: Notice) -> None:
    """Play on until all cells are done or so many seconds have passed.

    `ChildProcessError` when one of several processes dies.
    """
    until = time.monotonic() + seconds
    played = sorted({course.cell.game for course in courses if not course.done})
    if jobs == 1:
        for game in played:
            warm_up(game)
        while time.monotonic() < until and (found := _next(courses)):
            _keep(courses, found, play(found[0].cell, found[1]), notice)
        return
    with workers(jobs) as submit:
        for warm in [submit(warm_up, game) for game in played]:
            warm.result()
        _spread(submit, courses, 2 * jobs, until, notice)


def _next(courses: Iterable[Course]) -> tuple[Course, int] | None:
    """The next cluster of the cell that has had the least time."""
    for course in sorted(courses, key=lambda course: course.spent):
        if (number := course.next()) is not None:
            course.under_way.add(number)
            return course, number
    return None


def _spread(submit: Submit, courses: list[Course], width: int, until: float, notice: Notice) -> None:
    under_way: dict[Future[Line], tuple[Course, int]] = {}
    while True:
        while len(under_way) < width and time.monotonic() < until and (found := _next(courses)):
            under_way[submit(play, found[0].cell, found[1])] = found
        if not under_way:
            return
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            _keep(courses, under_way.pop(future), future.result(), notice)


def _keep(courses: list[Course], found: tuple[Course, int], line: Line, notice: Notice) -> None:
    course, number = found
    course.kept.add(line)
    course.under_way.discard(number)
    course.look()
    if course.done and not course.under_way:
        over = sum(other.done for other in courses)
        notice(
            f"{over} of {len(courses)} done: {course.cell.key}, {len(course.kept.lines)} clusters, {course.spent:.0f} s"
        )
