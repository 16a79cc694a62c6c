"""Tests of the pages that teach the games: generated parts are current, and every language has the same page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from saleroom.games import FOLDERS, load
from saleroom.match import how_to_play, languages, rulebook
from saleroom.match.referee import replay
from tests.contract.translated import SHIPPED
from tools.how_to_play import GAMES, PART, figures, filled, pages
from tools.how_to_play.wording import Wording

PAGES = [pytest.param(path, *page, id=f"{page[0]}-{page[1]}") for path, page in pages().items()]
every_page = pytest.mark.parametrize(("path", "name", "language"), PAGES)
WORDS = range(600, 1201)
LINK = re.compile(r"\]\((RULES[\w.]*)#([^)]+)\)")
NUMBER = re.compile(r"(?<![\d.,])\d\.\d+(?![\d])")


def outline(text: str) -> list[str]:
    """Return the parts of a page that are the same in every language, in order."""
    return re.findall(r"^(?:#+|- \*\*|\d\.|!\[)(?= |\w)|<!-- [^>]+ -->|\]\(RULES(?=[.\w]*#)", text, re.MULTILINE)


def test_every_game_that_follows_a_source_has_a_page_in_every_language():
    assert {(name, language) for name, language in pages().values()} == {
        (name, language) for name in SHIPPED for language in languages.LANGUAGES
    }


@every_page
def test_generated_parts_are_those_that_the_program_writes(path: Path, name, language):
    text = path.read_text("utf-8")
    assert text == filled(text, name, language), "run: make pages"
    assert text.count("<!--") == 2 * len(PART.findall(text))
    assert [kind for _, kind, *_ in PART.findall(text)].count("example") == 1


@every_page
def test_a_page_can_be_read_in_one_sitting(path: Path, name, language):
    page = how_to_play.page(load(name), language)
    assert page is not None
    words = [word for word in page.split() if any(letter.isalnum() for letter in word)]
    assert len(words) in WORDS


@every_page
def test_links_lead_to_sections_of_the_rules_and_no_article_is_numbered(path: Path, name, language):
    text = path.read_text("utf-8")
    rules = rulebook.source(load(name), language)
    sections = {how_to_play.anchor(heading) for heading in re.findall(r"^## (.+)$", rules, re.MULTILINE)}
    found = LINK.findall(text)
    assert len(found) > 4
    assert {file for file, _ in found} == {"RULES.md" if language == "en" else f"RULES.{language}.md"}
    assert {anchor for _, anchor in found} <= sections
    assert NUMBER.findall(LINK.sub("", PART.sub("", text))) == []


@every_page
def test_pictures_exist(path: Path, name, language):
    (picture,) = re.findall(r"^!\[[^\]]+\]\((.+)\)$", path.read_text("utf-8"), re.MULTILINE)
    assert (path.parent / picture).is_file()


@every_page
def test_translations_have_the_same_parts(path: Path, name, language):
    assert outline(path.read_text("utf-8")) == outline((path.parent / how_to_play.file_name()).read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_the_example_is_a_whole_deal_under_the_usual_rules(name):
    record = json.loads((GAMES / FOLDERS[name] / "example.json").read_text("utf-8"))
    match = replay(record)
    assert match.options == load(name).settle_options({}, match.seats)
    assert len(match.deals) == 2 and match.deals[0].score == record["deals"][0]["score"]


def test_an_example_follows_its_record():
    wording = Wording("auction-pitch", "en")
    text = filled("<!-- example -->old<!-- end -->", "auction-pitch", "en")
    record = json.loads(languages.read("auction-pitch", "example.json") or "")
    plays = [event for event in record["deals"][0]["events"] if " play " in event]
    assert len(plays) == 24 and len(re.findall(r"^\| \d+ ", text, re.MULTILINE)) == 6
    assert "old" not in text and wording.result("high", {"card": "KS"}) in text


@pytest.mark.parametrize(
    ("kind", "arguments", "language", "text"),
    [
        ("mean", ["4", "price"], "en", "2.1"),
        ("mean", ["4", "price"], "de", "2,1"),
        ("loss", ["4", "price"], "en", "-2.1"),
        ("percent", ["4", "made"], "en", "80"),
        ("minutes", ["4"], "en", "9"),
        ("minutes", ["4", "target=10"], "en", "15"),
        ("matches", ["4"], "de", "2.000"),
        ("matches", ["4:house"], "en", "8,000"),
    ],
)
def test_figures_are_those_of_the_data_file(kind, arguments, language, text):
    assert figures.figure(load("auction-pitch"), Wording("auction-pitch", language), kind, arguments) == text


@pytest.mark.parametrize("arguments", [["3", "price"], ["4", "nothing"], ["4", "price", "target=3"]])
def test_a_figure_that_was_not_measured_is_refused(arguments):
    with pytest.raises((LookupError, StopIteration)):
        figures.figure(load("auction-pitch"), Wording("auction-pitch", "en"), "mean", arguments)


def test_a_game_without_a_page_has_none():
    assert how_to_play.page(load("mini-pitch")) is None and how_to_play.plain(load("mini-pitch")) is None
