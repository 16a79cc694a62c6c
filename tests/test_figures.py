"""Tests of figures in the documentation: each has one home, and other pages link there."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from docs.figures import blocks
from saleroom.server.api import bot_access, services
from saleroom.server.realtime import bot_streams
from saleroom.server.storage import bots

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TAGLINE = "Five auction games with cards and dominoes"
PAGES = [ROOT / "README.md", *(ROOT / "examples").rglob("*.md"), *DOCS.rglob("*.md")]
HOMES = {
    r"\b\d+ MB\b.*\b(plain package|install(ed|s)?)\b|\b(plain package|cryptography)\b.*\b\d+ MB\b": (
        "docs/play/install.md",
        "docs/reference/versions.md",
    ),
    r"^(?=.*compil).*\b(\d+|ten|twenty|half a|some) (s|seconds|minutes?)\b": ("docs/research/benchmarks.md",),
    r"`trained`.*\+1\.\d\d.*Auction House|Auction House.*`trained`.*\+1\.\d\d": (
        "README.md",
        "docs/index.md",
        "docs/research/strength.md",
    ),
    r"\b(\w+) lines of nginx\b": (),
    r"\bauction-[a-z-]+-v[01]\b": (),
    r"\b(\d+|forty|fifty) lines\b.*(bot|Python|standard library)|(bot|It) has \d+ lines": ("docs/play/fair-cards.md",),
    r"\b(1,000 connections|200 valid codes|40 requests at once|60 people)\b": ("docs/operate/run.md",),
}
"""For each kind of figure, an expression that finds it in a paragraph, and the pages that may state it."""
GENERATED = ("docs/environments/", "docs/research/nets.md", "docs/research/leaderboard.md")
ARCHIVE = "docs/research/experiments.md"


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def paragraphs(path: Path) -> list[str]:
    """Return a page's paragraphs and table rows, each on one line; code is left out."""
    text = re.sub("^```.*?^```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=\||- )", text)]


@pytest.mark.parametrize("pattern", HOMES)
def test_a_figure_has_one_home(pattern):
    checked = [path for path in PAGES if name(path) != ARCHIVE and not name(path).startswith(GENERATED)]
    found = {name(path) for path in checked for text in paragraphs(path) if re.search(pattern, text)}
    assert found <= set(HOMES[pattern])


def test_a_second_home_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("The first start compiles\nfor half a minute.\n\n```\nIt compiles for 20 s.\n```\n")
    (text,) = [text for text in paragraphs(page) if text]
    assert any(re.search(pattern, text) for pattern in HOMES)


@pytest.mark.parametrize("block", blocks.BLOCKS)
def test_a_block_is_of_its_data(block):
    text = (DOCS / blocks.BLOCKS[block][0]).read_text("utf-8")
    assert text == blocks.written(block, text), "run `make pages`"


def test_the_plain_package_is_as_small_as_a_release_allows():
    from tools.release.tried import LARGEST

    sizes = json.loads((DOCS / "figures/install_size.json").read_text("utf-8"))["megabytes"]
    assert sum(sizes["plain"].values()) <= LARGEST


def test_the_limits_of_programs_are_those_of_the_program():
    (text,) = [text for text in paragraphs(DOCS / "reference/bot-api.md") if text.startswith("A program may send")]
    numbers = [
        services.BOT_RATE,
        services.BOT_BURST,
        bot_access.STREAM_COST,
        bot_streams.MOST_STREAMS,
        bots.MAX_BOTS,
        bots.MAX_TOKENS,
    ]
    assert [int(number) for number in re.findall(r"\d+", text)] == numbers


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "index.md"], ids=name)
def test_each_benefit_has_a_number_that_is_on_the_page_behind_it(page):
    found = re.findall(r"\[\*\*(\S+)\*\*[^]]*\]\(([^)#]+)", page.read_text("utf-8"))
    assert len(found) == 6
    for number, target in found:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", (page.parent / target).read_text("utf-8")), target


def test_the_number_of_games_with_leaks_is_that_of_the_table():
    text = (DOCS / "research/leaks.md").read_text("utf-8")
    table = re.findall(r"^\| (?:OpenSpiel|RLCard|PettingZoo) \| .*$", text.split("<!-- table")[1], re.MULTILINE)
    (games, leaking) = re.findall(r"in (\d+) games of these libraries.*?differences in (\d+) of", text, re.DOTALL)[0]
    assert (len(table), sum("| nothing |" not in row for row in table)) == (int(games), int(leaking))


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "index.md"], ids=name)
def test_the_example_in_python_prints_what_it_says(page):
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert len(block.strip().splitlines()) == 8
    test = doctest.DocTestParser().get_doctest(block, {}, page.name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_tagline_is_the_same_everywhere():
    places = (
        "README.md",
        "docs/index.md",
        "CITATION.cff",
        "pyproject.toml",
        "src/saleroom/cli/__init__.py",
        "src/saleroom/terminal/lobby.py",
        "src/saleroom/server/messages/en.json",
        "tools/site/zensical.toml",
        "web/index.html",
        "web/public/manifest.webmanifest",
        "web/src/messages/en.json",
    )
    assert [place for place in places if TAGLINE not in (ROOT / place).read_text("utf-8")] == []


def first_command(text: str) -> str | None:
    """Return the first command of a page, in a block of shell commands."""
    block = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    return block and block[1].splitlines()[0]


@pytest.mark.parametrize("page", [page for page in PAGES if "environments" not in page.parts], ids=name)
def test_the_first_command_of_a_page_works_before_a_release(page):
    command = first_command(page.read_text("utf-8"))
    assert command is None or not re.search(r"\b(pip|pipx|uv tool) install .*saleroom", command)
