"""Tests of the stored results of mutation testing: enough mutants are found, and each surviving mutant has a reason."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.mutants.areas import AREAS, SOURCE
from tools.mutants.results import Results, load


@pytest.mark.parametrize("name", AREAS)
def test_the_kill_rate_is_reached(name):
    assert load(AREAS[name].results()).rate >= AREAS[name].least


@pytest.mark.parametrize("name", AREAS)
def test_every_survivor_has_a_reason(name):
    assert load(AREAS[name].results()).unexplained == []


@pytest.mark.parametrize("name", AREAS)
def test_enough_mutants_were_tried(name):
    results = load(AREAS[name].results())
    assert results.tried >= min(results.mutants, AREAS[name].sample or results.mutants) > 0


@pytest.mark.parametrize("name", AREAS)
def test_results_are_those_of_functions_that_exist(name):
    for function in load(AREAS[name].results()).functions:
        file, _, qualified = function.partition(" ")
        assert qualified in names_in(SOURCE / file), "run make mutants for this area again"


def test_results_hold_until_a_function_or_the_number_of_its_mutants_changes():
    results = Results()
    function: Any = SimpleNamespace(name="some/rules.py deal", digest="a")
    results.keep(function, "tests", 3, ["swap: a -> b"])
    results.functions[function.name].survivors["swap: a -> b"] = "it is the same"
    assert results.earlier(function, 3) is results.functions[function.name]
    assert (results.earlier(function, 4), results.changed([function])) == (None, [])
    results.keep(function, "other tests", 3, ["swap: a -> b"])
    assert results.survivors == {"some/rules.py deal swap: a -> b": "it is the same"}
    edited: Any = SimpleNamespace(name=function.name, digest="b")
    assert (results.earlier(edited, 3), results.changed([edited])) == (None, [function.name])
    results.keep(edited, "tests", 3, ["swap: a -> b"])
    assert (results.unexplained, results.rate) == (["some/rules.py deal swap: a -> b"], 2 / 3)


def names_in(path: Path) -> set[str]:
    """Return the qualified names of the functions and methods of a file."""
    return set(qualified_names(ast.parse(path.read_text("utf-8")).body, ""))


def qualified_names(body: list[ast.stmt], prefix: str) -> list[str]:
    names = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(prefix + node.name)
        elif isinstance(node, ast.ClassDef):
            names += qualified_names(node.body, f"{prefix}{node.name}.")
    return names
