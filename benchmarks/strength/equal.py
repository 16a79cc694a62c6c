"""Cells at equal time: the others' number of simulations is determined once, and stored next to the results."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from benchmarks.strength.cells import Cell
from benchmarks.strength.players import make
from saleroom.lab.arena.equal_time import equalised
from saleroom.lab.runs.tasks import Executor
from saleroom.match.errors import BadRecord

PILOT = 2
"""Clusters that determine the number, in each of several rounds."""


def settled(cells: Sequence[Cell], folder: Path) -> list[Cell]:
    """Return the cells with their others as far as they have been determined."""
    return [_settled(cell, folder) for cell in cells]


def is_open(cell: Cell) -> bool:
    """Return whether the others are not determined yet."""
    return cell.row.equal_time and not cell.others


def find(cells: Sequence[Cell], folder: Path, where: Executor, until: float) -> None:
    """Determine the others of all cells that lack them, as far as time allows."""
    waiting = ((others, cell) for cell in cells if is_open(cell))
    for (_, cell), name in where.as_done(takewhile(lambda task: time.monotonic() < until, waiting)):
        _path(cell, folder).write_text(json.dumps({"others": name}) + "\n")


def others(cell: Cell) -> str:
    """Return the others at equal time."""
    return equalised(replace(cell.plan_of(0), matches=False), make, 1, PILOT).names[1]


def _path(cell: Cell, folder: Path) -> Path:
    return folder / f"{cell.file}.others.json"


def _settled(cell: Cell, folder: Path) -> Cell:
    path = _path(cell, folder)
    if not cell.row.equal_time or not path.exists():
        return cell
    try:
        return replace(cell, others=str(json.loads(path.read_text())["others"]))
    except (ValueError, KeyError, TypeError):
        raise BadRecord(f"{path} is cut off; remove it and {cell.key}.jsonl, and both are made again") from None
