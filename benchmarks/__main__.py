"""`python -m benchmarks`: run the measures, print the table, and write `latest.json`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.measures import MEASURES
from benchmarks.report import LATEST, show, write
from benchmarks.timing import FULL, QUICK
from saleroom.kernel.compile import MODE


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Saleroom, side by side.")
    parser.add_argument("--only", action="append", choices=tuple(MEASURES), metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--quick", action="store_true", help="short turns: a first look, not a figure to quote")
    parser.add_argument("--out", type=Path, default=LATEST, help="where the JSON goes")
    asked = parser.parse_args(given)
    if asked.out.is_dir() or not asked.out.parent.is_dir():  # reported now, because measurements take long
        parser.error(f"--out is {asked.out}; it must be a file in a folder that exists")
    return asked


def main(given: Sequence[str] | None = None) -> None:
    """Run the requested measures."""
    asked = _arguments(given)
    if MODE != "compiled":
        sys.exit(f"benchmarks: SALEROOM_MODE is {MODE!r}; only compiled rules are worth timing")
    progress, figures = Console(stderr=True), []
    try:
        for name in asked.only or MEASURES:
            with progress.status(f"measuring: {name}"):
                figures += MEASURES[name](QUICK if asked.quick else FULL)
    finally:  # also after a failure, because the results so far are still useful
        show(figures)
        write(figures, asked.quick, asked.out)


if __name__ == "__main__":
    main()
