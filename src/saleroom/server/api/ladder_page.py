"""The ladder of programs as a page, in the reader's language; it needs no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html import escape

from saleroom.match.languages import LANGUAGES
from saleroom.server.http.languages import decimal, spoken
from saleroom.server.protocol import bot_bodies

_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français"}
Say = Callable[[str], str]
"""A line of the page in its language, ready for HTML."""


def ladder_page(found: bot_bodies.Ladder, language: str) -> str:
    """The whole page as HTML."""
    return "\n".join(_page(found, language, partial(_said, language=language)))


def _said(line: str, language: str) -> str:
    return escape(spoken(line, language))


def _page(found: bot_bodies.Ladder, language: str, say: Say) -> Iterator[str]:
    yield f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    yield f"<title>{say('Programs')} · Saleroom</title>"
    yield '<meta name="viewport" content="width=device-width">'
    yield '<link rel="icon" href="icon.svg"><link rel="stylesheet" href="bots.css"></head>'
    yield f"<body><nav>{' '.join(_languages(language))}</nav><main><h1>{say('Programs')}</h1><p>"
    yield say(f"Every match is a short one against the house ({found.level}).")
    yield say("The house plays it again, with the same cards from the same seat.")
    yield say("What counts is by how much the program did better.")
    yield say(f"An interval holds the truth with 95 %, whenever one looks; there is one from {found.first} matches on.")
    yield say("Matches of programs never count for the ratings of people.")
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
        yield f"<p>{say('No program has finished a match yet.')}</p>"
        return
    yield f"<table><thead><tr><th scope=col>{say('Program')}<th scope=col>{say('Matches')}"
    yield f"<th scope=col>{say('Mean')} ({say(game.unit)})<th scope=col>{say('Interval')}</tr></thead><tbody>"
    for line in game.programs:
        mean = decimal(line.mean, language)
        yield f"<tr><th scope=row>{escape(line.name)}<td>{line.matches}<td>{mean}"
        yield f"<td>{_interval(line, language) or say(f'from {first} matches on')}</tr>"
    yield "</tbody></table>"


def _interval(line: bot_bodies.LadderLine, language: str) -> str:
    """Its ends; empty where there is none yet."""
    if line.half is None:
        return ""
    return " … ".join(decimal(end, language) for end in (line.mean - line.half, line.mean + line.half))
