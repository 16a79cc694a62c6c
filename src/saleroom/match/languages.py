"""The languages in which games are described: English in the code, others in files beside it.

A game's folder has `RULES.<language>.md` and `messages/<language>.json` for each language but English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from saleroom import games
from saleroom.kernel.options import Option

LANGUAGES = ("en", "de", "fr")
ENGLISH = LANGUAGES[0]

UNTRANSLATED = "[not translated yet]"
"""Stands in a file of another language for a text that has no translation yet: its readers get the English one.

In ``RULES.<language>.md`` it stands behind an article's number. `make release` counts and refuses it.
"""

_TAG = re.compile(r"[A-Za-z]{2,3}")


def preferred(asked: str | Iterable[str]) -> str:
    """The first language that there is text in, of tags such as ``de-CH`` or an `Accept-Language`; else English."""
    tags = asked.split(",") if isinstance(asked, str) else asked
    found = (found[0].lower() for tag in tags if (found := _TAG.match(tag.strip())))
    return next((tag for tag in found if tag in LANGUAGES), ENGLISH)


def read(game: str, file: str) -> str | None:
    """A file of a game's folder; None where there is none."""
    found = resources.files(games.package(game).__name__).joinpath(file)
    return found.read_text("utf-8") if found.is_file() else None


@cache
def texts(game: str, language: str) -> Mapping[str, Any]:
    """What a game's file of a language has; nothing in English, or where there is no file."""
    return json.loads(read(game, f"messages/{language}.json") or "{}")


def gist(game: str, language: str) -> str:
    """A game in a sentence."""
    return _text(texts(game, language), "gist", games.load(game).gist)


def meaning(game: str, option: Option, language: str) -> str:
    """What an option decides."""
    return _text(texts(game, language).get("meaning", {}), option.name, option.meaning)


def unit(game: str, option: Option, language: str) -> str:
    """What an option's number counts; empty where it counts nothing."""
    return _text(texts(game, language).get("unit", {}), option.unit, option.unit)


def _text(known: Mapping[str, Any], key: str, english: str) -> str:
    """The text of a key; the English one where it has no translation."""
    text = known.get(key, UNTRANSLATED)
    return english if text == UNTRANSLATED else text
