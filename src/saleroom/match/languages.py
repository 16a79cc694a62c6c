"""Languages of the games' descriptions. English is in the code, and other languages are in files next to it.

A game's folder has `RULES.<language>.md` and `messages/<language>.json` for each language but English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from saleroom import games
from saleroom.kernel.options import Option
from saleroom.language_tags import ENGLISH, LANGUAGES, preferred

__all__ = ["ENGLISH", "LANGUAGES", "UNTRANSLATED", "gist", "meaning", "preferred", "read", "texts", "unit"]

UNTRANSLATED = "[not translated yet]"
"""Mark for a text in a translated file that is not translated yet; readers get the English text.

In ``RULES.<language>.md``, the mark follows an article's number. `make release` fails if any marks are left.
"""


def read(game: str, file: str) -> str | None:
    """Return the content of a file in a game's folder; None if there is no such file."""
    resource = resources.files(games.package(game).__name__).joinpath(file)
    return resource.read_text("utf-8") if resource.is_file() else None


@cache
def texts(game: str, language: str) -> Mapping[str, Any]:
    """Return a game's texts in a language from its file; empty for English, or if there is no file."""
    return json.loads(read(game, f"messages/{language}.json") or "{}")


def gist(game: str, language: str) -> str:
    """Return a game's summary in one sentence."""
    return _text(texts(game, language), "gist", games.load(game).gist)


def meaning(game: str, option: Option, language: str) -> str:
    """Return the description of an option."""
    return _text(texts(game, language).get("meaning", {}), option.name, option.meaning)


def unit(game: str, option: Option, language: str) -> str:
    """Return the unit of an option's number; empty if it has none."""
    return _text(texts(game, language).get("unit", {}), option.unit, option.unit)


def _text(known: Mapping[str, Any], key: str, english: str) -> str:
    """Return the translation for a key, or the English text if there is no translation."""
    text = known.get(key, UNTRANSLATED)
    return english if text == UNTRANSLATED else text
