"""The rules as text, from each game's RULES.md and its translations: all rules, or only those for chosen options.

In the file, ``[option=value]`` after an article's number means that the article applies only with this value. The text
``{option}`` is replaced by the option's number, and ``{option:point|points}`` by the singular or plural form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.match.languages import ENGLISH, UNTRANSLATED, read

_CONDITION = re.compile(r"^(\d+\.\d+ )\[(\w+)=([\w-]+)\] ", re.MULTILINE)
_NOT_TRANSLATED = re.compile(rf"^(\d+\.\d+) {re.escape(UNTRANSLATED)}$", re.MULTILINE)
_NUMBER = re.compile(r"\{(\w+)\}")
_NOUN = re.compile(r"\{(\w+):(\w+)\|(\w+)\}")
_IF = {"en": "If {} is {}:", "de": "Wenn {} = {}:", "fr": "Si {} = {}\u00a0:"}


def source(game: Game, language: str = ENGLISH) -> str:
    """Return RULES.md, or its translation, from the game's folder; in English if there is no translation."""
    english = read(game.name, "RULES.md") or ""
    translated = None if language == ENGLISH else read(game.name, f"RULES.{language}.md")
    return filled(translated, english) if translated else english


def filled(translated: str, english: str) -> str:
    """Return a translation with English text for articles marked as not translated yet.

    For each of these articles, all versions for different option values are inserted.
    """
    paragraphs = english.strip().split("\n\n")

    def article(found: re.Match[str]) -> str:
        return "\n\n".join(text for text in paragraphs if text.startswith(f"{found[1]} "))

    return _NOT_TRANSLATED.sub(article, translated)


def whole(game: Game, options: Mapping[str, Value], language: str = ENGLISH) -> str:
    """Return all the rules, with the condition of each conditional article in words; numbers come from `options`."""
    condition = _IF.get(language, _IF[ENGLISH]).format(r"\2", r"\3")
    return _numbers(_CONDITION.sub(rf"\1*{condition}* ", source(game, language)), options)


def applied(game: Game, options: Mapping[str, Value], language: str = ENGLISH) -> str:
    """Return only the rules that apply under these options."""
    paragraphs = [paragraph for paragraph in source(game, language).split("\n\n") if _holds(paragraph, options)]
    return _numbers(_CONDITION.sub(r"\1", "\n\n".join(paragraphs)), options)


def _holds(paragraph: str, options: Mapping[str, Value]) -> bool:
    condition = _CONDITION.match(paragraph)
    return condition is None or str(options[condition[2]]) == condition[3]


def _numbers(text: str, options: Mapping[str, Value]) -> str:
    text = _NOUN.sub(lambda noun: noun[2] if options[noun[1]] == 1 else noun[3], text)
    return _NUMBER.sub(lambda number: str(options[number[1]]), text)
