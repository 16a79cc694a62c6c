"""Play clusters of matches, and store data about the clusters in a file."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.strength.cells import Cell
from benchmarks.strength.players import Noting, make
from saleroom.lab.arena.playing import play_seating
from saleroom.lab.arena.times import Spending, timing
from saleroom.lab.runs.lines import parsed, resume, to_line
from saleroom.match.errors import BadRecord

AT_ONCE = 2
"""Number of seatings in a cluster of matches. The measured player takes the next seats in the next cluster."""

Line = dict[str, Any]
"""The stored data of a cluster: its `cluster` number, its `value`, the `seconds` it took, the number and the `cpu`
seconds of each player's decisions, and the `bids`.
"""


def seatings(cell: Cell, number: int) -> list[int]:
    """Return the seats of the measured player in a cluster: all seats in single deals, only the next few seats in
    matches.
    """
    seats = cell.plan_of(number).seats
    if not cell.row.matches:
        return list(range(seats))
    return [(number * AT_ONCE + turn) % seats for turn in range(AT_ONCE)]


def play(cell: Cell, number: int) -> Line:
    """Play one cluster of a cell."""
    seated, begun, plan = [], time.perf_counter(), cell.plan_of(number)
    spending: Spending = {}

    def seat_one(name: str, game: Any, seed: bytes, objective: str, threads: int) -> Any:
        player = make(name, game, seed, objective, threads)
        seated.append(Noting(player, game) if cell.notes_bids and name == cell.row.one else player)
        return seated[-1]

    rows = [play_seating(plan, number, seating, timing(seat_one, spending)) for seating in seatings(cell, number)]
    line = {"cluster": number, "value": value(cell, rows), "seconds": round(time.perf_counter() - begun, 3)}
    line["cpu"] = {name: [spent.decisions, round(spent.cpu, 6)] for name, spent in spending.items()}
    if cell.notes_bids:
        line["bids"] = [
            [kind, price, round(expected, 3), rows[at // plan.seats]["scores"][at % plan.seats]]
            for at, player in enumerate(seated)
            if isinstance(player, Noting)
            for kind, price, expected in player.notes
        ]
    return line


def value(cell: Cell, rows: list[dict[str, Any]]) -> float:
    """Return the measured player's advantage: points or chips per deal, or in matches the share of wins above average.

    `rows` are the results for all seatings of one cluster. In a row with `turned`, it is the advantage of the other
    players instead.
    """
    seats = len(rows[0]["players"])
    if cell.row.matches:
        return sum(row["wins"][row["players"].index(cell.row.one)] for row in rows) / len(rows) - 1 / seats
    ahead = 0.0
    for row in rows:
        one = row["scores"][row["players"].index(cell.row.one)]
        ahead += one - (sum(row["scores"]) - one) / (seats - 1)
    return (-ahead if cell.row.turned else ahead) / len(rows)


class Kept:
    """Played clusters of a cell, in memory and in an append-only file."""

    def __init__(self, cell: Cell, folder: Path) -> None:
        """Read the cell's file; truncate an incomplete last line, and raise `BadRecord` for any other fault."""
        self.cell, self.path = cell, folder / f"{cell.file}.jsonl"
        self.lines: dict[int, Line] = {}
        if self.path.exists():
            resume(self.path, self._accept, lambda number, rest: True, self._foreign)

    def _accept(self, number: int, text: bytes) -> bool:
        line = parsed(text)
        if not _is_line(line):
            raise self._foreign(number)
        self.lines[line["cluster"]] = line
        return True

    def _foreign(self, number: int) -> BadRecord:
        return BadRecord(f"{self.path} is not what was kept here; name another folder or remove the file")

    def add(self, line: Line) -> None:
        """Store one more cluster, in memory and on disk."""
        self.lines[line["cluster"]] = line
        with self.path.open("a") as file:
            file.write(to_line(line))

    @property
    def whole(self) -> list[Line]:
        """Clusters before the first missing cluster.

        Later clusters do not count yet: those with short matches end first, which would bias the mean.
        """
        whole = []
        while len(whole) in self.lines:
            whole.append(self.lines[len(whole)])
        return whole

    @property
    def values(self) -> list[float]:
        """Values of the clusters in `whole`, in order."""
        return [line["value"] for line in self.whole]

    def each(self, name: str) -> float | None:
        """Return a player's processor seconds per decision, as the median over the clusters.

        The median ignores a first cluster in which a process loads machine code. Loading takes longer than all
        decisions of some players.
        """
        times = [line["cpu"][name] for line in self.whole if name in line.get("cpu", {})]
        return median(cpu / decisions for decisions, cpu in times) if times else None

    @property
    def seconds(self) -> float:
        """Total seconds of all played clusters, on one core."""
        return sum(line["seconds"] for line in self.lines.values())


def _is_line(line: Any) -> bool:
    try:
        return type(line["cluster"]) is int and all(isinstance(line[key], int | float) for key in ("value", "seconds"))
    except (KeyError, TypeError):
        return False
