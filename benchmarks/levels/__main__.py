"""`python -m benchmarks.levels`: measure the differences between the levels by a fixed protocol, and write their table
into docs/research/strength.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from math import inf
from pathlib import Path

from benchmarks.levels import candidates, report, sizing
from benchmarks.levels.playing import Course
from benchmarks.levels.protocol import SIZES, Cell, cells, sizes
from benchmarks.report import setting
from benchmarks.strength import page
from saleroom import games
from saleroom.bots import PlayerFailed, UnknownPlayer
from saleroom.bots.prepare import prepare
from saleroom.kernel import codecache
from saleroom.kernel.compile import MODE
from saleroom.lab.runs import folders
from saleroom.match.errors import BadRecord

ROOT = Path(__file__).parents[2]
ARCHIVE = ROOT / "docs/candidates.jsonl"
TABLE = "levels"


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description="How far apart the levels are.")
    parser.add_argument("--game", action="append", type=games.full_name, metavar="GAME", help="only this game")
    parser.add_argument("--only", action="append", metavar="CELL", help="only this cell, such as pitch-4-hard-trained")
    parser.add_argument("--minutes", type=float, default=inf, help="how long to play at most; no limit by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--size", action="store_true", help="play pilots on other cards, and fix the numbers of deals")
    parser.add_argument("--candidate", metavar="NAME", help="measure this player in place of the cells' first player")
    parser.add_argument("--note", default="", help="what the candidate is, for its row in the archive")
    parser.add_argument("--out", type=Path, default=ROOT / "build/levels", help="where results are stored")
    parser.add_argument("--sizes", type=Path, default=SIZES, help="the file with the numbers of deals")
    parser.add_argument("--archive", type=Path, default=ARCHIVE, help="the file with all candidates")
    parser.add_argument("--page", type=Path, default=ROOT / "docs/research/strength.md", help="the page of the table")
    parser.add_argument("--figures", type=Path, default=ROOT / "docs/levels.json", help="where the figures go")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Play pilots, candidates or the protocol; then write the table with all stored results."""
    asked = _arguments(given)
    if MODE != "compiled":
        sys.exit(f"levels: SALEROOM_MODE is {MODE!r}; only compiled players are worth measuring")
    try:
        page.check(asked.page, TABLE)
        wanted = _wanted(asked)
        if asked.size:
            _size(wanted, asked)
        elif asked.candidate:
            _try(wanted, asked)
        else:
            _measure(wanted, asked)
        _write(asked)
    except (BadRecord, UnknownPlayer, PlayerFailed, page.NoPlace, games.UnknownGame) as error:
        sys.exit(f"levels: {error}")
    except KeyboardInterrupt:
        sys.exit(f"levels: stopped; what was played is in {asked.out}, and the same command continues")


def _wanted(asked: argparse.Namespace) -> list[Cell]:
    found = [cell for cell in cells(asked.game or games.NAMES) if not asked.only or cell.key in asked.only]
    unknown = set(asked.only or ()) - {cell.key for cell in found}
    if unknown:
        raise BadRecord(f"no cell {sorted(unknown)[0]!r}; there are {', '.join(cell.key for cell in cells())}")
    return found


def _courses(wanted: Iterable[Cell], asked: argparse.Namespace) -> list[Course]:
    """Return the courses of the cells that have a size, the shortest first."""
    known, folder = sizes(asked.sizes), asked.out / codecache.all_code()
    found = [Course(cell, known[cell.key], folder) for cell in wanted if cell.key in known]
    return sorted(found, key=lambda course: course.size.hours)


def _size(wanted: Iterable[Cell], asked: argparse.Namespace) -> None:
    """Play the pilots, and store each cell's size at once."""
    for cell in wanted:
        prepare(games.load(cell.game))
        size = sizing.sized(cell, asked.jobs)
        known = {key: asdict(one) for key, one in sizes(asked.sizes).items()} | {cell.key: asdict(size)}
        folders.write(asked.sizes, folders.pretty({"cells": dict(sorted(known.items()))}))
        print(f"{cell.key}: {size.clusters:,} sets of cards, {size.hours:.1f} core-hours", file=sys.stderr)


def _measure(wanted: Sequence[Cell], asked: argparse.Namespace) -> None:
    courses = _courses(wanted, asked)
    unsized = {cell.key for cell in wanted} - {course.cell.key for course in courses}
    if unsized:
        print(f"no size yet, so not played: {', '.join(sorted(unsized))}; see --size", file=sys.stderr)
    for _ in _played(courses, asked):
        pass


def _played(courses: Sequence[Course], asked: argparse.Namespace) -> Iterator[Course]:
    """Say how long the rest takes, play it, and yield each course that is complete."""
    left = [course.left for course in courses]
    print(f"{sum(hours > 0 for hours in left)} cells, {sum(left):.1f} core-hours left", file=sys.stderr)
    until = time.monotonic() + 60 * asked.minutes
    for course in courses:
        prepare(games.load(course.cell.game))
        if course.play(asked.jobs, until):
            print(f"{course.cell.key}: complete", file=sys.stderr)
            yield course


def _try(wanted: Iterable[Cell], asked: argparse.Namespace) -> None:
    """Measure a candidate in the wanted cells, and add each complete result to the archive."""
    courses = [candidates.course(asked.candidate, course) for course in _courses(wanted, asked)]
    for course in _played(courses, asked):
        candidates.add(asked.archive, course.figure(), asked.note)


def _write(asked: argparse.Namespace) -> None:
    courses = {course.cell.key: course for course in _courses(list(cells()), asked)}
    figures = [courses[cell.key].figure() for cell in cells() if cell.key in courses]
    begun = [figure for figure in figures if figure["clusters"]]
    asked.figures.write_text(json.dumps({**setting(), "cells": begun}, indent=1, allow_nan=False) + "\n")
    page.put(report.markdown(begun, candidates.read(asked.archive)), asked.page, TABLE)


if __name__ == "__main__":
    main()
