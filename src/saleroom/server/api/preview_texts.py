"""Sentences of link previews in one language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date

from saleroom.games import load
from saleroom.server.core.typed_text import clean
from saleroom.server.http.link_preview import LinkPreview
from saleroom.server.http.page_texts import page_texts

_ONE = {"en": (1,), "de": (1,), "fr": (0, 1)}
"""Counts with the singular, by language."""


class PreviewTexts:
    """Sentences of link previews in one language, from the server's message files."""

    def __init__(self, language: str) -> None:
        """Use one of the languages of the message files."""
        self.language = language
        self._texts = page_texts("preview", language)

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key."""
        return self._texts[key].format_map(values)

    def counted(self, key: str, count: int) -> str:
        """Return the text of a key in the singular or the plural."""
        return self(f"{key}_{'one' if count in _ONE[self.language] else 'other'}", count=count)

    def title(self, key: str, name: str | None, game: str) -> str:
        """Return a title about a game: with the name, the text of `key` and ``_by``, else the text of `key`."""
        title = load(game).title
        return self(key, game=title) if name is None else self(f"{key}_by", game=title, name=isolated(name))

    def in_words(self, day: date) -> str:
        """Return a date in words."""
        return self("date", day=day.day, month=self("months").split()[day.month - 1], year=day.year)

    def preview(self, title: str, facts: Iterable[str], *, path: str, game: str, indexed: bool = False) -> LinkPreview:
        """Return a preview whose text is one sentence that lists the facts."""
        text = ", ".join(facts)
        return LinkPreview(title, f"{text[:1].upper()}{text[1:]}.", self.language, path, game, indexed)


def isolated(typed: str, limit: int = 60) -> str:
    """Return a name or title that a person typed, without hidden characters.

    If its letters run from right to left, isolate it, so that the text around it keeps its order.
    """
    text = clean(typed, limit)
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"\u2068{text}\u2069" if turns else text
