"""Tests of the documentation pages: their examples run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import saleroom
from saleroom.cli import app
from saleroom.kernel.compile import COMPILED

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the pages show compiled play")


def test_package_docstring():
    assert doctest.testmod(saleroom).failed == 0


def command_lines():
    return blocks_of("reference/command-line.md", "sh")[0].splitlines()


@pytest.mark.integration
def test_commands_of_the_page_about_them(tmp_path):
    program = Path(sys.executable).parent / "saleroom"
    for line in command_lines():
        name, *arguments = line.split()
        assert name == "saleroom"
        done = subprocess.run(
            [program, *arguments],
            cwd=tmp_path,
            input="quit\n",
            capture_output=True,
            text=True,
            env={**os.environ, "NO_COLOR": "1"},
            check=False,
        )
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        assert done.stdout, line
    assert (tmp_path / "matches.jsonl").read_text().count("\n") == 20


def test_chance_page_prints_what_it_says():
    page = (ROOT / "docs/reference/chance.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    said = re.search(r"It prints\n\n```\n(.*?)```", page, re.DOTALL)
    assert code and said
    done = subprocess.run([sys.executable, "-c", code[1]], capture_output=True, text=True, check=True)
    assert done.stdout == said[1]
    match = saleroom.game("auction-pitch").match(seats=4, seed=7)
    hands = [sorted(event.pieces) for event in match.deals[0].events]
    rows = [line.split() for line in said[1].splitlines()]
    assert rows[0] == ["dealer", str(match.dealer)]
    assert [sorted(row[1:]) for row in rows[1:]] == hands


ON_THEIR_OWN = {"research/environments.md", "research/leaks.md", "reference/chance.md", "build/bots.md"}
"""Pages whose examples are run by separate tests."""
SMALLER = {
    "research/arena.md": {'"hard", "house"': '"house", "random"', "deals=50": "deals=3", "jobs=2": "jobs=1"},
    "research/house-rules.md": {"until=0.01": "matches=20"},
}
"""Replacements that make examples run faster: for each page, the original text and the new text."""
NOT_HERE = ("sb3_contrib", "saleroom.envs.stable_baselines")
"""Modules that need a library of no extra. An example that uses one is parsed but not run."""


def pages_with(mark: str) -> list[str]:
    pages = {path.relative_to(ROOT / "docs").as_posix(): path for path in sorted(ROOT.glob("docs/**/*.md"))}
    return [name for name, path in pages.items() if name not in ON_THEIR_OWN and mark in path.read_text("utf-8")]


def blocks_of(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", pages_with("```python"))
def test_python_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks_of(page, "python"):
        for large, small in SMALLER.get(page, {}).items():
            block = block.replace(large, small)
        if ">>>" in block:
            runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            examples = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
            runner.run(examples, clear_globs=False)
            assert runner.tries and not runner.failures
            names |= examples.globs  # later code blocks of a page continue the earlier blocks
        elif any(library in block for library in NOT_HERE):
            compile(block, page, "exec")
        else:
            exec(compile(block, page, "exec"), names)


def typed(page: str) -> list[list[str]]:
    """Return the Saleroom commands that a page shows, each split into words as by a shell."""
    lines = "".join(blocks_of(page, "(?:sh|text)")).replace("\\\n", " ").splitlines()
    commands = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if "saleroom " in line]
    return [command[1:] for command in commands if command and Path(command[0]).name == "saleroom"]


@pytest.mark.parametrize("page", pages_with("saleroom "))
def test_commands_of_a_page_can_be_typed(page):
    for line in typed(page):
        command, rest = get_command(app), line
        while commands := getattr(command, "commands", None):
            assert rest and rest[0] in commands, f"{page}: saleroom {shlex.join(line)}"
            command, rest = commands[rest[0]], rest[1:]
        with command.make_context("saleroom", list(rest)):
            pass


def test_every_file_that_a_page_links_exists():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def named_places() -> list[str]:
    """Return every file or folder that the table in ARCHITECTURE.md names, such as `bots/players.py`, `levels.py`."""
    table = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("## Where does X live?")[1]
    names = re.findall(r"`([\w./<>-]+)`", table)
    return sorted({name for name in names if re.search(r"/|\.(py|md|ts|json|css|svelte)$", name)})


@pytest.mark.parametrize("name", named_places())
def test_a_place_that_architecture_names_is_there(name):
    pattern = name.replace("<game>", "*").replace("<language>", "*").rstrip("/")
    folders = [ROOT / "src/saleroom", *(ROOT / folder for folder in ("docs", "tests", "benchmarks", "web/src"))]
    assert any(ROOT.glob(pattern)) or any(next(folder.rglob(pattern), None) for folder in folders)


def test_the_glossary_has_each_term_once():
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs/reference/glossary.md").read_text("utf-8"), re.MULTILINE)
    terms = [term.strip() for row in rows if row not in ("term", "---") for term in row.split(",")]
    assert len(terms) > 80
    assert sorted(terms) == sorted(set(terms))
