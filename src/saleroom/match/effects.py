"""Measured effects of options, from the file `effects.json` in each game's folder. `saleroom study --all` measures
them.

docs/research/house-rules.md describes the contents of the file. If nothing was measured for a game, a table or a
variant, there is no file or entry for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from saleroom import games, notices
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value

FILE, FORMAT = "effects.json", "saleroom-effects/1"


@dataclass(frozen=True)
class Effect:
    """Change of a measure by an option: the variant's mean minus the base's mean, with the same cards."""

    measure: str
    change: float
    low: float | None
    high: float | None
    verdict: str
    """``more`` or ``less`` if the interval excludes 0; any other verdict means that no difference is proved."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.verdict in ("more", "less")


@dataclass(frozen=True)
class Variant:
    """Rules that differ from the base in the value of one option."""

    option: str
    value: Value
    matches: int
    changed: float
    """Share of matches that differed in any way from the base match with the same cards.

    It is 0 if no player used the changed rule.
    """
    effects: Mapping[str, Effect]
    """Effects by measure.

    The measures are `decisions`, `luck`, and every other measure on which some value of the option has a clear effect.
    """
    notable: tuple[str, ...]
    """Measures with a clear change large enough to report, the most important first."""
    holds: Mapping[str, str]
    """For each measure in `notable`, the measured levels at which it changes: ``everywhere``, ``at some levels`` or
    ``reversed``.
    """
    values: Mapping[str, Any]
    """Luck and skill, as in `Table.values`."""
    minutes: tuple[float, float, float]


@dataclass(frozen=True)
class Table:
    """Measurements at one number of seats and one level of play."""

    seats: int
    level: str
    options: Mapping[str, Value]
    """Base rules: the value of every option, including options added after the measurement."""
    matches: int
    values: Mapping[str, Any]
    """``[mean, low, high]`` by measure; unknown bounds are null."""
    minutes: tuple[float, float, float]
    """10th, 50th and 90th percentile of match length, in minutes."""
    variants: tuple[Variant, ...]
    """Variants, only at the strongest level; `Variant.holds` summarises the other levels."""

    def variant(self, option: str, value: Value) -> Variant | None:
        """Return the measurement of the variant in which `option` has the given value; None if there is none."""
        return next((one for one in self.variants if (one.option, one.value) == (option, value)), None)


@dataclass(frozen=True)
class Preset:
    """Named rule set, measured at one number of seats."""

    name: str
    seats: int
    options: Mapping[str, Value]
    """Options that differ from the default."""
    level: str
    matches: int
    minutes: tuple[float, float, float]
    luck: tuple[float, float, float] | None
    """Share of the outcome that is due to the cards, from 0 to 1: mean, and both ends of the interval."""
    skill: tuple[float, float, float] | None
    """Share of matches that a better player wins among weaker players: mean, and both ends of the interval."""
    players: tuple[str, str] | None
    """Better and weaker player with which luck and skill were measured."""


@dataclass(frozen=True)
class Effects:
    """All measurements of a game."""

    game: str
    version: str
    rules_version: int
    """Rules version of the measurement. Options that were added in later versions have no variants."""
    seconds: float
    """Assumed seconds per decision, from which minutes are computed."""
    levels: tuple[str, ...]
    """Levels from the weakest to the strongest."""
    tables: tuple[Table, ...]
    presets: tuple[Preset, ...]

    def table(self, seats: int, level: str | None = None) -> Table | None:
        """Return the measurements at a number of seats, by default at the strongest level."""
        wanted = [level] if level else list(reversed(self.levels))
        tables = {one.level: one for one in self.tables if one.seats == seats}
        return next((tables[name] for name in wanted if name in tables), None)

    def minutes(self, seats: int, options: Mapping[str, Value]) -> float | None:
        """Return the median length of a match in minutes; None if it was not measured.

        `options` has only the options that differ from the defaults.
        """
        table = self.table(seats)
        if table is None:
            return None
        same = [preset for preset in self.presets if (preset.seats, preset.options) == (seats, options)]
        changed = [variant for variant in table.variants if {variant.option: variant.value} == options]
        measured = [*([] if options else [table]), *same, *changed]
        return measured[0].minutes[1] if measured else None

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of seats that were measured."""
        return tuple(dict.fromkeys(table.seats for table in self.tables))


def effects(game: Game) -> Effects | None:
    """Return the measurements of a game; None if there are none.

    If all measurements are for other rules than the current ones, report this and return None.
    """
    return _effects(game.name)


@cache
def _effects(name: str) -> Effects | None:
    game = games.load(name)
    path = resources.files(games.package(game.name).__name__).joinpath(FILE)
    try:
        return read(game, json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        notices.once(f"{game.name}: its measured effects are not shown: {error}")
        return None


def read(game: Game, data: Mapping[str, Any]) -> Effects:
    """Return the part of a file's contents that is still valid; raise `BadOptions` if nothing is valid.

    The file can be from an earlier rules version. A table is valid while its base equals the game's current default
    rules for its number of seats. An option added later must have a default that keeps the earlier rules. A preset is
    valid if a table for its number of seats is valid.
    """
    if data["format"] != FORMAT:
        raise BadOptions(f"they are in the format {data['format']!r}, not {FORMAT!r}")
    tables = tuple(table for one in data["tables"] if _holds(game, table := _table(game, one, data["rules_version"])))
    if not tables:
        raise BadOptions(
            f"they are of rules version {data['rules_version']}, which plays other rules by default than version "
            f"{game.rules_version}; `saleroom study {game.name} --all` measures them again"
        )
    seats = {table.seats for table in tables}
    return Effects(
        data["game"],
        data["version"],
        data["rules_version"],
        data["seconds"],
        tuple(data["levels"]),
        tables,
        tuple(_preset(one) for one in data["presets"] if one["seats"] in seats),
    )


def _holds(game: Game, table: Table) -> bool:
    return table.options == game.settle_options({}, table.seats)


def _table(game: Game, data: Mapping[str, Any], rules_version: int) -> Table:
    base = game.settle_options(data["options"], data["seats"], rules_version)
    lists = {"minutes": tuple(data["minutes"]), "variants": tuple(map(_variant, data["variants"]))}
    fields: dict[str, Any] = {**data, "options": base, **lists}
    return Table(**fields)


def _variant(data: Mapping[str, Any]) -> Variant:
    effects = {name: Effect(name, *values) for name, values in data["effects"].items()}
    notable, minutes = tuple(data["notable"]), tuple(data["minutes"])
    fields: dict[str, Any] = {**data, "effects": effects, "notable": notable, "minutes": minutes}
    return Variant(**fields)


def _preset(data: Mapping[str, Any]) -> Preset:
    tuples = {name: tuple(data[name]) if data[name] else None for name in ("minutes", "luck", "skill", "players")}
    fields: dict[str, Any] = {**data, **tuples}
    return Preset(**fields)
