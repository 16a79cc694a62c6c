"""What games and the server say when they refuse something, in other languages.

The code says it in English. As in gettext, that sentence is the key of its translation: with ``{0}``, ``{1}``, … for
what is filled in, in `said` of ``messages/<language>.json`` of the package that says it. What is filled in may be a key
itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from saleroom.games import NAMES, package
from saleroom.kernel.cards import NUMBERS, SUIT_WORDS, SUITS
from saleroom.match.languages import ENGLISH, UNTRANSLATED

SHARED = "saleroom.match"
LONGEST = 500
"""Letters of a sentence; longer ones stay English."""

_PLACE = re.compile(r"\\?\{(\d)\\?\}")


class _Translation(NamedTuple):
    pattern: re.Pattern[str]
    text: str


def translated(text: str, language: str, *packages: str) -> str:
    """A sentence in another language; one that has no translation stays as it is.

    `packages` say sentences of their own, besides the games and this one.
    """
    if language == ENGLISH or len(text) > LONGEST:
        return text
    said = _said(text, language, packages)
    if said is None:
        bare = text[:1].lower() + text[1:].removesuffix(".")  # a reason that was made a sentence
        said = _said(bare, language, packages)
        if said is not None:
            said = said[:1].upper() + said[1:] + "." * text.endswith(".")
    return said or text


def _said(text: str, language: str, packages: tuple[str, ...]) -> str | None:
    exact, patterns = _translations(language, packages)
    if text in exact:
        return exact[text]
    for pattern, said in patterns:
        if found := pattern.fullmatch(text):
            values = [_word(value, language, packages) for value in found.groups()]
            return _PLACE.sub(lambda place, values=values: values[int(place[1])], said)
    return None


def _word(value: str, language: str, packages: tuple[str, ...]) -> str:
    """What was filled in: a card, something that has a translation itself, or as it is."""
    if value not in NUMBERS:
        return _said(value, language, packages) or value
    file = file_of(SHARED, language)
    suit = file["said"][SUIT_WORDS[SUITS.index(value[1])]]
    return file["card"].format(rank=file["ranks"][value[0]], suit=suit)


@cache
def _translations(language: str, packages: tuple[str, ...]) -> tuple[Mapping[str, str], list[_Translation]]:
    """The sentences in which nothing is filled in, and patterns for the others, the longest first."""
    exact, patterns = dict[str, str](), list[_Translation]()
    for key, said in sorted(_pairs(language, packages), key=lambda pair: -len(pair[0])):
        if "{0}" in key:
            patterns.append(_Translation(re.compile(_PLACE.sub("(.+?)", re.escape(key))), said))
        else:
            exact[key] = said
    return exact, patterns


def _pairs(language: str, packages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in (SHARED, *(package(game).__name__ for game in NAMES), *packages):
        said = file_of(name, language).get("said", {})
        yield from ((english, text) for english, text in said.items() if text != UNTRANSLATED)


@cache
def file_of(name: str, language: str) -> Mapping[str, Any]:
    """The messages of a package in a language; none where it has no such file."""
    found = resources.files(name).joinpath(f"messages/{language}.json")
    return json.loads(found.read_text("utf-8")) if found.is_file() else {}
