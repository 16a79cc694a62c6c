"""What a game says of house rules: the rule sets that have names, and which numbers are worth a study."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value

FILE = "house_rules.json"
"""In a game's folder; it may be missing."""


@dataclass(frozen=True)
class Preset:
    """A rule set that has a name."""

    options: Mapping[str, Value]
    """Those that are not the default."""
    seats: int | None = None
    """How many play by it, if not as many as usual."""


@dataclass(frozen=True)
class HouseRules:
    """What stands in the file."""

    values: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """For options in numbers: the values that are worth a study."""
    seats: Sequence[int] = ()
    """The numbers of seats that are worth one."""
    presets: Mapping[str, Preset] = field(default_factory=dict)


def house_rules(game: Game) -> HouseRules:
    """What a game says; nothing where it has no such file."""
    path = resources.files(games.package(game.name).__name__).joinpath(FILE)
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return HouseRules()
    presets = {name: Preset(**told) for name, told in found.get("presets", {}).items()}
    return HouseRules(found.get("values", {}), found.get("seats", ()), presets)
