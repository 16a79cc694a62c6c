"""What options do, as `saleroom study --all` measured it: a small file in each game's folder, `effects.json`.

docs/house-rules.md says what is in it. Where nothing was measured there is no file, no table or no variant.
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
    """By how much an option changes a measure: the variant's mean minus the base's, on the same cards."""

    measure: str
    change: float
    low: float | None
    high: float | None
    verdict: str
    """``more`` or ``less`` where the interval excludes 0; otherwise nothing may be claimed."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval carries a difference."""
        return self.verdict in ("more", "less")


@dataclass(frozen=True)
class Variant:
    """One option with another value than in the base."""

    option: str
    value: Value
    matches: int
    changed: float
    """The share of matches that went differently in anything; 0: nobody used what the option allows."""
    effects: Mapping[str, Effect]
    """By measure: those that are clear for any value of the option, `decisions` and `luck`."""
    notable: tuple[str, ...]
    """The measures whose change is clear and worth telling, the most telling first."""
    holds: Mapping[str, str]
    """For each of those: ``everywhere``, ``at some levels`` or ``reversed`` among the levels measured."""
    values: Mapping[str, Any]
    """Luck and skill, as in `Table.values`."""
    minutes: tuple[float, float, float]


@dataclass(frozen=True)
class Table:
    """One number of seats and one level of play."""

    seats: int
    level: str
    options: Mapping[str, Value]
    """The base: every option with its value, also those that came after it was measured."""
    matches: int
    values: Mapping[str, Any]
    """By measure: ``[mean, low, high]``, the bounds null where they are not known."""
    minutes: tuple[float, float, float]
    """A tenth of the matches is shorter than the first, half than the second, nine tenths than the last."""
    variants: tuple[Variant, ...]
    """None but at the strongest level; `Variant.holds` tells of the others."""

    def variant(self, option: str, value: Value) -> Variant | None:
        """What was measured of a value of an option."""
        return next((one for one in self.variants if (one.option, one.value) == (option, value)), None)


@dataclass(frozen=True)
class Preset:
    """A rule set that has a name, measured at one number of seats."""

    name: str
    seats: int
    options: Mapping[str, Value]
    """Those that differ from the default."""
    level: str
    matches: int
    minutes: tuple[float, float, float]
    luck: tuple[float, float, float] | None
    """How much of who wins the cards decide, 0 to 1: mean, low, high."""
    skill: tuple[float, float, float] | None
    """How often one better player wins among worse ones."""
    players: tuple[str, str] | None
    """The better and the worse by whom both were told."""


@dataclass(frozen=True)
class Effects:
    """All that was measured of a game."""

    game: str
    version: str
    rules_version: int
    """The one under which it was measured; options that came later have no variants."""
    seconds: float
    """What a decision is taken to last, for minutes."""
    levels: tuple[str, ...]
    """From the weakest to the strongest."""
    tables: tuple[Table, ...]
    presets: tuple[Preset, ...]

    def table(self, seats: int, level: str | None = None) -> Table | None:
        """What was measured at a number of seats, by default at the strongest level there is."""
        wanted = [level] if level else list(reversed(self.levels))
        found = {one.level: one for one in self.tables if one.seats == seats}
        return next((found[name] for name in wanted if name in found), None)

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that were measured."""
        return tuple(dict.fromkeys(table.seats for table in self.tables))


def effects(game: Game) -> Effects | None:
    """Return what was measured of a game; None if nothing was, or, with a notice, if all of it was of other rules."""
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
    """Return the contents of a file as far as they hold today; `BadOptions` if none of them does.

    They were measured under one rules version, perhaps an earlier one. A table holds while its base is what the game
    plays by default at that number of seats: each option that came later has as its default the value that keeps the
    rules before it, and no default has changed. A preset holds with the tables of its number of seats.
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
    found = {name: Effect(name, *told) for name, told in data["effects"].items()}
    notable, minutes = tuple(data["notable"]), tuple(data["minutes"])
    fields: dict[str, Any] = {**data, "effects": found, "notable": notable, "minutes": minutes}
    return Variant(**fields)


def _preset(data: Mapping[str, Any]) -> Preset:
    tuples = {name: tuple(data[name]) if data[name] else None for name in ("minutes", "luck", "skill", "players")}
    fields: dict[str, Any] = {**data, **tuples}
    return Preset(**fields)
