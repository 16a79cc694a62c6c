"""The report as a table for people, and as `latest.json` for comparing runs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Figure

LATEST = Path(__file__).with_name("latest.json")
TOOLS = ("saleroom", "numba", "numpy", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax")


def _version(tool: str) -> str | None:
    try:
        return version(tool)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """Return the name of the processor. Python's module `platform` rarely knows the name on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def setting() -> dict[str, Any]:
    """Return a description of the machine, the versions of the libraries, and the date."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": _processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": {"python": platform.python_version(), **{tool: _version(tool) for tool in TOOLS}},
    }


def write(figures: Sequence[Figure], quick: bool, to: Path) -> None:
    """Write the setting and the figures into one JSON file."""
    content = {**setting(), "quick": quick, "figures": [figure.as_dict() for figure in figures]}
    to.write_text(json.dumps(content, indent=2, allow_nan=False) + "\n")


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value / 1e6:.2f} M/s" if unit == "decisions/s" else f"{value:.3g} {unit}"


def _target(figure: Figure) -> str:
    if figure.at_least is not None:
        return f"≥ {figure.at_least:g}"
    return "" if figure.below is None else f"< {figure.below:g}"


def _met(figure: Figure) -> str:
    if figure.at_least is None and figure.below is None:
        return ""
    return {True: "[green]yes[/]", False: "[red]no[/]", None: "[yellow]missing[/]"}[figure.met]


def table(figures: Sequence[Figure]) -> Table:
    """Return the figures as a table, in which figures with the same measure are next to each other."""
    drawn = Table(title="Saleroom, measured")
    drawn.add_column("measure", no_wrap=True)
    for heading in ("ours", "theirs", "ratio", "target"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    drawn.add_column("met", no_wrap=True)
    drawn.add_column("note")
    before = ""
    for figure in figures:
        title, _, part = figure.measure.partition(": ")
        if title != before:
            drawn.add_section()
        if part and title != before:
            drawn.add_row(f"[bold]{title}[/]")
        before = title
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        ours, theirs = (_number(value, figure.unit) for value in (figure.ours, figure.theirs))
        drawn.add_row(f"  {part}" if part else title, ours, theirs, ratio, _target(figure), _met(figure), figure.note)
    return drawn


def show(figures: Sequence[Figure]) -> None:
    """Print the table, in full width if the output is not a terminal."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=130)
    console.print(table(figures))
