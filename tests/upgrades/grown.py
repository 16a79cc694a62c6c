"""Later versions of games, created by the tests, with an option that earlier versions did not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from saleroom.games import load, package
from saleroom.kernel.fields import Field, Record
from saleroom.kernel.game import Game
from saleroom.kernel.options import Option, Value

NEW = "novelty"
BEFORE, NOW = "off", "on"


def grown(game: Game, *added: Field, default: Value | Callable[[int], Value] = NOW) -> Game:
    """Return `game` with the given fields and an added option.

    The value `off` of this option keeps the earlier behaviour.
    """
    version = game.rules_version + 1
    option = Option(NEW, (BEFORE, NOW), default, "something new", since=version, before=BEFORE)
    layout, *fields = game.record.fields
    record = Record(layout.name, *(field for field in fields if field.name != "filler"), option.field(), *added)
    environments = (*game.environments[:-1], replace(game.environments[-1], rules_version=version))
    return replace(
        game,
        record=record,
        options=(*game.options, option),
        rules_version=version,
        environments=environments,
    )


@contextmanager
def upgraded(*names: str, **how: Any) -> Iterator[None]:
    """Run the program as it would be after the given games got an added option. Each game is given by its full name."""
    with replaced({name: grown(load(name), **how) for name in names}):
        yield


@contextmanager
def replaced(games: Mapping[str, Game]) -> Iterator[None]:
    """Run the program with the given games in place of the games of the same names."""
    with pytest.MonkeyPatch.context() as patch:
        for name, game in games.items():
            patch.setattr(package(name), "GAME", game)
        yield
