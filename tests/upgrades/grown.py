"""A later version of a game, made by the tests: one more option, which earlier versions did not have."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from saleroom.games import load, package
from saleroom.kernel.fields import Record
from saleroom.kernel.game import Game
from saleroom.kernel.options import Option

NEW = "novelty"
BEFORE, NOW = "off", "on"


def grown(game: Game) -> Game:
    """The game after an option was added: `on` by default, `off` as it was before."""
    version = game.rules_version + 1
    option = Option(NEW, (BEFORE, NOW), NOW, "something new", since=version, before=BEFORE)
    layout, *fields = game.record.fields
    record = Record(layout.name, *(field for field in fields if field.name != "filler"), option.field())
    return replace(game, record=record, options=(*game.options, option), rules_version=version)


@contextmanager
def upgraded(*names: str) -> Iterator[None]:
    """The program as it is after these games, by their full names, have grown."""
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setattr(package(name), "GAME", grown(load(name)))
        yield
