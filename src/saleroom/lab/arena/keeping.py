"""What lies beside the results in the end: the summary, the report, and the same results as Parquet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.report import report
from saleroom.lab.arena.results import write_parquet

SUMMARY, REPORT, PARQUET = "summary.json", "report.html", "results.parquet"


def keep(plan: Plan, rows: list[dict[str, Any]], summary: dict[str, Any], out: Path) -> Path:
    """Write all three into a folder, each whole or not at all; the report's path."""
    write_parquet(plan, rows, out / PARQUET)
    _write(out / SUMMARY, json.dumps(summary, indent=1, allow_nan=False) + "\n")
    _write(out / REPORT, report(summary))
    return out / REPORT


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(path)
