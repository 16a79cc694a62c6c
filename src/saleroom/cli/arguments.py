"""Argument types and one-line errors shared by the commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from saleroom.kernel.game import Game
    from saleroom.match.configured_game import ChosenGame


class Trouble(Exception):
    """Error that is shown to the user as one line."""


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="Number of seats.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="Random seed: a number or 64 hex digits.")]


PolicyFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--file", metavar="PATH", help="A file or folder of the policy for its digest, such as weights; repeatable."
    ),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="Number of processes; default: all cores.")
]


def _language(text: str) -> str:
    from saleroom.match.languages import LANGUAGES

    if text not in LANGUAGES:
        raise typer.BadParameter(f"there is no text in {text!r}; the languages are {', '.join(LANGUAGES)}")
    return text


Language = Annotated[str, typer.Option("--lang", metavar="LANGUAGE", help="en, de or fr.", callback=_language)]

On = Annotated[
    str | None,
    typer.Option(
        "--on", metavar="CLUSTER", help="Play on a Ray cluster: ray for this machine's, ray://HOST:10001 for another."
    ),
]


def game_names(incomplete: str) -> list[str]:
    """Return the shell completions for a game's name."""
    from saleroom.games import NAMES

    return [name for name in NAMES if incomplete in name]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, by name or part of it.", autocompletion=game_names)
]


def chosen_game(name: str, options: list[str] | None) -> ChosenGame:
    """Return a game, found by its name or part of it, with the given options."""
    from saleroom.games import load
    from saleroom.kernel.options import parse_options, split_options
    from saleroom.match.configured_game import ChosenGame

    spec = load(name)
    return ChosenGame(spec, parse_options(spec.options, split_options(options or ()), spec.name))


def parse_seed(text: str | None) -> int | str | None:
    """Return a seed from the command line: decimal numbers as integers, all other texts unchanged."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 64 else text


def folder(text: str) -> Path:
    """Return the path of a folder from the command line."""
    if not text:
        raise typer.BadParameter("name a folder; a dot is this one")
    return Path(text)


def compiler_for(spec: Game, players: Sequence[str]) -> Callable[[], None]:
    """Return a function that compiles the machine code for these players and shows the progress."""

    def compiled() -> None:
        from saleroom.bots.players import any_searches
        from saleroom.bots.prepare import prepare
        from saleroom.terminal.progress import Waiting

        with Waiting(spec) as waiting:
            prepare(spec, waiting, search=any_searches(players))

    return compiled
