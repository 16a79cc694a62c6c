"""Lobby in the terminal: a series of questions about game, seats, options and players."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TypeVar

from saleroom.games import NAMES, UnknownGame, full_name, load
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Option, Value, parse_options
from saleroom.match.configured_game import game as choose
from saleroom.match.match import Match
from saleroom.terminal import seating
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Quit
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.voice import NAMES as SEAT_NAMES

KEEP, KEEP_ALL = "", "."
T = TypeVar("T")


def choose_match(
    screen: Screen,
    seats: int | None,
    options: dict[str, str],
    players: str | None,
    get_ready: Callable[[Game, list[str]], None],
    seed: int | str | None,
) -> Match:
    """Ask the user for the settings that the command line does not give, and return the match."""
    screen.say(ink("Saleroom", "strong"))
    screen.say("Five auction games with cards and dominoes. Enter takes the value in brackets; quit leaves.")
    game = _game(screen)
    seats = seats if seats is not None else seating.seats_named(players)
    if seats is None:
        seats = _seats(screen, game)
    chosen = choose(game.name, **_options(screen, game, seats, options))
    names = seating.line_up(players, seats) if players is not None else _players(screen, seats)
    get_ready(game, names)
    return chosen.match(seats, seed, names)


def _ask(screen: Screen, prompt: str) -> str:
    text = screen.ask(prompt)
    if text.lower() in ("q", "quit", "exit"):
        raise Quit
    return text


def _until(screen: Screen, prompt: str, read: Callable[[str], T]) -> T:
    """Ask until the answer is valid, and show the reason after every invalid answer."""
    while True:
        try:
            return read(_ask(screen, prompt))
        except (ValueError, UnknownGame) as error:
            screen.say(f"  {error}.")


def _game(screen: Screen) -> Game:
    screen.say()
    for number, name in enumerate(NAMES, 1):
        game = load(name)
        screen.say(ink(f" {number}  {game.title}", "strong") + ink(f"  {_span(game)}", "quiet"))
        for line in textwrap.wrap(game.gist, screen.width - 6):
            screen.say(f"    {line}")

    def read(text: str) -> Game:
        if text.isdecimal():
            if not 1 <= int(text[:9]) <= len(NAMES):
                raise UnknownGame(f"the games are numbered 1 to {len(NAMES)}")
            return load(NAMES[int(text) - 1])
        return load(full_name(text))

    screen.say()
    return _until(screen, "Which game? ", read)


def _span(game: Game) -> str:
    low, high = game.seats[0], game.seats[-1]
    return f"{low} players" if low == high else f"{low} to {high} players"


def _seats(screen: Screen, game: Game) -> int:
    if len(game.seats) == 1:
        return game.seats[0]

    def read(text: str) -> int:
        if text and not (text.isdecimal() and len(text) < 3 and int(text) in game.seats):
            raise ValueError(f"{game.title} is for {_span(game)}")
        return int(text or game.usual_seats)

    return _until(screen, f"How many players, {game.seats[0]} to {game.seats[-1]}? [{game.usual_seats}] ", read)


def _options(screen: Screen, game: Game, seats: int, given: dict[str, str]) -> dict[str, Value]:
    """Ask for each option in turn; ask again if the values contradict each other."""
    fixed = parse_options(game.options, given, game.name)
    screen.say()
    screen.say(f"The options. Enter keeps the value in brackets, {KEEP_ALL} keeps all the rest.")
    while True:
        values, ask = dict(fixed), True
        for option in game.options:
            if option.name not in fixed and ask:
                value = _option(screen, option, seats)
                ask = value != KEEP_ALL
                if ask and value is not None:
                    values[option.name] = value
        try:
            game.settle_options(values, seats)
            return values
        except BadOptions as error:
            screen.say(f"  {error}. Once more:")
            fixed = {}


def _option(screen: Screen, option: Option, seats: int) -> Value | None:
    """Return the chosen value of an option; None for its default, or `KEEP_ALL` to keep all remaining defaults."""
    default = option.default(seats) if callable(option.default) else option.default

    def read(text: str) -> Value | None:
        if text in (KEEP, KEEP_ALL):
            return text or None
        return option.parse(text.lower())

    screen.say(ink(f" {option.name}", "strong") + f": {option.meaning}; {option.choices()}")
    return _until(screen, f"   [{default}] ", read)


def _players(screen: Screen, seats: int) -> list[str]:
    """Ask who plays the other seats and in which seat the user sits."""
    screen.say()
    screen.say("Who plays the others:")
    for name, gist in seating.OFFERED:
        screen.say(f"{name}: {gist}." if screen.plain else ink(f" {name:<10}", "strong") + gist)
    screen.say("Or you, for people at this screen; or all by seat: you,hard,you,easy.")

    def read(text: str) -> list[str]:
        return seating.line_up(text or None, seats)

    names = _until(screen, f"Who plays the others? [{seating.USUAL}] ", read)
    if names.count(seating.YOU) == 1 and names[0] == seating.YOU:
        seat = _seat(screen, seats)
        names[0], names[seat] = names[seat], names[0]
    return names


def _seat(screen: Screen, seats: int) -> int:
    names: list[str] = [name.lower() for name in SEAT_NAMES[:seats]]
    known = listed(SEAT_NAMES[:seats], "or").text

    def read(text: str) -> int:
        if text and text.lower() not in names:
            raise ValueError(f"type a name: {known}")
        return names.index(text.lower()) if text else 0

    return _until(screen, f"Whose seat do you take, clockwise {known}? [{SEAT_NAMES[0]}] ", read)
