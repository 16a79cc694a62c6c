"""The archive of candidates: every player that was tried, also those that failed, with its difference on cards that no
report uses.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.levels.playing import Course
from benchmarks.levels.protocol import Cards
from saleroom.lab.runs.version import version

Row = dict[str, Any]


def course(name: str, planned: Course) -> Course:
    """Return the course of a candidate: it takes the first player's place in `planned`, with the same number of
    clusters, but on the cards for choosing.
    """
    folder = planned.folder / "candidates" / planned.cell.key  # cells that differ in the player alone differ in size
    return replace(planned, cell=replace(planned.cell, one=name), cards=Cards.CHOICE, folder=folder)


def add(path: Path, figure: Row, note: str) -> None:
    """Append one row to the archive, unless it already has this figure."""
    if any({**row, **figure} == row for row in read(path)):
        return
    row = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "note": note, "program": version(), **figure}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, allow_nan=False) + "\n")


def read(path: Path) -> list[Row]:
    """Return all rows of the archive."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
