"""Play the cells, each up to its fixed number of clusters. Every played cluster is stored at once."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.levels.protocol import Cards, Cell, Size
from benchmarks.strength.cells import net_of
from saleroom.lab.arena import control_variates, results
from saleroom.lab.arena.differences import differences
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.running import run
from saleroom.lab.arena.times import Times, kept, total
from saleroom.match.errors import BadRecord

STEP = 120.0
"""Processor seconds of play between two looks at the clock."""


@dataclass(frozen=True)
class Course:
    """A cell, its size, and the folder of its results."""

    cell: Cell
    size: Size
    folder: Path
    cards: Cards = Cards.REPORT

    @property
    def out(self) -> Path:
        """Folder of the cell's results. Its name contains the net's id, because a new net gives new results."""
        return self.folder / "-".join(filter(None, (self.cell.key, net_of(self.cell.game))))

    @property
    def plan(self) -> Plan:
        """The whole plan of the cell."""
        return self.cell.plan(self.cards, self.size.clusters, self.size.control)

    def rows(self) -> list[dict[str, Any]]:
        """Return the stored rows of all complete clusters."""
        return results.read(self.plan, self.out / results.FILE)

    @property
    def left(self) -> float:
        """Core-hours that are left, by the pilot's seconds of a cluster."""
        return self.size.hours * (1 - len(self.rows()) / self.plan.turns / self.size.clusters)

    def play(self, jobs: int, until: float) -> bool:
        """Play until the cell is complete, or until the time `until` of `time.monotonic`; return whether it is
        complete.
        """
        try:
            control_variates.check_unchanged(self.cell.plan(Cards.REPORT, 1), self.size.control)
        except ValueError:
            raise BadRecord(f"{self.cell.key}: the net or the rules are new; run --size for this game first") from None
        self.out.mkdir(parents=True, exist_ok=True)
        while (held := len(self.rows()) // self.plan.turns) < self.size.clusters and time.monotonic() < until:
            step = max(1, int(STEP * jobs / self.size.seconds))
            run(self._part(min(held + step, self.size.clusters)), self.out, jobs)
        return held == self.size.clusters

    def _part(self, clusters: int) -> Plan:
        return self.cell.plan(self.cards, clusters, self.size.control)

    def figure(self) -> dict[str, Any]:
        """Return the cell's figure. Until the cell is complete, it has no difference, so that no one stops at a lucky
        one.
        """
        rows, plan = self.rows(), self.plan
        held = len(rows) // plan.turns
        figure: dict[str, Any] = {
            "game": self.cell.game,
            "seats": self.cell.seats,
            "one": self.cell.one,
            "others": self.cell.others,
            "clusters": held,
            "planned": self.size.clusters,
            "within": self.size.within,
            "times": times_of(kept(self.out, held)),
        }
        return figure | ({"difference": differences(plan, rows)[0].as_dict()} if held == self.size.clusters else {})


def times_of(times: Times) -> Mapping[str, Any]:
    """Return the processor times of each player's decisions."""
    return {name: spent.as_dict() for name, spent in total(times.values()).items()}
