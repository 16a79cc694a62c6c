"""Tests that every statement of a game's sources is answered: `SOURCES.md` and the articles name each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from saleroom import games
from saleroom.games import FOLDERS, NAMES, load
from saleroom.match import languages

HERE = Path(games.__file__).parent
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NUMBER = re.compile(r"(?<![\d.])\d+\.\d+(?![\d])")
OPTION = re.compile(r"`(\w+)`")
LINK = re.compile(r"\]\(([\w.]*)#([\w-]+)\)")
NOTE = re.compile(r"^(\d+\.\d+)(?: \[\w+=[\w-]+\])? .*\*\(([^*]+)\)\*$", re.DOTALL)
CITED = re.compile(r"^(\w+) (\d+(?:, \d+)*)$")
RULING = {"en": "ruling: ", "de": "Festlegung: ", "fr": "décision\u00a0: "}
REASON = {"en": r"\b(because|so that)\b", "de": r"\b(weil|damit)\b", "fr": r"\b(parce qu|pour qu)"}
"""Words that introduce the reason of a ruling, by language."""


def has_source(name: str) -> bool:
    """Return whether the rules of a game follow a source; games made up for this program have rulings only."""
    return any(note != "ruling" for _, note in notes(name))


def path_of(name: str, language: str = "en") -> Path:
    return HERE / FOLDERS[name] / ("RULES.md" if language == "en" else f"RULES.{language}.md")


def notes(name: str, language: str = "en") -> list[tuple[str, str]]:
    """Return the number of each article and its note, which names sources and rulings, on one line."""
    paragraphs = path_of(name, language).read_text("utf-8").strip().split("\n\n")
    found = [NOTE.match(paragraph) for paragraph in paragraphs]
    return [(match[1], re.sub(r"[ \n]+", " ", match[2])) for match in found if match]


def cited(note: str, language: str = "en") -> tuple[list[tuple[str, int]], str]:
    """Return the rows that a note names, each with its source, and its ruling; the ruling is empty if there is none."""
    sources, mark, ruling = note.partition(RULING[language])
    rows: list[tuple[str, int]] = []
    for part in filter(None, re.split(r"[ \u00a0]*;[ \u00a0]?", sources)):
        match = CITED.match(part.strip())
        assert match, f"{part!r} names no row of a source"
        rows += [(match[1], int(number)) for number in match[2].split(", ")]
    return rows, mark and ruling


def sections(name: str) -> Iterator[tuple[str, list[tuple[int, str, str]]]]:
    """Yield each table of a game's `SOURCES.md`: its heading and its rows (number, statement, where)."""
    text = (HERE / FOLDERS[name] / "SOURCES.md").read_text("utf-8")
    for section in text.split("\n## ")[1:]:
        rows = [(int(number), statement, where) for number, statement, where in ROW.findall(section)]
        if rows:
            yield section.splitlines()[0], rows


def slugs(path: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


GAMES = [name for name in NAMES if has_source(name)]
every_source = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", languages.LANGUAGES)


def test_games_with_a_source_and_only_they_have_a_page_about_it():
    assert len(GAMES) == 5
    assert [name for name in NAMES if (HERE / FOLDERS[name] / "SOURCES.md").exists()] == GAMES


@every_source
def test_every_statement_is_answered_by_something_that_exists(name):
    folder, options = HERE / FOLDERS[name], {option.name for option in load(name).options}
    articles = {number for number, _ in notes(name)}
    for _, rows in sections(name):
        assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
        for number, _, where in rows:
            links = LINK.findall(where)
            assert NUMBER.findall(where) or OPTION.findall(where) or links, f"row {number} has no answer"
            assert set(NUMBER.findall(where)) <= articles, f"row {number}"
            assert set(OPTION.findall(where)) <= options, f"row {number}"
            for file, anchor in links:
                assert anchor in slugs(folder / (file or "SOURCES.md")), f"row {number}: {anchor}"


@every_source
def test_rows_and_articles_name_each_other(name):
    tables = list(sections(name))
    answered = defaultdict(set)
    for index, (_, rows) in enumerate(tables):
        for number, _, where in rows:
            for article in NUMBER.findall(where):
                answered[article].add((index, number))
    named, order = defaultdict(set), dict[str, int]()
    for article, note in notes(name):
        rows, ruling = cited(note)
        assert rows or ruling, f"{article} names neither a row nor a ruling"
        named[article] |= {(order.setdefault(source, len(order)), number) for source, number in rows}
    assert len(order) == len(tables)
    assert {article: rows for article, rows in named.items() if rows} == dict(answered)


@every_language
@every_source
def test_every_ruling_says_what_and_why(name, language):
    for article, note in notes(name, language):
        _, ruling = cited(note, language)
        assert not ruling or re.search(REASON[language], ruling), f"{article}: {ruling}"


@every_language
@every_source
def test_translations_name_the_same_rows(name, language):
    def plain(language: str) -> list[tuple[str, list[int], bool]]:
        found = [(article, *cited(note, language)) for article, note in notes(name, language)]
        return [(article, [number for _, number in rows], bool(ruling)) for article, rows, ruling in found]

    assert plain(language) == plain("en")
