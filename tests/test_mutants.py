"""The kept results of mutation testing: rates are reached, and each survivor has its reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.mutants.areas import AREAS, SOURCE
from tools.mutants.results import load


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


def names_in(path: Path) -> set[str]:
    """The qualified names of the functions and methods of a file."""
    return set(qualified_names(ast.parse(path.read_text("utf-8")).body, ""))


def qualified_names(body: list[ast.stmt], prefix: str) -> list[str]:
    names = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(prefix + node.name)
        elif isinstance(node, ast.ClassDef):
            names += qualified_names(node.body, f"{prefix}{node.name}.")
    return names
