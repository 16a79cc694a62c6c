"""Cells in which both players get equal time.

The opponents' number of simulations is determined once and stored with the results.
"""

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
"""Number of clusters in each of the rounds that determine the number of simulations."""


def settled(cells: Sequence[Cell], folder: Path) -> list[Cell]:
    """Return the cells.

    In those at equal time, set the opponents if their number of simulations has been determined.
    """
    return [_settled(cell, folder) for cell in cells]


def is_open(cell: Cell) -> bool:
    """Return whether the opponents of a cell still have to be determined."""
    return cell.row.equal_time and not cell.others


def find(cells: Sequence[Cell], folder: Path, where: Executor, until: float) -> None:
    """Determine the opponents of all cells that lack them, as long as time allows."""
    waiting = ((others, cell) for cell in cells if is_open(cell))
    for (_, cell), name in where.as_done(takewhile(lambda task: time.monotonic() < until, waiting)):
        _path(cell, folder).write_text(json.dumps({"others": name}) + "\n")


def others(cell: Cell) -> str:
    """Return the name of the opponents, with a number of simulations that takes as long as the measured player."""
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
