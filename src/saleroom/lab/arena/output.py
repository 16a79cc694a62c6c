"""Write summary, report and Parquet next to the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.report import report
from saleroom.lab.arena.results import FILE, as_parquet
from saleroom.lab.runs import folders

SUMMARY, REPORT, PARQUET = "summary.json", "report.html", "results.parquet"


def check(out: Path) -> None:
    """Raise `ValueError` if the folder cannot hold results, or if it has a subfolder with the name of a result file."""
    folders.check(out, (FILE, SUMMARY, REPORT, PARQUET))


def finish(out: Path) -> str:
    """Return the hint to show if the arena has been played but its report has not been written."""
    return folders.finishes(out / FILE)


def write_outputs(plan: Plan, rows: list[dict[str, Any]], summary: dict[str, Any], out: Path) -> Path:
    """Write all three files into a folder, each atomically, and return the report's path."""
    files = {
        PARQUET: as_parquet(plan, rows),
        SUMMARY: folders.pretty(summary),
        REPORT: folders.text(report(summary)),
    }
    folders.write_results(out, files, out / FILE)
    return out / REPORT
