"""House rules of a game: named rule sets, and the option values and numbers of seats to study."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value

FILE = "house_rules.json"
"""Name of the file in a game's folder; the file is optional."""


@dataclass(frozen=True)
class Preset:
    """Named rule set."""

    options: Mapping[str, Value]
    """Options that differ from the default."""
    seats: int | None = None
    """Number of seats, if it differs from the usual number."""


@dataclass(frozen=True)
class HouseRules:
    """Contents of a game's `house_rules.json`."""

    values: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """Values to study for options with numeric values, by option name."""
    seats: Sequence[int] = ()
    """Numbers of seats to study."""
    presets: Mapping[str, Preset] = field(default_factory=dict)
    quick: str | None = None
    """Name of the preset for a match that starts immediately from the lobby; None for the default rules."""

    @property
    def quick_options(self) -> Mapping[str, Value]:
        """Options that differ from the defaults in a match that starts immediately from the lobby."""
        return self.presets[self.quick].options if self.quick else {}


def house_rules(game: Game) -> HouseRules:
    """Return a game's house rules; they are empty if the game has no file of house rules."""
    path = resources.files(games.package(game.name).__name__).joinpath(FILE)
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return HouseRules()
    presets = {name: Preset(**preset) for name, preset in data.get("presets", {}).items()}
    return HouseRules(data.get("values", {}), data.get("seats", ()), presets, data.get("quick"))
