"""Which values of an option are studied when nobody names them, and the rule sets that have names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Option, Value, refuse_unknown

FILE = "house_rules.json"
"""In a game's folder, and may be missing."""


@dataclass(frozen=True)
class HouseRules:
    """What a game names of its own."""

    values: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """For options in numbers: the values that are worth a study."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Rule sets by name: ``title`` and ``options``."""


def named(game: Game) -> HouseRules:
    """What a game names of its own; nothing where it has no such file."""
    path = resources.files(games.package(game.name).__name__).joinpath(FILE)
    try:
        return HouseRules(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return HouseRules()


def values(game: Game, seats: Sequence[int]) -> dict[str, tuple[Value, ...]]:
    """Every option of a game with the values that are studied: all words, or some numbers."""
    numbers = named(game).values
    return {
        option.name: tuple(numbers[option.name]) if option.name in numbers else _about(option, seats)
        for option in game.options
    }


def _about(option: Option, seats: Sequence[int]) -> tuple[Value, ...]:
    """All words or a few numbers; of many numbers half of the default and twice as much."""
    if not isinstance(option.values, range):
        return option.values
    default = option.default(seats[0]) if callable(option.default) else option.default
    tried = (int(default) // 2, 2 * int(default))
    return tuple(value for value in tried if value in option.values)


def checked(game: Game, vary: Mapping[str, Sequence[Value]]) -> dict[str, tuple[Value, ...]]:
    """The options that were named, with their values; `BadOptions` says which there are."""
    for name, wanted in vary.items():
        refuse_unknown(game.options, {name: None}, game.name)
        if not wanted:
            raise BadOptions(f"{name} has no values to study; name some, such as {name}=a,b")
        for value in wanted:
            refuse_unknown(game.options, {name: value}, game.name)
    return {name: tuple(dict.fromkeys(wanted)) for name, wanted in vary.items()}
