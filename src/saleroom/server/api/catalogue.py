"""The games and the bots, as the lobby offers them."""

from __future__ import annotations

import re
from functools import cache

from saleroom import bots
from saleroom.games import NAMES, load, package
from saleroom.kernel.game import Game
from saleroom.kernel.options import Option
from saleroom.match import rulebook
from saleroom.match.chosen import ChosenGame
from saleroom.server.protocol.bodies import Choice, GameInfo, House, Rules, RulesAsked

BOTS = ("easy", "medium", "hard", "master", "trained", "house", "random")
"""The bots, in the order in which they are offered. Searches of any length are not."""
assert set(BOTS) == set(bots.NAMES)


@cache
def catalogue(build: str) -> House:
    """The games, and the bots that may be given a seat; `build` names the client."""
    return House(games=[_info(load(name)) for name in NAMES], players=list(BOTS), build=build)


def _info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        gist=game.gist,
        seats=list(game.seats),
        usual_seats=game.usual_seats,
        unit="chips" if game.unit == "chips" else "points",
        options=[_choice(option, game) for option in game.options],
        daily=dict(game.daily),  # type: ignore[arg-type]
        lesson=package(game.name).lesson() is not None,
    )


def _choice(option: Option, game: Game) -> Choice:
    run = isinstance(option.values, range)
    default = option.default
    return Choice(
        name=option.name,
        kind="word" if option.words else "number",
        values=[] if run else list(option.values),
        low=int(option.values[0]) if run else None,
        high=int(option.values[-1]) if run else None,
        defaults={seats: default(seats) if callable(default) else default for seats in game.seats},
        meaning=option.meaning,
        unit=option.unit,
    )


def rules(name: str, asked: RulesAsked) -> Rules:
    """The rules that apply under a choice; `BadOptions` says what is wrong with it."""
    from markdown_it import MarkdownIt

    chosen = ChosenGame(load(name), asked.options)
    seats = chosen.usual_seats if asked.seats is None else asked.seats
    options = chosen.options(seats)
    text = re.sub(r"^#", "##", rulebook.applied(load(name), options), flags=re.M)  # h1 is the page's own
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return Rules(seats=seats, options=options, html=html)
