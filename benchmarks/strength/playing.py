"""A cluster played, and what is kept of it; the file that keeps it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.strength.cells import Cell
from benchmarks.strength.players import Noting, make
from saleroom.lab.arena.playing import play_seating
from saleroom.lab.arena.times import Spending, timing
from saleroom.match.errors import BadRecord

AT_ONCE = 2
"""Matches in a cluster; the next cluster goes on where the seats of this one end."""

Line = dict[str, Any]
"""What is kept of a cluster: its `cluster` number, its `value`, the `seconds` it took, the number and the `cpu` seconds
of each player's decisions, and the `bids` noted."""


def seatings(cell: Cell, number: int) -> list[int]:
    """The seatings of a cluster: all in single deals, the next few in matches, which cost more and share less luck."""
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
    """How much better the measured player did: points or chips a deal, or its share of wins beyond its share of seats.

    `rows` are all seatings of one cluster. Against IS-MCTS it is the others who are measured.
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
    """The clusters of a cell that have been played, in memory and in a file that only grows."""

    def __init__(self, cell: Cell, folder: Path) -> None:
        """Read what the folder holds; a last line that was cut off is cut away, `BadRecord` for anything else."""
        self.cell, self.path = cell, folder / f"{cell.file}.jsonl"
        self.lines: dict[int, Line] = {}
        if not self.path.exists():
            return
        whole = 0
        with self.path.open("r+b") as file:
            for text in file:
                if not text.endswith(b"\n"):
                    break
                line = _parsed(text)
                if line is None:
                    raise BadRecord(f"{self.path} is not what was kept here; name another folder or remove the file")
                self.lines[line["cluster"]] = line
                whole += len(text)
            file.truncate(whole)

    def add(self, line: Line) -> None:
        """Keep one more cluster, on disk at once."""
        self.lines[line["cluster"]] = line
        with self.path.open("a") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")

    @property
    def whole(self) -> list[Line]:
        """The clusters from 0 up to the first that is missing: long matches end late, and must not be left out."""
        found = []
        while len(found) in self.lines:
            found.append(self.lines[len(found)])
        return found

    @property
    def values(self) -> list[float]:
        """Their values, in order."""
        return [line["value"] for line in self.whole]

    def each(self, name: str) -> float | None:
        """The processor time that a player takes for a decision, in seconds: the median of the clusters.

        In its first a process loads machine code, which takes longer than all decisions of some players.
        """
        told = [line["cpu"][name] for line in self.whole if name in line.get("cpu", {})]
        return median(cpu / decisions for decisions, cpu in told) if told else None

    @property
    def seconds(self) -> float:
        """What all of them took, on one core."""
        return sum(line["seconds"] for line in self.lines.values())


def _parsed(text: bytes) -> Line | None:
    try:
        line = json.loads(text)
        right = type(line["cluster"]) is int and all(isinstance(line[key], int | float) for key in ("value", "seconds"))
    except (ValueError, KeyError, TypeError):
        return None
    return line if right else None
