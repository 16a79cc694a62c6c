"""Tests that the programs in `docs/research/leaks.md` print the output shown below them."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "research" / "leaks.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", PAGE, re.DOTALL)
LIBRARIES = {"pyspiel": ("open-spiel", "OpenSpiel"), "rlcard": ("rlcard", "RLCard")}


def test_every_program_says_what_it_prints():
    assert len(PROGRAMS) == PAGE.count("```python") > 7


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_program(number, capsys):
    """Run a program from the page. A program that needs a library runs only with the library version that the page
    names.
    """
    program, printed = PROGRAMS[number]
    for module, (package, name) in LIBRARIES.items():
        if f"import {module}\n" in program:
            try:
                found = version(package)
            except PackageNotFoundError:
                pytest.skip(f"no {name}")
            if f"{name} {found}" not in PAGE:
                pytest.skip(f"the page is about another {name} than {found}")
    exec(program, {"__name__": "page"})
    assert capsys.readouterr().out == printed
