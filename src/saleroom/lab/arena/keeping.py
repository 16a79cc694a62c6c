"""What lies beside the results in the end: the summary, the report, and the same results as Parquet."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.report import report
from saleroom.lab.arena.results import FILE, write_parquet

SUMMARY, REPORT, PARQUET = "summary.json", "report.html", "results.parquet"


def check(out: Path) -> None:
    """`ValueError` where a folder cannot be one of results, or something stands where a file of it belongs."""
    for folder in (out, *out.parents):
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file, not a folder; name another folder")
    for name in (FILE, SUMMARY, REPORT, PARQUET):
        if (out / name).is_dir():
            raise ValueError(f"{out / name} is a folder, and a file is to be written there; name another folder")


def check_writable(out: Path) -> None:
    """Make a folder, and try whether new files can be made in it; `ValueError` if not, before anybody has played."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=out, suffix=".part"):
            pass
    except OSError as error:
        raise ValueError(f"{out} cannot be written to ({_reason(error)}); name another folder") from None


def _reason(error: OSError) -> str:
    """What the system says, without the words of the library that asked it."""
    return os.strerror(error.errno) if error.errno else str(error)


def finish(out: Path) -> str:
    """What to do when all has been played and not all is written."""
    return f"everything played is kept in {out / FILE}, and the same command finishes"


def keep(plan: Plan, rows: list[dict[str, Any]], summary: dict[str, Any], out: Path) -> Path:
    """Write all three into a folder, each whole or not at all; the report's path."""
    at = out / PARQUET
    try:
        write_parquet(plan, rows, at)
        at = out / SUMMARY
        _write(at, json.dumps(summary, indent=1, allow_nan=False) + "\n")
        at = out / REPORT
        _write(at, report(summary))
    except OSError as error:
        raise ValueError(f"{at} could not be written ({_reason(error)}); {finish(out)}") from None
    return at


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(path)
