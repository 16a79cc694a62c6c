"""Tests of the documentation site: the navigation includes every page, and every link has a target."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from saleroom.match import how_to_play
from tests.services import missing
from tools.site import __main__ as site
from tools.site import links, pages, redirects
from tools.site.games import without_accents

EARLIER = Path(__file__).parent / "fixtures/earlier_headings.json"
"""Headings of the site before its pages were put into folders, by page; `[]` for pages that code describes."""

pytestmark = pytest.mark.skipif(not COMPILED, reason="the pages of the games look at compiled layouts")


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """Return the folder from which Zensical builds the site."""
    folder = tmp_path_factory.mktemp("site")
    site.prepare(folder, "https://example.org/")
    return folder


def written(collected: Path) -> dict[str, str]:
    found = collected / "pages"
    return {path.relative_to(found).as_posix(): path.read_text("utf-8") for path in sorted(found.rglob("*.md"))}


def navigation(part) -> list[str]:
    """Return the pages of the navigation, in order."""
    if isinstance(part, str):
        return [part]
    return [page for one in (part.values() if isinstance(part, dict) else part) for page in navigation(one)]


def test_every_page_is_in_the_navigation_once(collected):
    settings = tomllib.loads((collected / "zensical.toml").read_text("utf-8"))["project"]
    assert sorted(navigation(settings["nav"])) == sorted(written(collected))
    assert settings["site_url"] == "https://example.org/"


def test_every_link_of_a_page_leads_to_a_file_of_the_site(collected):
    for page, text in written(collected).items():
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", re.sub(pages.FENCE, "", text)):
            assert (collected / "pages" / page).parent.joinpath(target).is_file(), f"{page}: {target}"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_has_rules_options_environment_and_picture(name, collected):
    text = written(collected)[f"games/{name}.md"]
    game = load(name)
    assert text.startswith(f"# {game.title}\n")
    assert (collected / f"pages/screens/{name}-desktop.png").is_file() and f"screens/{name}-desktop.png" in text
    for option in game.options:
        assert f"| `{option.name}` |" in text
    headings = re.findall("^## (.*)", text, re.MULTILINE)
    taught = [] if how_to_play.page(game) is None else ["How to play"]
    assert headings == [*taught, "Rules", "What options change", "As an environment"]
    for part in ("Observation", "Actions", "Rewards", "Versions"):
        assert f"\n### {part}\n" in text


def test_pages_that_teach_a_game_lead_to_the_rules_below(collected):
    pages = written(collected)
    for page in ("games/auction-pitch.md", "games/auction-draw.de.md", "games/auction-flop-poker.fr.md"):
        headings = re.findall("^#+ (.*)$", pages[page], re.MULTILINE)
        anchors = {without_accents(how_to_play.anchor(heading)) for heading in headings}
        targets = set(re.findall(r"\]\(#([^)]+)\)", pages[page]))
        assert len(targets) > 4 and targets <= anchors
        assert "<!--" not in pages[page] and "RULES" not in pages[page].partition("## As an environment")[0]
    assert "](games/auction-pitch.md)" in pages["index.md"]


def test_the_reference_has_every_command_and_request(collected):
    text = written(collected)
    assert "## saleroom admin" in text["reference/command-line.md"]
    assert "`--players LEVELS`" in text["reference/command-line.md"]
    assert "## POST /api/tables\n" in text["reference/http.md"]
    assert "::: saleroom.match.match.Match" in text["reference/python.md"]


def headings(text: str) -> set[str]:
    """Return the anchors of a page's headings, as the site names them."""
    names = [name.strip("# ") for name in re.findall("^#+ .*$", re.sub(pages.FENCE, "", text), re.MULTILINE)]
    return {without_accents(how_to_play.anchor(name.replace("`", ""))) for name in names}


def test_every_earlier_heading_has_an_address(collected):
    """Earlier addresses lead to a page and, if they name a heading, to a heading on it."""
    present = {page.removesuffix(".md"): headings(text) for page, text in written(collected).items()}
    lost = []
    for page, anchors in json.loads(EARLIER.read_text("utf-8")).items():
        assert page in present or (collected / f"pages/{page}.html").is_file(), page
        for anchor in anchors:
            target, _, heading = redirects.destination(f"{page}#{anchor}").partition("#")
            if heading not in present.get(target, ()):
                lost.append(f"{page}#{anchor} leads to {target}#{heading}")
    assert not lost, "\n".join(lost)


def test_a_page_that_moved_leads_to_the_new_one_with_the_same_heading():
    moved = {"pages": {"a": "b/c"}, "headings": {"a#one": "d#two"}}
    page = redirects.pages(moved)["a.html"]
    assert 'const headings = {"one": "d.html#two"};' in page
    assert '"b/c.html" + location.hash' in page and 'url=b/c.html"' in page
    assert redirects.destination("a#other", moved) == "b/c#other"
    assert redirects.destination("a#one", moved) == "d#two"


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below/b.html").write_text('<h2 id="there">B</h2><a href="../a.html#here">a</a><a href="#no">no</a>')
    (tmp_path / "a.html").write_text(
        '<p id="here"></p><a href="below/b.html#there">b</a><img src="c.png"><a href="x:y">x</a>'
    )
    assert links.broken(tmp_path) == ["a.html: c.png", "below/b.html: #no"]


def test_links_in_code_are_left_alone():
    text = "[a](../README.md)\n\n```md\n[a](../README.md)\n```\n"
    there = pages.rewritten(text, "docs/x.md", "x.md", {"README.md": "index.md"})
    assert there == "[a](index.md)\n\n```md\n[a](../README.md)\n```\n"


@pytest.mark.integration
def test_the_site_is_built_and_all_its_links_lead_somewhere(tmp_path):
    if not site.ZENSICAL.is_file():
        missing("Zensical", "none; make .venv/.docs")
    site.prepare(tmp_path)
    done = subprocess.run([site.ZENSICAL, "build"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert links.broken(tmp_path / "html") == []
    assert 'id="saleroom.match.match.Match.act"' in (tmp_path / "html/reference/python.html").read_text("utf-8")
    assert (tmp_path / "html/search.json").stat().st_size > 100_000
