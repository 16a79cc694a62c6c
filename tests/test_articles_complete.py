"""Tests that every article of the rules has a test, and that the rules mention every option."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

from saleroom import games
from saleroom.games import FOLDERS, load
from saleroom.match import languages, rulebook
from tests.contract.chance import every_game

ARTICLE = re.compile(r"^(\d+)\.(\d+) (?:\[([^\]]+)\] )?\S", re.MULTILINE)
SECTION = re.compile(r"^## (\d+) \S", re.MULTILINE)
TEST = re.compile(r"test_(\d+)_(\d+)_[a-z]")


def rules_of(name: str) -> str:
    """Return the text of a game's rules."""
    return (Path(games.__file__).parent / FOLDERS[name] / "RULES.md").read_text(encoding="utf-8")


def articles_of(name: str) -> list[tuple[int, int]]:
    """Return the numbers of a game's articles, in the order of the text."""
    return [(int(section), int(number)) for section, number, _ in ARTICLE.findall(rules_of(name))]


def articles_file(name: str) -> Path:
    """Return the file with the tests of a game's articles."""
    return Path(__file__).parent / "games" / FOLDERS[name] / "test_articles.py"


def names_of_tests(name: str) -> list[str]:
    """Return the names of the tests of a game's articles."""
    text = articles_file(name).read_text(encoding="utf-8")
    named = [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [function for function in named if function.startswith("test_")]


@every_game
def test_every_article_has_a_test_and_every_test_an_article(name, seats):
    tested = set()
    for function in names_of_tests(name):
        match = TEST.match(function)
        assert match, f"{function} names no article"
        tested.add((int(match[1]), int(match[2])))
    articles = set(articles_of(name))
    assert articles - tested == set(), "articles without a test"
    assert tested - articles == set(), "tests of articles that do not exist"


@every_game
def test_an_article_is_found_by_one_search_in_text_code_and_tests(name, seats):
    """Check that article numbers such as 4.2 are written in full everywhere, never as a range such as 4.2-4."""
    rules = Path(games.__file__).parent / FOLDERS[name] / "rules"
    code = "\n".join(path.read_text(encoding="utf-8") for path in rules.glob("*.py"))
    tests = articles_file(name).read_text(encoding="utf-8")
    for section, number in articles_of(name):
        literally = rf"(?<![\d.]){section}\.{number}(?!\d)"
        assert re.search(literally, code), f"write {section}.{number} in the docstring of the rule that follows it"
        assert re.search(literally, tests), f"write # {section}.{number} behind the name of its test"
    assert re.findall(r"\d\.\d+ ?[-–] ?\d+(?:\.\d+)?", code + tests) == [], "name every article, not a range"


@every_game
def test_no_two_tests_have_one_name(name, seats):
    """Check that test names are unique, because a second function of the same name would silently replace the first."""
    assert [function for function, count in Counter(names_of_tests(name)).items() if count > 1] == []


@every_game
def test_articles_are_numbered_without_a_gap(name, seats):
    numbers = list(dict.fromkeys(articles_of(name)))
    assert numbers == sorted(numbers)
    sections = [int(number) for number in SECTION.findall(rules_of(name))]
    assert sections == list(range(1, len(sections) + 1))
    for section in sections:
        inside = [number for at, number in numbers if at == section]
        assert inside == list(range(1, len(inside) + 1))


@every_game
def test_every_option_and_every_value_stands_in_the_rules(name, seats):
    rules = rules_of(name)
    conditions = " ".join(re.findall(r"^\d+\.\d+ \[([^\]]+)\]", rules, re.MULTILINE))
    for option in load(name).options:
        if option.words:
            named = {value for value in option.values if re.search(rf"\b{option.name}={value}\b", conditions)}
            assert named == set(option.values), option.name
        else:
            assert f"{{{option.name}}}" in rules or f"{option.name}=" in conditions, option.name


@every_game
def test_the_rules_name_no_option_that_the_game_lacks(name, seats):
    rules, options = rules_of(name), {option.name: option for option in load(name).options}
    for named in re.findall(r"\{(\w+)\}", rules):
        assert named in options
    for condition in re.findall(r"^\d+\.\d+ \[([^\]]+)\]", rules, re.MULTILINE):
        for named, value in re.findall(r"(\w+)=([\w-]+)", condition):
            assert options[named].parse(value) is not None


@every_game
def test_a_noun_has_the_form_that_fits_its_number(name, seats):
    game = load(name)
    ones = {option.name: 1 for option in game.options if not option.words and 1 in option.values}
    for language in languages.LANGUAGES:
        text = rulebook.applied(game, {**game.settle_options({}, seats), **ones}, language)
        assert not re.search(r"(?<!#) 1 (points|chips|Punkte|Chips|jetons)\b|[{}]", text)


@every_game
def test_every_article_names_its_source(name, seats):
    for paragraph in re.split(r"\n\s*\n", rules_of(name)):
        if ARTICLE.match(paragraph):
            assert re.search(r"\*\([^*]+\)\*$", paragraph.strip()), paragraph
