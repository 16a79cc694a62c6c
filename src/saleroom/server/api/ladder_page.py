"""HTML page with the ladder of programs, in the reader's language and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from saleroom.match.languages import LANGUAGES
from saleroom.server.http.page_texts import decimal, page_texts
from saleroom.server.protocol import bot_bodies

_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français"}
Say = Callable[..., str]
"""Function that returns a key's text in the page's language, escaped for HTML."""


def ladder_page(found: bot_bodies.Ladder, language: str) -> str:
    """Return the HTML page with the ladder."""
    texts = page_texts("ladder", language)

    def say(key: str, **values: object) -> str:
        return escape(texts[key].format_map(values))

    return "\n".join(_page(found, language, say))


def _page(found: bot_bodies.Ladder, language: str, say: Say) -> Iterator[str]:
    yield f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    yield f"<title>{say('title')} · Saleroom</title>"
    yield '<meta name="viewport" content="width=device-width">'
    yield '<link rel="icon" href="icon.svg"><link rel="stylesheet" href="bots.css"></head>'
    yield f"<body><nav>{' '.join(_languages(language))}</nav><main><h1>{say('title')}</h1><p>"
    yield say("short", level=page_texts("ladder", language)[found.level])
    yield from map(say, ("duplicate", "measure"))
    yield say("interval", first=found.first)
    yield say("unrated")
    yield "</p>"
    for game in found.games:
        yield from _table(game, found.first, language, say)
    yield "</main></body></html>"


def _languages(shown: str) -> Iterator[str]:
    for tag in LANGUAGES:
        here = ' aria-current="true"' if tag == shown else ""
        yield f'<a href="?lang={tag}" lang="{tag}" hreflang="{tag}"{here}>{_NAMES[tag]}</a>'


def _table(game: bot_bodies.LadderOfGame, first: int, language: str, say: Say) -> Iterator[str]:
    yield f"<h2>{escape(game.title)}</h2>"
    if not game.programs:
        yield f"<p>{say('none')}</p>"
        return
    yield f"<table><thead><tr><th scope=col>{say('program')}<th scope=col>{say('matches')}"
    yield f"<th scope=col>{say('mean')} ({say(game.unit)})<th scope=col>{say('interval_heading')}</tr></thead><tbody>"
    for line in game.programs:
        mean = decimal(line.mean, language)
        yield f"<tr><th scope=row>{escape(line.name)}<td>{line.matches}<td>{mean}"
        yield f"<td>{_interval(line, language) or say('later', first=first)}</tr>"
    yield "</tbody></table>"


def _interval(line: bot_bodies.LadderLine, language: str) -> str:
    """Return the ends of the confidence interval as text; empty if there is no interval yet."""
    if line.half is None:
        return ""
    return " … ".join(decimal(end, language) for end in (line.mean - line.half, line.mean + line.half))
