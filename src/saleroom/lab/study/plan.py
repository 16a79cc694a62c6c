"""Plan of a study: a base, its variants, numbers of seats, players and cards."""

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
"""The options that vary, one at a time, with their values."""


class Variant(NamedTuple):
    """The base, the base with one changed option, or a named rule set."""

    option: str | None = None
    value: Value | None = None
    rule_set: str | None = None

    @property
    def name(self) -> str:
        """Name such as ``low=taken``, or ``base`` for the base."""
        return self.rule_set or ("base" if self.option is None else f"{self.option}={self.value}")


BASE = Variant()


class Table(NamedTuple):
    """Table of a study: one variant, a number of seats and the players."""

    variant: Variant
    seats: int
    players: tuple[str, ...]
    """One name for all seats, or two names.

    With two names, the first takes each seat in turn, and the second takes all other seats.
    """

    @property
    def level(self) -> str:
        """The table's players as text, such as ``trained among house``."""
        return " among ".join(self.players)

    @property
    def compares_players(self) -> bool:
        """Whether the table compares players, not rules."""
        return len(self.players) > 1

    @property
    def line_ups(self) -> list[list[str]]:
        """Line-ups that play the same cards; each line-up is a list of player names by seat."""
        if not self.compares_players:
            return [[self.players[0]] * self.seats]
        one, others = self.players
        return [[one if seat == at else others for seat in range(self.seats)] for at in range(self.seats)]


@dataclass(frozen=True)
class Study:
    """Study of a game's variants, which are played with the same cards and compared with the base match by match.

    Creating a study raises `BadOptions` or `UnknownPlayer` if the study cannot be played.
    """

    game: str
    seed: bytes
    matches: int
    """Maximum number of matches for each table."""
    vary: Vary = field(default_factory=dict)
    """Options to vary, with values. If empty, every option varies, with suggested values or values near the default."""
    base: Mapping[str, Value] = field(default_factory=dict)
    """Options of the base that differ from the defaults."""
    seats: tuple[int, ...] = ()
    levels: tuple[str, ...] = ("house",)
    """Levels of play. Each level plays in all seats."""
    rule_sets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Named sets of options, which are also compared with the base."""
    better: tuple[str, str] | None = None
    """A better and a worse level, for measuring luck and skill; None to omit this."""

    fewer: Mapping[str, int] = field(default_factory=dict)
    """For each slow level of play, the factor by which its number of matches is reduced."""
    drama: bool = False
    """Whether to report the lowest chance to win that the eventual winner had during the match.

    This takes two to five times as long.
    """

    def __post_init__(self) -> None:
        """Complete the arguments, so that studies of the same matches compare as equal."""
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
        """Names of all players."""
        return (*self.levels, *(self.better or ()))

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """All variants except the base."""
        changes = [Variant(name, value) for name, values in self.vary.items() for value in values]
        return tuple(dict.fromkeys([*changes, *(Variant(rule_set=name) for name in self.rule_sets)]))

    def options(self, variant: Variant, seats: int) -> dict[str, Value]:
        """Return all options of a variant. Raise `BadOptions` if they are not valid together."""
        changed = self.rule_sets[variant.rule_set] if variant.rule_set else {}
        changed = {variant.option: variant.value} if variant.option else changed
        return self.spec.settle_options({**self.base, **changed}, seats)

    def differs(self, variant: Variant, seats: int) -> bool:
        """Return whether a variant can be played with `seats` seats, and differs from the base with that many seats."""
        try:
            return self.options(variant, seats) != self.options(BASE, seats)
        except BadOptions:
            return False

    def _all_options(self) -> dict[str, tuple[Value, ...]]:
        """Return every option with its playable values that differ from the base."""
        numbers = house_rules(self.spec).values
        tried = {option.name: numbers.get(option.name) or about(option, self.seats[0]) for option in self.spec.options}
        return {
            name: tuple(value for value in values if any(self.differs(Variant(name, value), n) for n in self.seats))
            for name, values in tried.items()
        }

    def _check_playable(self, variant: Variant) -> None:
        """Raise `BadOptions` if a variant cannot be played with any of the numbers of seats."""
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
        """All tables. For each number of seats and each line-up, the base comes first, then the variants."""
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
        """Return the seed of match `number`, counted from 0. A match number has the same seed in every table."""
        return batch_seeds(self.seed, 1, number)[0]

    def most(self, table: Table) -> int:
        """Return a table's maximum number of rows.

        If players are compared, a row combines one match of each line-up.
        """
        fewer = max(self.fewer.get(name, 1) for name in table.players)
        return max(1, self.matches // (len(table.line_ups) * fewer))

    def block(self, table: Table) -> int:
        """Return the number of rows in one block of a table."""
        if any(any_searches([name]) for name in table.players):
            return 8
        return 256 if table.compares_players else 1024

    def header(self) -> dict[str, Any]:
        """Return the properties that identify a study.

        The number of matches is not included, because you can request more matches later.
        """
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
    """Return the values to try for an option: all its words, or half and twice its default number."""
    if not isinstance(option.values, range):
        return option.values
    default = option.default if isinstance(option.default, int | str) else option.default(seats)
    tried = (int(default) // 2, 2 * int(default))
    return tuple(value for value in tried if value in option.values)


def checked(game: Game, vary: Vary) -> dict[str, tuple[Value, ...]]:
    """Return options with distinct values.

    Raise `BadOptions`, with a list of the existing options, if an option is unknown.
    """
    for name, wanted in vary.items():
        refuse_unknown(game.options, {name: None}, game.name)
        if not wanted:
            raise BadOptions(f"{name} has no values to study; name some, such as {name}=a,b")
        for value in wanted:
            refuse_unknown(game.options, {name: value}, game.name)
    return {name: tuple(dict.fromkeys(wanted)) for name, wanted in vary.items()}
