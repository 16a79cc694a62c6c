"""`python -m benchmarks.strength`: play clusters of matches, store and judge them, and put the table into its page."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import openspiel
from benchmarks.nets import nets_of_games
from benchmarks.report import setting
from benchmarks.simulations import simulations
from benchmarks.strength import equal, verdicts
from benchmarks.strength import page as pages
from benchmarks.strength.cells import ROWS, Cell, cells
from benchmarks.strength.playing import Kept
from benchmarks.strength.running import Course, run, warm_all
from benchmarks.timing import FULL, QUICK
from saleroom import games
from saleroom.kernel import codecache
from saleroom.kernel.compile import MODE
from saleroom.lab.runs.executors import executor
from saleroom.match.errors import BadRecord

ROOT = Path(__file__).parents[2]
PLAYED = tuple(row.name for row in ROWS)
SPEEDS = {"simulations": simulations, "nets": nets_of_games}
"""Measures of speed, which are timed while no other benchmark runs."""
CHOICES = (*PLAYED, *SPEEDS, "calibration")
MOST = 4096
"""Default maximum number of clusters for a cell."""
QUICKEST = 2
LONGEST = 720
"""Maximum duration in minutes."""


def _game(text: str) -> str:
    try:
        return games.full_name(text)
    except games.UnknownGame as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:9]) > 0):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from 1 on")
    return int(text[:9])


def _minutes(text: str) -> int:
    if (found := _positive(text)) > LONGEST:
        raise argparse.ArgumentTypeError(f"{found} minutes are more than {LONGEST}, the most that are of use")
    return found


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description="How strong the players are.")
    parser.add_argument("--only", action="append", choices=CHOICES, metavar="ROW", help=", ".join(CHOICES))
    parser.add_argument("--game", action="append", type=_game, metavar="GAME", help="only this game")
    parser.add_argument("--minutes", type=_minutes, default=80, help="how long to play at most")
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count(), help="processes that play")
    parser.add_argument("--on", metavar="CLUSTER", help="play on a Ray cluster: ray, or ray://HOST:10001")
    parser.add_argument("--most", type=_positive, default=MOST, help="how many clusters a cell has at most")
    parser.add_argument("--quick", action="store_true", help="two clusters a cell: does it work at all?")
    parser.add_argument("--out", type=Path, default=ROOT / "build/strength", help="where what was played is kept")
    parser.add_argument(
        "--page", type=Path, default=ROOT / "docs/research/strength.md", help="the page that has the table"
    )
    parser.add_argument("--figures", type=Path, default=ROOT / "docs/strength.json", help="where the figures go")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Measure the requested cells, and write the page with all stored results."""
    asked = _arguments(given)
    if MODE != "compiled":
        sys.exit(f"strength: SALEROOM_MODE is {MODE!r}; only compiled players are worth measuring")
    if not openspiel.installed():
        sys.exit("strength: OpenSpiel is not installed; this needs a Python for which it has a wheel")
    try:
        pages.check(asked.page)
        report = measure(asked)
    except (BadRecord, ChildProcessError, pages.NoPlace) as error:
        print(f"strength: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(f"strength: stopped; what was played is in {asked.out}, and the same command continues", file=sys.stderr)
        sys.exit(130)
    pages.put(pages.markdown(report), asked.page)
    asked.figures.write_text(json.dumps(report, indent=1, allow_nan=False) + "\n")
    missing = verdicts.shortfalls(report)
    print(f"The table is in {asked.page}, its figures in {asked.figures}.", *missing, sep="\n  ")


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Play the cells, time the players, and judge the results; return the report."""
    folder = asked.out / codecache.all_code()  # results of changed rules or bots go into a new folder
    folder.mkdir(parents=True, exist_ok=True)
    rows, names = asked.only or list(CHOICES), asked.game or list(games.NAMES)
    most = QUICKEST if asked.quick else asked.most
    speeds = {name: _speed(name, folder / f"{name}.json", name in rows, asked.quick) for name in SPEEDS}
    until = time.monotonic() + 60 * asked.minutes
    _find_others(cells(rows, names, most), folder, asked.jobs, asked.on, until)
    kept = {
        cell.key: Kept(cell, folder) for cell in equal.settled(cells(list(CHOICES), list(games.NAMES), most), folder)
    }
    courses = [Course(kept[cell.key]) for cell in cells(rows, names, most) if not equal.is_open(kept[cell.key].cell)]
    run(courses, asked.jobs, until - time.monotonic(), lambda said: print(said, file=sys.stderr), asked.on)
    played = [one for one in kept.values() if one.lines]
    return {
        **setting(),
        "quick": asked.quick,
        "cells": [verdicts.judged(one) for one in played],
        "shares": verdicts.shares(played),
        "quickness": verdicts.quickness(played),
        "sets": verdicts.by_set(played),
        **speeds,
        "calibration": verdicts.calibration(played),
    }


def _find_others(wanted: list[Cell], folder: Path, jobs: int, on: str | None, until: float) -> None:
    """Find the opponents' number of simulations for each cell in which both players get equal time."""
    waiting = [cell for cell in equal.settled(wanted, folder) if equal.is_open(cell)]
    if waiting:
        with executor(jobs, on) as where:
            warm_all(where.submit, sorted({cell.game for cell in waiting}))
            equal.find(waiting, folder, where, until)


def _speed(name: str, path: Path, wanted: bool, quick: bool) -> list[dict[str, Any]]:
    """Return stored figures, or measure them now, while no other benchmark runs."""
    if path.exists():
        try:
            return json.loads(path.read_text())
        except ValueError:
            raise BadRecord(f"{path} is cut off; remove it, and it is measured again") from None
    if not wanted:
        return []
    figures = [figure.as_dict() for figure in SPEEDS[name](QUICK if quick else FULL)]
    path.write_text(json.dumps(figures))
    return figures


if __name__ == "__main__":
    main()
