"""Cleaning of names, chat lines and seed words that people type, before other people see these texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

NAME_LENGTH = 24
"""Maximum number of characters in a name."""

LINE_LENGTH = 200
"""Maximum number of characters in a line of chat."""

_GONE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories of characters that are removed: controls, direction marks, surrogates, private and unassigned
characters.
"""

_JOINERS = "\u200c\u200d"
"""Zero-width characters that Persian and some emoji need."""

_MARKS = 3
"""Maximum number of accents on a letter."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159" + _JOINERS
"""Characters that are invisible."""

_SILENT = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Invisible marks that select the shape of a character or join marks."""


def clean(text: str, limit: int) -> str:
    """Return the text on one line, without hidden characters and excess accents; return an empty text if nothing
    visible remains.
    """
    letters, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Zs", "Zl", "Zp") or letter in "\t\n\r":
            letters.append(" ")
        elif (kind not in _GONE or letter in _JOINERS) and marks <= _MARKS:
            letters.append(letter)
    line = " ".join("".join(letters).split())[:limit].strip()
    return line if any(not _shows_nothing(letter) for letter in line) else ""


def _shows_nothing(letter: str) -> bool:
    return letter in _BLANK or letter.isspace() or unicodedata.category(letter) in ("Mn", "Me")


def folded(name: str) -> str:
    """Return the name without invisible characters, in lower case."""
    seen = _without_blanks(unicodedata.normalize("NFKC", _without_blanks(name)).casefold())
    return " ".join(unicodedata.normalize("NFKC", seen).split())


def _without_blanks(name: str) -> str:
    return "".join(letter for letter in name if letter not in _BLANK and letter not in _SILENT)


def skeletons(name: str) -> frozenset[str]:
    """Return two skeletons (UTS 39) of the name: one of the name as typed, and one of the name in lower case.

    Names that share a skeleton look alike. Both skeletons are needed: a capital I looks like a small L, but a small i
    does not.
    """
    seen = unicodedata.normalize("NFKC", _without_blanks(name))
    return frozenset(folded(_prototype(letters)) for letters in (seen, seen.casefold()))


def _prototype(name: str) -> str:
    """Return the name with each character replaced by its prototype (UTS 39); characters that look alike have the same
    prototype.
    """
    return unicodedata.normalize("NFD", name).translate(_confusables())


@cache
def _confusables() -> dict[int, str]:
    lines = Path(__file__).with_name("unicode").joinpath("confusables.txt").read_text("utf-8").split("\n")
    pairs = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return {int(letter, 16): looks for letter, _, looks in pairs}


def distinct(name: str, taken: Iterable[str]) -> str:
    """Return the name; if it looks like a name in `taken`, append a number to it."""
    others = frozenset[str]().union(*map(skeletons, taken))
    number, tried = 1, name
    while skeletons(tried) & others:
        number += 1
        tail = f" {number}"
        tried = name[: NAME_LENGTH - len(tail)].rstrip() + tail
    return tried
