"""Tests that the fast type checker of `make lint` and the thorough type checker of `.ci/run` find the same planted
faults.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FAULTS = ROOT / "tests/typed/faults.py"
LAYOUT = ("include", "exclude", "venvPath", "venv", "executionEnvironments")
"""Pyright settings that name the project's paths. Tests replace them by their own paths."""


def settings(tool: str) -> dict[str, object]:
    """Return the settings of a checker in pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][tool]


def lines_of_pyright(program: str, folder: Path) -> set[int]:
    """Return the lines in which pyright finds errors."""
    home = Path(sys.prefix)
    plain = {name: value for name, value in settings("pyright").items() if name not in LAYOUT}
    own = {"include": ["faults.py"], "venvPath": str(home.parent), "venv": home.name, "extraPaths": [str(ROOT / "src")]}
    (folder / "pyrightconfig.json").write_text(json.dumps({**plain, **own}))
    output = json.loads(output_of([program, "--project", str(folder), "--outputjson"], folder))
    return {one["range"]["start"]["line"] + 1 for one in output["generalDiagnostics"] if one["severity"] == "error"}


def lines_of_ty(program: str, folder: Path) -> set[int]:
    """Return the lines in which ty finds errors."""
    own = {"environment": {"python": sys.prefix, "python-version": "3.11", "root": [str(ROOT / "src")]}}
    (folder / "ty.toml").write_text(toml({"rules": settings("ty")["rules"], **own}))
    asked = [program, "check", "--config-file", "ty.toml", "--output-format", "concise", "faults.py"]
    return {int(line.split(":")[1]) for line in output_of(asked, folder).splitlines() if ": error[" in line}


def toml(tables: dict[str, dict[str, object]]) -> str:
    """Return tables of plain values formatted as TOML."""
    lines = [f"[{name}]\n{rows(table)}" for name, table in tables.items()]
    return "\n\n".join(lines) + "\n"


def rows(table: dict[str, object]) -> str:
    return "\n".join(f"{name} = {json.dumps(value)}" for name, value in table.items())


def output_of(command: list[str], folder: Path) -> str:
    environment = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout, done.stderr
    return done.stdout


def program(name: str) -> str:
    """Return the path of a type checker. If it is not installed, skip the test, or fail under CI."""
    path = shutil.which(name, path=str(Path(sys.executable).parent))
    if path is None:
        message = f"{name} is not installed, so that no test shows what it finds: make .venv/.dev"
        assert not os.environ.get("CI"), message
        pytest.skip(message)
    return path


@pytest.mark.parametrize(
    ("name", "lines_of"), [("pyright", lines_of_pyright), ("ty", lines_of_ty)], ids=["pyright", "ty"]
)
def test_planted_faults_are_found(name: str, lines_of: Callable[[str, Path], set[int]], tmp_path: Path):
    text = FAULTS.read_text("utf-8")
    (tmp_path / "faults.py").write_text(text, "utf-8")
    planted = {number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# fault")}
    assert len(planted) > 20
    lines = lines_of(program(name), tmp_path)
    assert not planted - lines, f"{name} finds nothing in lines {sorted(planted - lines)}"
    assert not lines - planted, f"{name} finds what is no fault in lines {sorted(lines - planted)}"
