"""Processor time and elapsed time of players' decisions. No result depends on these times.

The file with the times is next to the results and has one line per cluster. Processor times are stored in a histogram.
Its steps are so fine that percentiles are accurate to 2 %. The file also stores the first failure of each program.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from typing import Any

from saleroom.bots.decision import Decision

FILE = "times.jsonl"
STEPS = 16
"""Number of histogram steps for each doubling of the time."""
SHORTEST = 1e-9


@dataclass
class Spent:
    """Times of the decisions of one player, in seconds."""

    decisions: int = 0
    cpu: float = 0.0
    """Processor time of the deciding thread."""
    wall: float = 0.0
    """Elapsed time."""
    steps: Counter[int] = field(default_factory=Counter)
    """Number of decisions by step; step s is a processor time of about 2 ** (s / `STEPS`) seconds."""
    failure: str = ""
    """First failure of the player, if it is an external program."""

    def add(self, cpu: float, wall: float) -> None:
        """Add one decision."""
        self.decisions += 1
        self.cpu += cpu
        self.wall += wall
        self.steps[round(STEPS * log2(max(cpu, SHORTEST)))] += 1

    def merge(self, other: Spent) -> None:
        """Add the decisions of another `Spent`."""
        self.decisions += other.decisions
        self.cpu += other.cpu
        self.wall += other.wall
        self.steps.update(other.steps)
        self.failure = self.failure or other.failure

    def quantile(self, share: float) -> float | None:
        """Return the processor time that the given share of the decisions did not exceed."""
        passed = 0
        for step in sorted(self.steps):
            passed += self.steps[step]
            if passed >= share * self.decisions:
                return 2 ** (step / STEPS)
        return None

    def as_dict(self) -> dict[str, Any]:
        """Return the totals, and the median and 95th percentile of a decision's processor time, in seconds."""
        totals = {"decisions": self.decisions, "cpu": self.cpu, "wall": self.wall}
        return totals | {"median": self.quantile(0.5), "p95": self.quantile(0.95)}


Spending = dict[str, Spent]
"""Times of each player's decisions, by name."""
Times = dict[int, Spending]
"""Times of each player's decisions, by cluster and name."""


class Timed:
    """Wrapper of a player that measures the time of its decisions."""

    def __init__(self, player: Any, spent: Spent) -> None:
        """Wrap a player; the time of each decision is added to `spent`."""
        self._player, self._spent = player, spent
        self.sees_all = getattr(player, "sees_all", False)
        self.by_message = getattr(player, "by_message", False)

    def choose(self, views: Any, seat: int) -> int:
        """Return the wrapped player's choice."""
        with self._timed():
            return self._player.choose(views, seat)

    def decide(self, views: Any, seat: int) -> Any:
        """Return the wrapped player's decision, or its choice if the player has no `decide`."""
        if not hasattr(self._player, "decide"):
            return Decision(self.choose(views, seat))
        with self._timed():
            return self._player.decide(views, seat)

    def answer(self, told: Any) -> int:
        """Return a program's answer. The recorded processor time is that of this process, not that of the program."""
        with self._timed():
            return self._player.answer(told)

    def finished(self, told: Any) -> None:
        """Pass the end of the match to a program."""
        self._player.finished(told)
        self._spent.failure = self._spent.failure or self.failure

    @property
    def failure(self) -> str:
        """First failure of the wrapped program in this match."""
        return self._player.failure

    @property
    def protocol_errors(self) -> Counter[str]:
        """Protocol errors of the wrapped program."""
        return self._player.protocol_errors

    @contextmanager
    def _timed(self) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.thread_time()
        yield
        self._spent.add(time.thread_time() - cpu, time.perf_counter() - wall)

    def __repr__(self) -> str:
        return repr(self._player)


def timing(make: Any, spending: Spending) -> Any:
    """Return a function that creates the same players as `make`, and adds their times to `spending`."""

    def make_timed(name: str, *given: Any, **more: Any) -> Timed:
        return Timed(make(name, *given, **more), spending.setdefault(name, Spent()))

    return make_timed


def total(parts: Iterable[Spending]) -> Spending:
    """Return each player's times, summed over the given parts."""
    spending: Spending = {}
    for part in parts:
        for name, spent in part.items():
            spending.setdefault(name, Spent()).merge(spent)
    return spending


def record_times(out: Path | None, cluster: int, spending: Spending) -> None:
    """Append the times of a cluster to the file in a folder."""
    if out is None:
        return
    times = {name: [one.decisions, one.cpu, one.wall, dict(one.steps)] for name, one in spending.items()}
    row: dict[str, Any] = {"cluster": cluster, "times": times}
    failures = {name: one.failure for name, one in spending.items() if one.failure}
    row |= {"failures": failures} if failures else {}
    with (out / FILE).open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(row, separators=(",", ":")) + "\n")


def kept(out: Path | None, clusters: int) -> Times:
    """Return the stored times of the first `clusters` clusters in a folder, ignoring malformed lines.

    If there are no results yet, the stored times belong to other results and are deleted.
    """
    if out is None or not (out / FILE).is_file():
        return {}
    if not clusters:
        (out / FILE).unlink()
        return {}
    times: Times = {}
    for line in (out / FILE).read_bytes().splitlines():
        try:
            row = json.loads(line)
            if 0 <= int(row["cluster"]) < clusters:
                failures = row.get("failures", {})
                times[int(row["cluster"])] = {
                    name: _spent(*given, failure=str(failures.get(name, ""))) for name, given in row["times"].items()
                }
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
    return times


def _spent(decisions: Any, cpu: Any, wall: Any, steps: Mapping[str, Any], failure: str = "") -> Spent:
    counted = Counter({int(step): int(count) for step, count in steps.items()})
    return Spent(int(decisions), float(cpu), float(wall), counted, failure)
