"""The plan of a study: a base, its variants, numbers of seats, players and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from saleroom.bots.players import any_searches
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Option, Value, refuse_unknown
from saleroom.lab.study import restricted
from saleroom.match.house_rules import house_rules
from saleroom.match.seeds import batch_seeds

FORMAT = "saleroom-study/1"

Vary = Mapping[str, Sequence[Value]]
"""The options that vary, one at a time, and their values."""


class Variant(NamedTuple):
    """The base, the base with one option changed, or a named rule set."""

    option: str | None = None
    value: Value | None = None
    rule_set: str | None = None

    @property
    def name(self) -> str:
        """The name, such as ``low=taken``; ``base`` for the base."""
        return self.rule_set or ("base" if self.option is None else f"{self.option}={self.value}")


BASE = Variant()


class Table(NamedTuple):
    """One variant at one number of seats, with its players."""

    variant: Variant
    seats: int
    players: tuple[str, ...]
    """One name for all seats; or two: the first in one seat, in every seat in turn, and the second in the others."""

    @property
    def level(self) -> str:
        """The players in words."""
        return " among ".join(self.players)

    @property
    def compares_players(self) -> bool:
        """Whether the table measures players instead of rules."""
        return len(self.players) > 1

    @property
    def line_ups(self) -> list[list[str]]:
        """The names by seat of every match on the same cards."""
        if not self.compares_players:
            return [[self.players[0]] * self.seats]
        one, others = self.players
        return [[one if seat == at else others for seat in range(self.seats)] for at in range(self.seats)]


@dataclass(frozen=True)
class Study:
    """Variants of a game played on the same cards, compared with the base match by match.

    `BadOptions` or `UnknownPlayer` if that cannot be played.
    """

    game: str
    seed: bytes
    matches: int
    """Maximum number of matches of each table."""
    vary: Vary = field(default_factory=dict)
    """Empty: every option, with the values that its game names or with values near its default."""
    base: Mapping[str, Value] = field(default_factory=dict)
    """Options of the base that are not the default."""
    seats: tuple[int, ...] = ()
    levels: tuple[str, ...] = ("house",)
    """Levels of play: each plays alone, in all seats."""
    rule_sets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Sets of options by name, also compared with the base."""
    better: tuple[str, str] | None = None
    """A better and a worse level, which measure luck and skill; None leaves that out."""

    fewer: Mapping[str, int] = field(default_factory=dict)
    """For slow levels: the factor by which they play fewer matches."""
    drama: bool = False
    """Whether to report how low the later winner's chance had sunk, which takes two to five times as long."""

    def __post_init__(self) -> None:
        """Complete the arguments, so that equal studies are equal."""
        game = load(self.game)
        put = object.__setattr__
        put(self, "game", game.name)
        put(self, "seats", tuple(dict.fromkeys(self.seats)) or (game.usual_seats,))
        put(self, "levels", tuple(dict.fromkeys(self.levels)))
        for name in self.players:
            restricted.check(name, game)
        if self.drama and any_searches(self.levels):
            raise ValueError("drama plays on from every deal many times, which takes players that search too long")
        if self.matches < 1:
            raise ValueError(f"a study plays 1 match or more, not {self.matches}")
        for seats in self.seats:
            game.settle_options(self.base, seats)
        if self.vary:
            put(self, "vary", checked(game, self.vary))
            for variant in self.variants:
                self._check_playable(variant)
        else:
            put(self, "vary", self._all_options())

    @property
    def spec(self) -> Game:
        """The game."""
        return load(self.game)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players."""
        return (*self.levels, *(self.better or ()))

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The variants, without the base."""
        changes = [Variant(name, value) for name, values in self.vary.items() for value in values]
        return tuple(dict.fromkeys([*changes, *(Variant(rule_set=name) for name in self.rule_sets)]))

    def options(self, variant: Variant, seats: int) -> dict[str, Value]:
        """Return all options of a variant; `BadOptions` if they are not valid together."""
        changed = self.rule_sets[variant.rule_set] if variant.rule_set else {}
        changed = {variant.option: variant.value} if variant.option else changed
        return self.spec.settle_options({**self.base, **changed}, seats)

    def differs(self, variant: Variant, seats: int) -> bool:
        """Return whether a variant can be played with `seats` seats, and differs from the base there."""
        try:
            return self.options(variant, seats) != self.options(BASE, seats)
        except BadOptions:
            return False

    def _all_options(self) -> dict[str, tuple[Value, ...]]:
        """Return every option with its playable values."""
        numbers = house_rules(self.spec).values
        tried = {option.name: numbers.get(option.name) or about(option, self.seats[0]) for option in self.spec.options}
        return {
            name: tuple(value for value in values if any(self.differs(Variant(name, value), n) for n in self.seats))
            for name, values in tried.items()
        }

    def _check_playable(self, variant: Variant) -> None:
        """Raise `BadOptions` for a variant that cannot be played at any of the numbers of seats."""
        troubles = []
        for seats in self.seats:
            try:
                self.options(variant, seats)
            except BadOptions as error:
                troubles.append(error)
        if len(troubles) == len(self.seats):
            raise troubles[0]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """All tables; for each number of seats and each line-up, the base and then the variants."""
        line_ups: list[tuple[str, ...]] = [(level,) for level in self.levels]
        if self.better:
            line_ups.append(self.better)
        return tuple(
            Table(variant, seats, names)
            for seats in self.seats
            for names in line_ups
            for variant in (BASE, *self.variants)
            if variant == BASE or self.differs(variant, seats)
        )

    def seed_of(self, number: int) -> bytes:
        """Return the seed of one match, counted from 0: the same for every table."""
        return batch_seeds(self.seed, 1, number)[0]

    def most(self, table: Table) -> int:
        """Return a table's maximum number of rows: if players are compared a row is a match in every line-up."""
        fewer = max(self.fewer.get(name, 1) for name in table.players)
        return max(1, self.matches // (len(table.line_ups) * fewer))

    def block(self, table: Table) -> int:
        """Return the number of matches between two checks of the results."""
        if any(any_searches([name]) for name in table.players):
            return 8
        return 256 if table.compares_players else 1024

    def header(self) -> dict[str, Any]:
        """Return the identity of a study. It leaves out the number of matches: you may request more later."""
        return {
            "format": FORMAT,
            "game": self.game,
            "seed": self.seed.hex(),
            "base": dict(self.base),
            "rule_sets": {name: dict(options) for name, options in self.rule_sets.items()},
            "vary": {name: list(values) for name, values in self.vary.items()},
            "seats": list(self.seats),
            "levels": list(self.levels),
            "fewer": dict(self.fewer),
            "better": list(self.better) if self.better else None,
            "drama": self.drama,
        }


def about(option: Option, seats: int) -> tuple[Value, ...]:
    """Return all words or a few numbers; for many numbers, half and twice the default."""
    if not isinstance(option.values, range):
        return option.values
    default = option.default if isinstance(option.default, int | str) else option.default(seats)
    tried = (int(default) // 2, 2 * int(default))
    return tuple(value for value in tried if value in option.values)


def checked(game: Game, vary: Vary) -> dict[str, tuple[Value, ...]]:
    """Return the named options with their values; `BadOptions` lists those that exist."""
    for name, wanted in vary.items():
        refuse_unknown(game.options, {name: None}, game.name)
        if not wanted:
            raise BadOptions(f"{name} has no values to study; name some, such as {name}=a,b")
        for value in wanted:
            refuse_unknown(game.options, {name: value}, game.name)
    return {name: tuple(dict.fromkeys(wanted)) for name, wanted in vary.items()}
