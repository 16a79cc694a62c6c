"""Plan of a dataset: games, levels, number of matches and seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from saleroom.bots.levels import LEVELS
from saleroom.bots.plain import KINDS
from saleroom.bots.players import check_by_views
from saleroom.games import NAMES, load
from saleroom.lab.runs.version import version
from saleroom.lab.simulate import Plan

FORMAT = "saleroom-dataset/1"
ALL_LEVELS = tuple(dict.fromkeys([*sorted(KINDS, reverse=True), *LEVELS]))
"""Names of all levels, from the weakest to the strongest: `random`, `house` and those with nets."""


@dataclass(frozen=True)
class DatasetPlan:
    """Plan of a dataset. Each level plays the same cards, in all seats."""

    games: tuple[str, ...]
    levels: tuple[str, ...]
    matches: int
    """Number of matches of each game and level."""
    seed: bytes

    def parts(self) -> Iterator[tuple[str, Plan]]:
        """Yield each part, a game at one level, with its name and its simulation plan."""
        for name in self.games:
            game = load(name)
            seats = game.usual_seats
            seed = hashlib.sha256(b"dataset" + self.seed + game.name.encode()).digest()
            for level in self.levels:
                options = game.settle_options({}, seats)
                yield f"{game.name}-{level}", Plan(game.name, options, (level,) * seats, seed, self.matches)

    def header(self) -> dict[str, Any]:
        """Return the properties that identify the dataset."""
        return {
            "format": FORMAT,
            "version": version(),
            "games": list(self.games),
            "levels": list(self.levels),
            "matches": self.matches,
            "seed": self.seed.hex(),
        }


def planned(games: Sequence[str], levels: Sequence[str], matches: int, seed: bytes) -> DatasetPlan:
    """Return a plan, by default of all games and levels. Raise `ValueError` if a name is wrong."""
    names = tuple(dict.fromkeys(load(name).name for name in games)) or NAMES
    chosen = tuple(dict.fromkeys(levels)) or ALL_LEVELS
    for level in chosen:
        budget = check_by_views(level)
        if ":" in level and not level.startswith("search:"):
            raise ValueError(
                f"{level[:40]!r}: a dataset has matches of Saleroom's own players, such as house or search:200"
            )
        if budget is not None and budget.milliseconds is not None:
            raise ValueError(
                f"{level} thinks for a time, and what it plays depends on the machine; name a budget of tries"
            )
    return DatasetPlan(names, chosen, matches, seed)
