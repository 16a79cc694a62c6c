"""Cells at equal time: how many simulations the others get is found once, and kept beside what is played."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import replace
from pathlib import Path

from benchmarks.strength.cells import Cell
from benchmarks.strength.players import make
from saleroom.lab.arena.equal_time import equalised
from saleroom.lab.workers import Submit
from saleroom.match.errors import BadRecord

PILOT = 2
"""Clusters by which the number is found, in each of several rounds."""


def settled(cells: Sequence[Cell], folder: Path) -> list[Cell]:
    """The cells with the others that were found for them; those for which none were found yet as they are."""
    return [_settled(cell, folder) for cell in cells]


def is_open(cell: Cell) -> bool:
    """Whether the others are yet to be found."""
    return cell.row.equal_time and not cell.others


def find(cells: Sequence[Cell], folder: Path, submit: Submit, until: float) -> None:
    """Find the others of all cells that lack them, as far as time allows."""
    waiting, under_way = [cell for cell in cells if is_open(cell)], {}
    while waiting or under_way:
        if waiting and len(under_way) < 2 and time.monotonic() < until:
            cell = waiting.pop()
            under_way[submit(others, cell)] = cell
            continue
        if not under_way:
            return
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            _path(under_way.pop(future), folder).write_text(json.dumps({"others": future.result()}) + "\n")


def others(cell: Cell) -> str:
    """Who the others are at equal time."""
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
