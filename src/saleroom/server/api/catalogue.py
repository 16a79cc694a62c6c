"""Catalogue of games and bots for the lobby."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from saleroom.bots import players as bots
from saleroom.games import NAMES, load, package
from saleroom.kernel.game import Game
from saleroom.kernel.options import Option
from saleroom.match import how_to_play, languages, rulebook
from saleroom.match.configured_game import ChosenGame
from saleroom.match.effects import effects
from saleroom.match.house_rules import house_rules
from saleroom.server.protocol.bodies import Catalogue, Choice, GameInfo, HowToPlay, QuickMatch, Rules, RulesRequest

BOTS = ("easy", "medium", "hard", "master", "trained", "house", "random")
"""Bots in the order in which the lobby shows them. Bots that search with another number of simulations are not in the
lobby.
"""
assert set(BOTS) == set(bots.NAMES)


def catalogue(build: str, language: str = languages.ENGLISH) -> Catalogue:
    """Return the games, with texts in `language`, and the bots that can have seats; `build` identifies the version of
    the web client.
    """
    others = [name for name in bots.at_tables() if name not in BOTS]
    return Catalogue(games=_infos(language), players=[*BOTS, *others], build=build)


@cache
def _infos(language: str) -> list[GameInfo]:
    return [_info(load(name), language) for name in NAMES]


def _info(game: Game, language: str) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        gist=languages.gist(game.name, language),
        seats=list(game.seats),
        usual_seats=game.usual_seats,
        unit="chips" if game.unit == "chips" else "points",
        options=[_choice(option, game, language) for option in game.options],
        daily=dict(game.daily),  # type: ignore[arg-type]
        quick=_quick(game),
        lesson=package(game.name).lesson() is not None,
    )


def _quick(game: Game) -> QuickMatch:
    options = house_rules(game).quick_options
    measured = effects(game)
    minutes = measured.minutes(game.usual_seats, options) if measured else None
    return QuickMatch(options=dict(options), minutes=None if minutes is None else round(minutes))


def _choice(option: Option, game: Game, language: str) -> Choice:
    run = isinstance(option.values, range)
    default = option.default
    return Choice(
        name=option.name,
        kind="word" if option.words else "number",
        values=[] if run else list(option.values),
        low=int(option.values[0]) if run else None,
        high=int(option.values[-1]) if run else None,
        defaults={seats: default if isinstance(default, int | str) else default(seats) for seats in game.seats},
        meaning=languages.meaning(game.name, option, language),
        unit=languages.unit(game.name, option, language),
    )


def rules(name: str, request: RulesRequest, language: str = languages.ENGLISH) -> Rules:
    """Return the rules for the requested options, with texts in `language`; raise `BadOptions` if the options are
    invalid.
    """
    chosen = ChosenGame(load(name), request.options)
    seats = chosen.usual_seats if request.seats is None else request.seats
    options = chosen.options(seats)
    return Rules(seats=seats, options=options, html=_html(rulebook.applied(load(name), options, language), places=True))


def how_to_play_page(name: str, language: str = languages.ENGLISH) -> HowToPlay:
    """Return the page that teaches a game, with texts in `language`. Its links lead to the sections of `rules`."""
    text = how_to_play.page(load(name), language)
    return HowToPlay(html=None if text is None else re.sub(r'href="RULES[\w.]*#', 'href="#', _html(text)))


def _html(text: str, *, places: bool = False) -> str:
    """Return Markdown as HTML whose tables take the focus, because wide ones scroll. With `places`, sections have ids.

    Only the page's title has the element h1, so all other headings move down one level.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(re.sub(r"^#", "##", text, flags=re.M))
    for heading, words in pairwise(tokens):
        if heading.type == "table_open":
            heading.attrSet("tabindex", "0")
        if places and heading.type == "heading_open" and heading.tag == "h3":
            heading.attrSet("id", how_to_play.anchor(words.content))
    return markdown.renderer.render(tokens, markdown.options, {})
