"""Write summary, report and Parquet next to the results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from saleroom.lab import run_folder
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.report import report
from saleroom.lab.arena.results import FILE, write_parquet

SUMMARY, REPORT, PARQUET = "summary.json", "report.html", "results.parquet"


def check(out: Path) -> None:
    """Raise `ValueError` if the folder cannot hold results, or if a folder has the name of one of its files."""
    run_folder.check(out, (FILE, SUMMARY, REPORT, PARQUET))


def finish(out: Path) -> str:
    """Return the hint for an arena that is played but not written."""
    return f"everything played is kept in {out / FILE}, and the same command finishes"


def keep(plan: Plan, rows: list[dict[str, Any]], summary: dict[str, Any], out: Path) -> Path:
    """Write all three files into a folder, each atomically; return the report's path."""
    at = out / PARQUET
    try:
        write_parquet(plan, rows, at)
        at = out / SUMMARY
        run_folder.write_text(at, json.dumps(summary, indent=1, allow_nan=False) + "\n")
        at = out / REPORT
        run_folder.write_text(at, report(summary))
    except OSError as error:
        raise ValueError(f"{at} could not be written ({run_folder.reason(error)}); {finish(out)}") from None
    return at
