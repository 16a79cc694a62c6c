"""What commands share: how their arguments are written and read, and trouble in one line."""

from __future__ import annotations

from typing import Annotated

import typer


class Trouble(Exception):
    """Something the user should hear in one line."""


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="The chance: a number or 64 hex digits.")]


def game_names(incomplete: str) -> list[str]:
    """What a shell may complete a game's name to."""
    from saleroom.games import NAMES

    return [name for name in NAMES if incomplete in name]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, by name or part of it.", autocompletion=game_names)
]


def split_options(texts: list[str] | None) -> dict[str, str]:
    """``name=value`` texts as a mapping."""
    found: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Trouble(f"--option {text!r}: write it as name=value")
        if name in found:
            raise Trouble(f"--option {name} is given twice")
        found[name] = value
    return found


def parse_options(spec, texts: list[str] | None) -> dict[str, int | str]:
    """``name=value`` texts as options of a game."""
    known = {option.name: option for option in spec.options}
    given = split_options(texts)
    return {name: known[name].parse(value) if name in known else value for name, value in given.items()}


def parse_seed(text: str | None) -> int | str | None:
    """A seed that somebody typed: a decimal number, or hex digits as they are."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 64 else text
