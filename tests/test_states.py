"""Tests of the classes that describe records to editors and type checkers.

The classes must match the declarations, and must not affect the rules.
"""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import numpy as np
import pytest

from saleroom.games import ALL, FOLDERS, load
from saleroom.kernel.fields import Record, public
from tools import new_game, states

ROOT = states.ROOT


def annotated(path: Path) -> dict[str, str]:
    """Return the annotated fields of every class in a module, with the source text of their types."""
    classes = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
    fields = [field for kind in classes for field in kind.body if isinstance(field, ast.AnnAssign)]
    return {ast.unparse(field.target): ast.unparse(field.annotation) for field in fields}


@pytest.mark.parametrize("path", states.files())
def test_generated_modules_are_current(path):
    assert (ROOT / path).read_text("utf-8") == states.files()[path], "run `make generated`"


@pytest.mark.parametrize("name", ALL)
def test_a_state_has_the_fields_of_its_record_and_no_more(name):
    record, folder = load(name).record, ROOT / "games" / FOLDERS[name]
    own, shared = annotated(folder / "rules/state.py"), annotated(ROOT / "kernel/states.py")
    names = {field.name for field in record.fields if not field.name.startswith(states.FILLER)}
    assert set(own) <= names
    assert names <= set(own) | set(shared)
    for field in record.fields:
        if field.name in own:
            array = f"Array[np.{np.dtype(field.kind).name}]"
            assert own[field.name] == (array if field.shape else "Number")


def test_a_changed_field_changes_the_class():
    one = Record("auction_one", public("trump", "i1", (0, 3), "suit", "the trump suit"))
    two = Record("auction_one", public("trumps", "i1", (0, 3), "suit", "the trump suits", (2,)))
    assert "    trump: Number\n" in states.game_state("One", one)
    assert "    trumps: Array[np.int8]\n" in states.game_state("One", two)


def test_a_skeleton_has_the_class_of_its_record(tmp_path):
    (tmp_path / new_game.LIST).parent.mkdir(parents=True)
    (tmp_path / new_game.LIST).write_text((ROOT / "games/__init__.py").read_text("utf-8"), "utf-8")
    new_game.create("auction-never", tmp_path)
    folder = tmp_path / new_game.LIST.parent / "never"
    record = runpy.run_path(str(folder / "rules/record.py"))["RECORD"]
    assert (folder / "rules/state.py").read_text("utf-8") == states.game_state("Auction Never", record)
    assert (folder / "display/view.py").read_text("utf-8") == states.game_view("Auction Never", "never", record)


def functions(path: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("name", ALL)
def test_every_function_on_a_record_names_its_class(name):
    """Check that every parameter for a record has a type.

    Without a type, a parameter such as `s` would accept any misspelt field.
    """
    folder = ROOT / "games" / FOLDERS[name]
    bare = [
        f"{path.relative_to(ROOT)}: {function.name}({argument.arg})"
        for path in sorted(folder.rglob("*.py"))
        for function in functions(path)
        for argument in function.args.args
        if argument.arg in ("s", "state", "view", "scene", "step") and argument.annotation is None
    ]
    assert not bare
