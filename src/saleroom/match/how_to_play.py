"""The page about each game for people who want to learn it: `HOW-TO-PLAY.md` in the game's folder, and translations."""

from __future__ import annotations

import re

from saleroom.kernel.game import Game
from saleroom.match.languages import ENGLISH, read

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PICTURE = re.compile(r"^!\[.*\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def file_name(language: str = ENGLISH) -> str:
    """Return the name of the page's file in a language."""
    return "HOW-TO-PLAY.md" if language == ENGLISH else f"HOW-TO-PLAY.{language}.md"


def anchor(heading: str) -> str:
    """Return the anchor of a heading in the rules, in the form that pages of Markdown commonly have."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def page(game: Game, language: str = ENGLISH) -> str | None:
    """Return the page as Markdown, in English if there is no translation; None if the game has no page.

    Marks of generated parts and pictures are left out.
    """
    text = read(game.name, file_name(language)) or read(game.name, file_name())
    return None if text is None else re.sub(r"\n{3,}", "\n\n", _PICTURE.sub("", _COMMENT.sub("", text)))


def plain(game: Game, language: str = ENGLISH) -> str | None:
    """Return the page for a terminal, without links."""
    text = page(game, language)
    return None if text is None else _LINK.sub(r"\1", text)
