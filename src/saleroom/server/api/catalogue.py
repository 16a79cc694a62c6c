"""The games of the house as the lobby shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from saleroom import bots
from saleroom.games import NAMES, load
from saleroom.kernel.game import Game
from saleroom.kernel.options import Option, Value
from saleroom.match import rulebook
from saleroom.match.chosen import ChosenGame
from saleroom.server.rest import Choice, GameInfo, House, Rules, RulesAsked

PLAYERS = ("easy", "medium", "hard", "house", "random")
"""The players of the house, in the order in which they are offered. Nobody orders a search of ten minutes here."""
assert set(PLAYERS) == set(bots.NAMES)


@cache
def house(build: str) -> House:
    """The games and the players of the house; `build` names the client."""
    return House(games=[_info(load(name)) for name in NAMES], players=list(PLAYERS), build=build)


def _info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        gist=game.gist,
        seats=list(game.seats),
        usual_seats=game.usual_seats,
        unit="chips" if game.unit == "chips" else "points",
        options=[_choice(option, game) for option in game.options],
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


def settle(name: str, given: Mapping[str, Value], seats: int | None) -> tuple[int, dict[str, Value]]:
    """The number of seats and every option; `BadOptions` says what is wrong with the choice."""
    chosen = ChosenGame(load(name), given)
    number = chosen.usual_seats if seats is None else seats
    return number, chosen.options(number)


def rules(name: str, asked: RulesAsked) -> Rules:
    """The rules that apply under a choice."""
    from markdown_it import MarkdownIt

    seats, options = settle(name, asked.options, asked.seats)
    text = re.sub(r"^#", "##", rulebook.applied(load(name), options), flags=re.M)  # h1 is the page's own
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return Rules(seats=seats, options=options, html=html)
