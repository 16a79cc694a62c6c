"""Tests of the notebooks: every cell runs, in order, and none has an output."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from saleroom.kernel.compile import COMPILED

FOLDER = Path(__file__).resolve().parents[2] / "examples/notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
pytestmark = pytest.mark.skipif(not COMPILED, reason="the notebooks show compiled play")


def cells(name: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / name).read_text("utf-8"))["cells"]


def run(name: str) -> list[Any]:
    """Run the code of a notebook, and return the values that its cells show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    values = []
    for number, cell in enumerate(cell for cell in cells(name) if cell["cell_type"] == "code"):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        where = f"{name}, code cell {number}"
        exec(compile(tree, where, "exec"), names)
        if isinstance(last, ast.Expr):
            values.append(eval(compile(ast.Expression(last.value), where, "eval"), names))
    return values


def test_there_are_three():
    assert NOTEBOOKS == ["play_and_look.ipynb", "study_a_rule.ipynb", "train_and_evaluate.ipynb"]


@pytest.mark.integration
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_without_outputs(name):
    notebook = json.loads((FOLDER / name).read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert notebook["cells"][0]["cell_type"] == "markdown"
    for cell in cells(name):
        assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None)
