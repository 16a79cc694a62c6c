"""Law: a game's rules have the same articles, conditions and placeholders in every language, and all options are
translated.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.match import languages, rulebook
from tests.contract.translated import OTHERS, TRANSLATED

ARTICLE = re.compile(r"^(#+|\d+\.\d+)(?: (\[\w+=[\w-]+\]|\d+))?")
PLACE = re.compile(r"\{\w+\}")
CLIENT = Path(__file__).parents[2] / "web/src/games"

pytestmark = pytest.mark.parametrize("language", OTHERS)


def outline(game: Game, language: str) -> list[tuple[str, str, list[str]]]:
    """Return the number, the condition and the sorted placeholders of each paragraph of the rules."""
    paragraphs = rulebook.source(game, language).strip().split("\n\n")
    found = [(ARTICLE.match(paragraph), sorted(PLACE.findall(paragraph))) for paragraph in paragraphs]
    return [(at[1], at[2] or "", places) if at else ("", "", places) for at, places in found]


def waits(name: str, language: str) -> bool:
    """Return whether a part of the rules is marked as not translated yet."""
    return languages.UNTRANSLATED in (languages.read(name, f"RULES.{language}.md") or "")


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_rules_have_the_same_articles(name, language):
    game = load(name)
    assert rulebook.source(game, language) != rulebook.source(game) or waits(game.name, language)
    assert outline(game, language) == outline(game, languages.ENGLISH)


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_client_names_every_option_and_each_of_its_words(name, language):
    """Check the client's texts `lobby.option` and `lobby.value` in other languages.

    A test of the client checks English.
    """
    lobby = json.loads((CLIENT / name / f"messages/{language}.json").read_text("utf-8"))["lobby"]
    for option in load(name).options:
        assert option.name in lobby["option"]
        assert not option.words or {str(value) for value in option.values} <= set(lobby["value"][option.name])


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_game_and_its_options_are_described(name, language):
    game, texts = load(name), languages.texts(name, language)
    assert set(texts["meaning"]) == {option.name for option in game.options}
    assert set(texts["unit"]) == {option.unit for option in game.options if option.unit}
    assert texts["gist"] not in ("", game.gist)


def test_an_article_that_is_not_translated_yet_is_read_in_english(language):
    english = "## 1 Cards\n\n1.1 One. *(ruling)*\n\n1.2 [a=b] Two. *(ruling)*\n\n1.2 [a=c] Three. *(ruling)*\n"
    marked = f"## 1 Karten\n\n1.1 Eins. *(Festlegung)*\n\n1.2 {languages.UNTRANSLATED}\n"
    whole = rulebook.filled(marked, english)
    assert whole.startswith("## 1 Karten\n\n1.1 Eins.")
    assert whole.endswith("1.2 [a=b] Two. *(ruling)*\n\n1.2 [a=c] Three. *(ruling)*\n")


def test_texts_that_are_not_translated_yet_are_read_in_english(language, monkeypatch):
    marked = {"gist": languages.UNTRANSLATED, "meaning": {"low": languages.UNTRANSLATED}, "unit": {}}
    monkeypatch.setattr(languages, "texts", lambda game, language: marked)
    game = load("auction-pitch")
    low = next(option for option in game.options if option.name == "low")
    assert languages.gist(game.name, language) == game.gist
    assert languages.meaning(game.name, low, language) == low.meaning
    assert languages.unit(game.name, low, language) == low.unit


@pytest.mark.parametrize("name", TRANSLATED)
def test_conditions_are_spelt_out(name, language):
    game = load(name)
    options = game.settle_options({}, game.usual_seats)
    text = rulebook.whole(game, options, language)
    assert "[" not in text and "{" not in text
    assert " is " not in text or waits(name, language), "a condition is in English"


def test_the_language_that_is_asked_for(language):
    assert languages.preferred(f"{language}-CH,en;q=0.8") == language
    assert languages.preferred(["pt", language.upper()]) == language
    assert languages.preferred("pt, *;q=0.1") == languages.preferred("") == languages.preferred("\u2603") == "en"
