"""What the pages promise: their examples run."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import saleroom
from saleroom.kernel.compile import COMPILED

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")

pytestmark = pytest.mark.skipif(not COMPILED, reason="the pages show compiled play")


def test_python_examples_of_the_readme():
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.tries > 10
    assert runner.failures == 0


def test_package_docstring():
    assert doctest.testmod(saleroom).failed == 0


def command_lines():
    block = README.split("## From the command line")[1].split("```sh\n")[1].split("```")[0]
    return block.splitlines()


def test_commands_of_the_readme(tmp_path):
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
    page = (ROOT / "docs/chance.md").read_text("utf-8")
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


def test_every_file_that_a_page_links_exists():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def named_places() -> list[str]:
    """Every place that the table of ARCHITECTURE.md names, such as `bots/players.py`, `levels.py`."""
    table = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("## Where does X live?")[1]
    names = re.findall(r"`([\w./<>-]+)`", table)
    return sorted({name for name in names if re.search(r"/|\.(py|md|ts|json|css|svelte)$", name)})


@pytest.mark.parametrize("name", named_places())
def test_a_place_that_architecture_names_is_there(name):
    pattern = name.replace("<game>", "*").rstrip("/")
    folders = [ROOT / "src/saleroom", *(ROOT / folder for folder in ("docs", "tests", "benchmarks", "web/src"))]
    assert any(ROOT.glob(pattern)) or any(next(folder.rglob(pattern), None) for folder in folders)
