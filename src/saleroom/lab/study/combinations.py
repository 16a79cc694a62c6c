"""Combinations of options that a search tries, and their study."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value
from saleroom.lab.study.plan import Study, Table, Vary

FORMAT = "saleroom-search/1"
TRIES = 20
"""Maximum number of draws for each wanted combination, when some combinations are not allowed."""
Changes = dict[str, Value]
"""Options that differ from the base."""


@dataclass(frozen=True)
class SetStudy(Study):
    """Study of the named sets of options, without other variants."""

    def _all_options(self) -> dict[str, tuple[Value, ...]]:
        return {}


@dataclass(frozen=True)
class CombinationStudy(SetStudy):
    """Study of combinations of options, which a search plays a few matches at a time."""

    first: int = 1
    """Number of matches of each combination in the first round, and in each block."""
    values: Vary | None = None
    """Values of the options that are combined."""
    aim: str = ""
    seconds: float = 4.0
    """Assumed duration of a person's decision."""

    def block(self, table: Table) -> int:
        """Return the number of rows in one block of a table."""
        return self.first // len(table.line_ups)

    def header(self) -> dict[str, Any]:
        """Return the properties that identify a search: the values that are combined, not each combination."""
        values = {name: list(values) for name, values in (self.values or {}).items()}
        rest = {name: value for name, value in super().header().items() if name != "rule_sets"}
        return {
            **rest,
            "format": FORMAT,
            "vary": values,
            "aim": self.aim,
            "seconds": self.seconds,
            "sets": len(self.rule_sets),
        }


def values_of(game: Game, vary: Vary, base: Mapping[str, Value], seats: int) -> dict[str, tuple[Value, ...]]:
    """Return the values to combine for each option, the value of the base first.

    If `vary` is empty, every option varies, with the values that a study of every option tries.
    """
    vary = vary or Study(game.name, bytes(32), 1, base=base, seats=(seats,)).vary
    usual = game.settle_options(base, seats)
    return {name: tuple(dict.fromkeys([usual[name], *values])) for name, values in vary.items()}


def combinations(
    game: Game, values: Mapping[str, tuple[Value, ...]], base: Mapping[str, Value], seats: int, limit: int, seed: bytes
) -> dict[str, Changes]:
    """Return at most `limit` combinations by name, without the base.

    If there are more, the single changes come first, and the rest is drawn by the seed.
    """
    total = math.prod(map(len, values.values()))
    source = _each(values) if total <= limit + 1 else _drawn(values, total, limit, seed)
    usual = game.settle_options(base, seats)
    result: dict[str, Changes] = {}
    for changes in source:
        if len(result) == limit:
            break
        try:
            options = game.settle_options({**base, **changes}, seats)
        except BadOptions:
            continue
        if options != usual:
            result[name_of(changes)] = changes
    return result


def name_of(changes: Mapping[str, Value]) -> str:
    """Return the name of a combination, such as ``target=5, low=taken``."""
    return ", ".join(f"{name}={value}" for name, value in changes.items())


def _each(values: Mapping[str, tuple[Value, ...]]) -> Iterator[Changes]:
    """Yield every combination, those with few changes first."""
    everything = [_changes(values, chosen) for chosen in product(*values.values())]
    yield from sorted(everything, key=len)


def _drawn(values: Mapping[str, tuple[Value, ...]], total: int, limit: int, seed: bytes) -> Iterator[Changes]:
    """Yield the single changes, then combinations in random order, each once."""
    seen = set()
    for name, (_, *rest) in values.items():
        for value in rest:
            seen.add(name_of({name: value}))
            yield {name: value}
    dice = Random(seed)
    for _ in range(min(total, limit) * TRIES):
        changes = _changes(values, [dice.choice(choices) for choices in values.values()])
        if changes and name_of(changes) not in seen:
            seen.add(name_of(changes))
            yield changes


def _changes(values: Mapping[str, tuple[Value, ...]], chosen: Any) -> Changes:
    return {name: value for (name, (usual, *_)), value in zip(values.items(), chosen, strict=True) if value != usual}
